import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { placeOfUrl, urlsOfHosts } from '../../src/drivers/postgres/hosts.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'

describe('a database URL with several hosts', () => {
  it('is one URL a host, in its order', () => {
    expect(urlsOfHosts('postgres://me:p%2Cw@one:5432,two,[::1]:5433/intel?sslmode=require')).toEqual([
      'postgres://me:p%2Cw@one:5432/intel?sslmode=require',
      'postgres://me:p%2Cw@two/intel?sslmode=require',
      'postgres://me:p%2Cw@[::1]:5433/intel?sslmode=require',
    ])
    expect(urlsOfHosts('postgres:///intel?host=/run/postgresql')).toEqual([
      'postgres:///intel?host=/run/postgresql',
    ])
    expect(placeOfUrl('postgres://me:secret@one:5433,two/intel')).toBe('one:5433,two:5432/intel')
  })

  it.each([
    '',
    '?target_session_attrs=read-write',
    '?target_session_attrs=primary',
    '?target_session_attrs=any',
  ])('is a setting%s', (query) => {
    const url = `postgres://me:secret@one:5432,two:5433/intel${query}`
    expect(readConfig({ SVC_DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each([
    ['postgres://me:secret@one,,two/intel', /must be postgres:/],
    ['postgres://me:secret@one:x,two/intel', /must be postgres:/],
    ['postgres://me:secret@one,two/intel?target_session_attrs=standby', /target_session_attrs=read-write/],
    ['postgres://me:secret@db/intel?host=one,two', /name several hosts before the path/],
  ])('is refused without its password: %s', (url, message) => {
    const read = () => readConfig({ SVC_DATABASE_URL: url })
    expect(read).toThrow(message)
    expect(read).not.toThrow(/secret/)
  })
})

describe('a fail-over to a synchronous standby, under load', () => {
  let primary: TestPostgres
  beforeAll(async () => {
    primary = await startPostgres()
  })
  afterAll(() => primary.dispose())

  it('loses nothing that was acknowledged, and takes writes again within 15 seconds', async (context) => {
    if (process.env.TEST_DATABASE_URL) context.skip('TEST_DATABASE_URL is not ours to stop')
    const standby = await primary.startStandby()
    const [first, second] = [primary.url, standby.url].map((url) => new URL(url).host)
    const said: string[] = []
    // The standby first: the order of the hosts doesn't matter.
    const store = postgresStore({
      url: `postgres://postgres@${second},${first}/postgres?target_session_attrs=read-write`,
      connections: 4,
      onProblem: (problem) => void said.push(problem),
    })
    await store.open()
    const { log, documents } = store.organization('acme')
    const acknowledged: string[] = []
    let sending = true
    const sender = async (name: string) => {
      for (let number = 0; sending; number++) {
        const record = `${name} ${number}`
        // What isn't acknowledged is sent again, as trackers do.
        while (sending && !(await log.append(Buffer.from(record)).then(Boolean, () => false)))
          await new Promise((resolve) => setTimeout(resolve, 20))
        if (sending) acknowledged.push(record)
      }
    }
    const senders = Array.from({ length: 8 }, (_, index) => sender(`s${index}`))
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100)

    await primary.stop()
    const stoppedAt = performance.now()
    const before = acknowledged.length
    await standby.promote()
    await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(before + 20)
    expect(performance.now() - stoppedAt).toBeLessThan(15_000)
    await documents.write('settings', { a: 1 }, { expected: null })
    sending = false
    await Promise.all(senders)

    const stored = new Set<string>()
    const end = await log.end()
    for (let from = 0; from < end;) {
      const { entries, next } = await log.read(from, end)
      for (const { payload } of entries) stored.add(Buffer.from(payload).toString())
      from = next
    }
    expect(acknowledged.filter((record) => !stored.has(record))).toEqual([])
    expect(said.some((line) => line === `PostgreSQL at ${second}/postgres takes the writes now`)).toBe(true)
    expect(log.health.unavailable).toBeNull()
    await store.close()
  })

  it('is refused at the start where no host takes writes, with the reason of each', async () => {
    const store = postgresStore({ url: 'postgres://postgres@127.0.0.1:1,127.0.0.1:2/postgres' })
    await expect(store.open()).rejects.toThrow(/127\.0\.0\.1:1.*ECONNREFUSED.*127\.0\.0\.1:2.*ECONNREFUSED/)
    await store.close()
  })
})
