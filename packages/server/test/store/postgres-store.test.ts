import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { durabilitySuite, type LastingStore, storeSuite } from '../../src/drivers/suite/store-suite.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { runSql, type TestPostgres, startPostgres } from '../support/postgres.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.dispose())

describe('the PostgreSQL store', () => {
  const open = async (): Promise<LastingStore> => {
    const schema = `suite_${randomUUID()}`
    const make = () => postgresStore({ url: server.url, schema, connections: 4 })
    return { store: make(), reopen: async () => make() }
  }
  for (const { name, run } of [...storeSuite(open), ...durabilitySuite(open)]) it(name, run)
})

describe('a log in PostgreSQL', () => {
  it('tells rows that were lost from records that were taken away', async () => {
    const url = await server.createDatabase()
    const store = postgresStore({ url })
    try {
      await store.open()
      const { log } = store.organization('org')
      for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) await log.append(Buffer.from(text))
      await log.rewrite({
        payload: (payload) => (Buffer.from(payload).toString() === 'b' ? null : payload),
        isUnwanted: () => false,
      })
      const read = async () => {
        const { entries, damaged } = await log.read(0, 6)
        return { texts: entries.map(({ payload }) => Buffer.from(payload).toString()).join(''), damaged }
      }
      expect(await read()).toEqual({ texts: 'acdef', damaged: [] })
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('delete from customer_intel.log where position in (2, 3)')
      await client.end()
      const damage = [{ position: 2, bytes: 2, reason: '2 records are missing' }]
      expect(await read()).toEqual({ texts: 'aef', damaged: damage })
      expect(log.health.damaged).toEqual(damage)
    } finally {
      await store.close()
    }
  })
})

describe('documents in PostgreSQL', () => {
  it('tell who watches an organization of what another node changes, also after the connection was lost', async () => {
    const url = await server.createDatabase()
    const [here, there] = [postgresStore({ url }), postgresStore({ url })]
    try {
      await here.open()
      const told = { org: 0, other: 0 }
      here.organization('org').documents.watch!(() => told.org++)
      here.organization('other').documents.watch!(() => told.other++)
      const { documents } = there.organization('org')
      let version = await documents.write('settings', 0, { expected: null })
      // Until it listens it is told nothing.
      await expect
        .poll(async () => {
          version = await documents.write('settings', 0, { expected: version })
          return told.org
        })
        .toBeGreaterThan(0)
      const { rowCount } = await server.admin(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = '${new URL(url).pathname.slice(1)}' and query like 'listen %'`,
      )
      expect(rowCount).toBe(1)
      const before = told.org
      await expect
        .poll(async () => {
          version = await documents.write('settings', 1, { expected: version })
          return told.org
        })
        .toBeGreaterThan(before + 1)
      const last = told.org
      expect(await documents.remove('settings', { expected: version! })).toBe(true)
      await expect.poll(() => told.org).toBeGreaterThan(last)
      expect(told.other).toBe(0)
    } finally {
      await Promise.all([here.close(), there.close()])
    }
  })
})

describe('the start on PostgreSQL', () => {
  const openAt = async (url: string) => {
    const store = postgresStore({ url })
    try {
      await store.open()
    } finally {
      await store.close()
    }
  }

  it('makes the tables once, however many processes start at the same time', async () => {
    const url = await server.createDatabase()
    const starts = [openAt(url), openAt(url), openAt(url), openAt(url)]
    await expect(Promise.all(starts)).resolves.toBeDefined()
    await expect(openAt(url)).resolves.toBeUndefined()
  })

  it.each([
    ['a wrong database', (url: URL) => (url.pathname = '/nowhere'), /nowhere.* does not exist; create it/],
    ['nobody listening', (url: URL) => (url.port = '1'), /127\.0\.0\.1:1.*can't be reached.*is it running/],
    ['a wrong user', (url: URL) => (url.username = 'nobody_here'), /correct user and password/],
  ])('says in one line what is wrong with %s, and what to do', async (_what, change, message) => {
    const url = new URL(await server.createDatabase())
    change(url)
    await expect(openAt(url.href)).rejects.toThrow(message)
  })

  it('refuses an encoding that can not hold every text', async () => {
    const url = await server.createDatabase(`encoding 'LATIN1' template template0`)
    await expect(openAt(url)).rejects.toThrow(/encoding is LATIN1; create one with encoding 'UTF8'/)
  })

  it('refuses a user who may not make tables', async () => {
    const url = new URL(await server.createDatabase())
    await server.admin(`create role reader_${url.pathname.slice(1)} login`)
    url.username = `reader_${url.pathname.slice(1)}`
    await expect(openAt(url.href)).rejects.toThrow(/grant the user CREATE/)
  })

  it('says that a password is wrong, or missing, and does not repeat it', async (context) => {
    if (process.env.TEST_DATABASE_URL) context.skip('who is asked for a password is not ours to say')
    const url = new URL(await server.createDatabase())
    await server.admin(`create role guarded login superuser password 'right'`)
    url.username = 'guarded'
    url.password = 'open sesame'
    await expect(openAt(url.href)).rejects.toThrow(
      /^(?!.*sesame).*authentication failed.*correct user and password/s,
    )
    url.password = ''
    await expect(openAt(url.href)).rejects.toThrow(/password/)
    url.password = 'right'
    await openAt(url.href)
  })

  /** A role to whom the database says something else of itself: its own functions come before the system's. */
  const roleTold = async (url: URL, functions: string) => {
    const role = `told_${url.pathname.slice(1)}`
    await server.admin(`create role ${role} login`)
    await runSql(url.href, `create schema told; grant usage on schema told to public; ${functions}`)
    await server.admin(`alter role ${role} set search_path = told, pg_catalog`)
    const asRole = new URL(url)
    asRole.username = role
    return asRole.href
  }

  it.each([
    [
      'a version that is too old',
      `create function told.current_setting(name text) returns text language sql as
        $$ select case name when 'server_version_num' then '140011' else pg_catalog.current_setting(name) end $$`,
      /it is version 14; use 15 or newer/,
    ],
    [
      'a clock that is ahead',
      `create function told.clock_timestamp() returns timestamptz language sql as
        $$ select pg_catalog.clock_timestamp() + interval '90 seconds' $$`,
      /its clock is (?:89|90|91) seconds off this machine's; set both by the network's time \(NTP\)/,
    ],
    [
      'a clock that is behind',
      `create function told.clock_timestamp() returns timestamptz language sql as
        $$ select pg_catalog.clock_timestamp() - interval '1 hour' $$`,
      /its clock is -3(?:599|600|601) seconds off/,
    ],
    [
      'a standby',
      'create function told.pg_is_in_recovery() returns boolean language sql as $$ select true $$',
      /it is a standby, which takes no writes: name the primary/,
    ],
  ])('refuses %s, and makes no tables', async (_what, functions, message) => {
    const url = new URL(await server.createDatabase())
    await expect(openAt(await roleTold(url, functions))).rejects.toThrow(message)
    const made = await runSql(url.href, `select from pg_namespace where nspname = 'customer_intel'`)
    expect(made.rowCount).toBe(0)
  })

  it('refuses a user whose commits are not durable, and one who gets no connection', async () => {
    const url = new URL(await server.createDatabase())
    url.username = `hasty_${url.pathname.slice(1)}`
    await server.admin(`create role ${url.username} login superuser`)
    await server.admin(`alter role ${url.username} set synchronous_commit = off`)
    await expect(openAt(url.href)).rejects.toThrow(/synchronous_commit is off.*set it to on/)
    await server.admin(`alter role ${url.username} reset synchronous_commit`)
    await server.admin(`alter role ${url.username} nosuperuser connection limit 0`)
    await expect(openAt(url.href)).rejects.toThrow(/raise max_connections or lower the number of connections/)
  })

  it('refuses a user who may make tables, and not write to those that are there', async () => {
    const url = new URL(await server.createDatabase())
    await openAt(url.href)
    url.username = `guest_${url.pathname.slice(1)}`
    await server.admin(`create role ${url.username} login`)
    const asGuest = url.href
    url.username = 'postgres'
    const role = new URL(asGuest).username
    await expect(openAt(asGuest)).rejects.toThrow(
      /no schema has been selected.*; grant the user CREATE.*all rights on it and its tables/,
    )
    await runSql(
      url.href,
      `grant all on schema customer_intel to ${role};
      grant select on all tables in schema customer_intel to ${role}`,
    )
    await expect(openAt(asGuest)).rejects.toThrow(
      /may not read and write the table \w+; let the user who made/,
    )
    await runSql(
      url.href,
      `grant select, insert, update, delete on all tables in schema customer_intel to ${role}`,
    )
    await openAt(asGuest)
  })

  it('refuses tables that a newer program made', async () => {
    const url = await server.createDatabase()
    await openAt(url)
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('update customer_intel.schema_version set version = 1000')
    await client.end()
    await expect(openAt(url)).rejects.toThrow(/version 1000.*start the newer program/)
  })
})

describe('a database that goes away', () => {
  it('refuses appends honestly, and goes on when it is back, with everything that it acknowledged', async (context) => {
    if (process.env.TEST_DATABASE_URL) context.skip('TEST_DATABASE_URL is not ours to stop')
    const store = postgresStore({ url: await server.createDatabase(), onProblem: () => {} })
    await store.open()
    const { log } = store.organization('acme')
    const record = (text: string) => new TextEncoder().encode(text)
    await log.append(record('one'))
    await server.stop()
    await expect(log.append(record('two'))).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE' })
    expect(log.health.unavailable).toMatch(/ECONNREFUSED|terminated/)
    await server.start()
    // It is asked once a second whether it is back.
    await expect
      .poll(() =>
        log.append(record('three')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    const { entries } = await log.read(0, 2)
    expect(entries.map(({ payload }) => new TextDecoder().decode(payload))).toEqual(['one', 'three'])
    expect(log.health.unavailable).toBeNull()
    await store.close()
  })
})
