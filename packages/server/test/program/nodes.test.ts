import { erasureListOf } from '../../src/privacy/erasure-documents.ts'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createServer, type CustomerIntelServer, type ServerOptions } from '../../src/app/app.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { folderBlobs } from '../../src/drivers/blobs/folder-blobs.ts'
import { spooledStore } from '../../src/drivers/spool/spooled-store.ts'
import { canary, eventsOfOthers, filesWith, fillWithJane, janesEmail } from '../privacy/fill-with-jane.ts'
import { rankNodes } from '../../src/kernel/nodes/holders.ts'
import { connectTo, freePort, type TestPostgres, startPostgres } from '../support/postgres.ts'
import { patientReadModels } from '../support/patient-read-models.ts'

let database: TestPostgres
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database.dispose())

let folder: string
let url: string
let acme: NewOrganization
const open = new Set<CustomerIntelServer>()

/** A server process's part, with a folder of its own, over the one database. */
function startNode(
  name: string,
  {
    snapshotsIn = 'folder',
    ...options
  }: Partial<ServerOptions> & { snapshotsIn?: 'folder' | 'database' } = {},
): CustomerIntelServer {
  const store = postgresStore({
    url,
    localDirectory: join(folder, name),
    connections: 4,
    onProblem: () => {},
  })
  const server = createServer({
    store,
    ingestRateLimit: 0,
    openReadModels: patientReadModels(),
    ...(snapshotsIn === 'folder' && {
      snapshots: (organizationId: string) => folderBlobs(join(folder, 'snapshots', organizationId)),
    }),
    ...options,
  })
  open.add(server)
  return server
}

async function close(server: CustomerIntelServer): Promise<void> {
  open.delete(server)
  await server.close()
}

const workspaceOf = async (server: CustomerIntelServer) =>
  (await server.workspaces.openWorkspace(acme.document.organization.id))!

function post(server: CustomerIntelServer, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${acme.apiKey}` }
  return server.fetch(
    new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
}

const call = (server: CustomerIntelServer, tool: string, input: object = {}) =>
  post(server, '/api/tools/call', { tool, input })

const send = (server: CustomerIntelServer, events: object[]) =>
  post(server, `/api/i/v1/${acme.publicKey}/events`, { source: 'server', events })

const person = (email: string) => ({ type: 'identify', url: 'server://app', path: '/', email })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'customer-intel-nodes-'))
  url = await database.createDatabase()
  acme = defineOrganization({ name: 'Acme' })
})
afterEach(async () => {
  await Promise.all([...open].map(close))
  rmSync(folder, { recursive: true, force: true })
})

describe('two servers over one database', () => {
  let here: CustomerIntelServer
  let there: CustomerIntelServer
  beforeEach(async () => {
    here = startNode('here')
    await here.workspaces.createOrganization(acme.document.organization, acme.document)
    there = startNode('there')
  })

  it('answer what the other one acknowledged, at once, 200 times', async () => {
    for (let turn = 0; turn < 200; turn++) {
      const [writer, reader] = turn % 2 === 0 ? [here, there] : [there, here]
      expect((await send(writer, [person(`p${turn}@acme-shop.com`)])).status).toBe(200)
      const ask = async () =>
        (await (await call(reader, 'svc_list_users', { search: `p${turn}@acme-shop.com` })).json()) as object
      let answer = await ask()
      // A machine with too much to do may take longer than an answer waits: then it says so.
      while ('stale' in answer) answer = await ask()
      expect(answer).toMatchObject({ items: [{ email: `p${turn}@acme-shop.com` }] })
    }
  })

  it('refuse a key within a second after it was revoked on the other one', async () => {
    const second = await workspaceOf(there)
    expect((await call(there, 'svc_list_users')).status).toBe(200)
    expect(second.document.apiKeys[0]!.active).toBe(true)
    await (await workspaceOf(here)).updateDocument(({ apiKeys }) => void (apiKeys[0]!.active = false))
    const revokedAt = performance.now()
    // What counts is when it was asked, not how long the machine took for an answer.
    let askedAt = revokedAt
    while ((await call(there, 'svc_list_users')).status !== 401) {
      expect(askedAt - revokedAt).toBeLessThan(1_000)
      askedAt = performance.now()
    }
  })

  it('count together what was asked of both', async () => {
    for (let turn = 0; turn < 30; turn++) await call(turn % 3 === 0 ? here : there, 'svc_schema')
    await expect
      .poll(
        async () => {
          const counts = [here, there].map(async (node) => (await workspaceOf(node)).usage.usage)
          // A request of each, since only what counts looks at what the others counted.
          await Promise.all([call(here, 'svc_schema'), call(there, 'svc_schema')])
          const used = (await Promise.all(counts)).map(({ apiCalls }) => apiCalls.count)
          return Math.abs(used[0]! - used[1]!) <= 0.1 * Math.max(...used) && Math.min(...used) >= 30
        },
        { interval: 200 },
      )
      .toBe(true)
  })

  it('erase a person from the log and from the read models of both, and of one that was away', async () => {
    await fillWithJane(await workspaceOf(here))
    for (const node of [here, there]) {
      const models = await (await workspaceOf(node)).readModels.exact({ withinMs: 60_000 })
      expect(await models.findPerson(janesEmail)).not.toBeNull()
    }
    const third = startNode('third')
    await (await workspaceOf(third)).readModels.exact({ withinMs: 60_000 })
    await close(third)
    expect(await filesWith(join(folder, 'third'), canary)).not.toEqual([])
    const { replicas, readModels } = await workspaceOf(here)
    await replicas.snapshots!.take(readModels, { epoch: replicas.epoch })
    expect(await filesWith(join(folder, 'snapshots'), canary)).not.toEqual([])
    cpSync(join(folder, 'third'), join(folder, 'killed'), { recursive: true })

    const asked = (await (await post(there, '/api/people/erase', { person: janesEmail })).json()) as {
      id: string
    }
    const receipt = async () =>
      erasureListOf(await workspaceOf(there))
        .receipts.read()
        .then((receipts) => receipts.find(({ id }) => id === asked.id))
    await expect.poll(receipt, { interval: 100 }).toMatchObject({ nodes: 2, away: 0 })
    for (const name of ['here', 'there', 'snapshots'])
      expect(await filesWith(join(folder, name), canary)).toEqual([])

    const back = startNode('killed')
    const models = await (await workspaceOf(back)).readModels.exact({ withinMs: 60_000 })
    expect(await models.findPerson(janesEmail)).toBeNull()
    await close(back)
    expect(await filesWith(join(folder, 'killed'), canary)).toEqual([])
    const { rows } = await (
      await workspaceOf(here)
    ).readModels.runUntrusted('select event_name from activity where event_name is not null', {
      timeoutMs: 10_000,
      maxRows: 1_000,
      maxBytes: 1_000_000,
    })
    expect(rows.map(({ event_name }) => event_name)).toEqual(expect.arrayContaining(eventsOfOthers))
  })
})

it('an erasure reaches what lies on a server that held the organization once', async () => {
  const { id } = acme.document.organization
  const once = startNode('once')
  await once.workspaces.createOrganization(acme.document.organization, acme.document)
  await fillWithJane(await workspaceOf(once))
  await (await workspaceOf(once)).readModels.exact({ withinMs: 60_000 })
  await close(once)
  const urlOf = (port: number) => `http://127.0.0.1:${port}`
  const holder = await freePort()
  let other = await freePort()
  while (
    rankNodes(
      id,
      [holder, other].map((port) => ({ url: urlOf(port) })),
    )[0]!.url !== urlOf(holder)
  )
    other = await freePort()
  const start = async (name: string, port: number) => {
    const node = startNode(name, { nodeUrl: urlOf(port), replicasPerOrganization: 1 })
    await node.listen({ port })
    return node
  }
  const holding = await start('holding', holder)
  const again = await start('once', other)
  await expect.poll(() => again.workspaces.opened.size).toBe(1)
  expect((await workspaceOf(again)).isHeld).toBe(false)
  expect(await filesWith(join(folder, 'once'), canary)).not.toEqual([])
  const asked = await (await post(again, '/api/people/erase', { person: janesEmail })).json()
  const receipt = async () =>
    (await erasureListOf(await workspaceOf(holding)).receipts.read()).find(
      (found) => found.id === (asked as { id: string }).id,
    )
  await expect.poll(receipt, { interval: 100 }).toMatchObject({ nodes: 2, away: 0 })
  for (const name of ['once', 'holding']) expect(await filesWith(join(folder, name), canary)).toEqual([])
})

it('a server without read models starts from a snapshot in the database, and follows the log from there', async () => {
  const first = startNode('first', { snapshotEveryMs: 500, snapshotsIn: 'database' })
  await first.workspaces.createOrganization(acme.document.organization, acme.document)
  await send(first, [person('jane@acme-shop.com')])
  await (await workspaceOf(first)).readModels.exact({ withinMs: 60_000 })
  await expect
    .poll(async () => (await workspaceOf(first)).replicas.snapshots!.newest())
    .toMatchObject({ position: 1 })
  await close(first)
  // What the log doesn't hold any more can only be in the snapshot.
  const client = await connectTo(url)
  await client.query('delete from customer_intel.log')
  await client.end()

  const fresh = startNode('fresh', { snapshotsIn: 'database' })
  await expect
    .poll(async () => (await fresh.fetch(new Request('http://localhost/health/ready'))).status)
    .toBe(200)
  await send(fresh, [person('bob@acme-shop.com')])
  const answer = await call(fresh, 'svc_list_users')
  const { items } = (await answer.json()) as { items: { email: string }[] }
  expect(items.map(({ email }) => email).sort()).toEqual(['bob@acme-shop.com', 'jane@acme-shop.com'])
})

it('a server of another version makes its read models beside the former ones, which go on answering', async () => {
  const [former, replaced] = [startNode('former'), startNode('replaced')]
  await former.workspaces.createOrganization(acme.document.organization, acme.document)
  const emails = Array.from({ length: 50 }, (_, index) => `p${index}@acme-shop.com`)
  for (const email of emails.slice(0, 30)) await send(former, [person(email)])
  const listed = async (node: CustomerIntelServer) => {
    const answer = (await (await call(node, 'svc_list_users', { limit: 100 })).json()) as {
      items: { email: string }[]
      stale?: object
    }
    return { emails: answer.items.map(({ email }) => email).sort(), stale: answer.stale }
  }
  const all = { emails: emails.slice(0, 30).sort(), stale: undefined }
  expect([await listed(replaced), await listed(former)]).toEqual([all, all])
  const { replicas, readModels } = await workspaceOf(former)
  await replicas.snapshots!.take(readModels, { epoch: replicas.epoch })
  await close(replaced)
  // Its tables, and those of the snapshot, are another version's to the program that is started now.
  const { id } = acme.document.organization
  await toAnotherVersion(join(folder, 'replaced', id))
  const snapshots = join(folder, 'snapshots', id)
  const [snapshot] = await readdir(snapshots)
  await rename(join(snapshots, snapshot!), join(snapshots, snapshot!.replace(/^\w+/, '0123456789ab')))

  const next = startNode('replaced')
  const ready = async () => (await next.fetch(new Request('http://localhost/health/ready'))).status
  const statuses = [await ready()]
  for (const email of emails.slice(30)) {
    expect((await send(next, [person(email)])).status).toBe(200)
    expect((await listed(former)).stale).toBe(undefined)
    statuses.push(await ready())
  }
  await expect.poll(ready).toBe(200)
  // Never ready, and then not.
  expect(statuses.join().replaceAll(/(\d+)(?:,\1)+/g, '$1')).toMatch(/^503(?:,200)?$/)
  for (const node of [former, next])
    expect(await listed(node)).toEqual({ emails: emails.toSorted(), stale: undefined })
})

/** Leaves read models as a version with other tables does. */
async function toAnotherVersion(directory: string): Promise<void> {
  const path = join(directory, 'activity.duckdb')
  const file = await DuckDBInstance.create(path)
  const connection = await file.connect()
  await connection.run(`update schema_version set tables_hash = 'another'`)
  connection.closeSync()
  file.closeSync()
  const [position] = (await readFile(`${path}.position`, 'utf8')).split(' ')
  await writeFile(`${path}.position`, `${position} another`)
}

it('takes events while the database is away, answers from its replica, and brings all in order when it is back', async (context) => {
  if (process.env.TEST_DATABASE_URL) context.skip('TEST_DATABASE_URL is not ours to stop')
  const told: string[] = []
  const onProblem = (problem: string) => void told.push(problem)
  const start = () => {
    const directory = join(folder, 'here')
    const store = postgresStore({ url, localDirectory: directory, onProblem })
    const spool = { directory: join(directory, 'spool'), maxBytes: 1024 * 1024, onProblem }
    return startNode('here', {
      store: spooledStore(store, spool),
      // Answers come while the database is away, too.
      openReadModels: undefined,
      logger: { warn: onProblem, error: onProblem },
    })
  }
  let node = start()
  const emails = Array.from({ length: 40 }, (_, index) => `p${index}@acme-shop.com`)
  const listed = async () => {
    const answer = await call(node, 'svc_list_users', { limit: 100 })
    const { items, stale } = (await answer.json()) as { items: { email: string }[]; stale?: object }
    return { emails: items.map(({ email }) => email).sort(), stale }
  }
  await node.workspaces.createOrganization(acme.document.organization, acme.document)
  for (const email of emails.slice(0, 10)) expect((await send(node, [person(email)])).status).toBe(200)
  await expect.poll(listed).toEqual({ emails: emails.slice(0, 10).sort(), stale: undefined })

  await database.stop()
  for (const email of emails.slice(10, 30)) expect((await send(node, [person(email)])).status).toBe(200)
  expect(await listed()).toMatchObject({
    emails: emails.slice(0, 10).sort(),
    stale: { behindSeconds: expect.any(Number) as number },
  })
  const health = async () => node.fetch(new Request('http://localhost/health'))
  expect(await (await health()).json()).toMatchObject({ status: 'degraded' })
  const large = Array.from({ length: 100 }, () => ({
    ...person('large@acme-shop.com'),
    traits: { text: 'x'.repeat(900) },
  }))
  let refused: Response | null = null
  for (let turn = 0; turn < 30 && refused === null; turn++) {
    const answer = await send(node, large)
    if (answer.status !== 200) refused = answer
  }
  expect(refused!.status).toBe(503)
  expect(refused!.headers.get('retry-after')).toMatch(/^[0-9]+$/)
  expect((await health()).status).toBe(503)
  expect((await node.fetch(new Request('http://localhost/health/live'))).status).toBe(200)
  // Ended meanwhile: what it acknowledged is on its disk.
  await close(node)

  await database.start()
  node = start()
  for (const email of emails.slice(30)) expect((await send(node, [person(email)])).status).toBe(200)
  await expect.poll(listed).toEqual({ emails: [...emails, 'large@acme-shop.com'].sort(), stale: undefined })
  expect((await health()).status).toBe(200)
  expect(told.filter((line) => line.startsWith('The database'))).toEqual([
    expect.stringMatching(/^The database is away; events are kept in .*spool/),
    'The database is back, and has all events that waited.',
  ])
})

it('two servers keep one limit of requests a second together', async () => {
  const limit = 100
  const [here, there] = ['here', 'there'].map((name) => startNode(name, { ingestRateLimit: limit }))
  await here!.workspaces.createOrganization(acme.document.organization, acme.document)
  await workspaceOf(there!)
  let admitted = 0
  let offered = 0
  const started = performance.now()
  let countedFrom: number | null = null
  // Far more than the limit, and twice as much here as there.
  while (performance.now() - started < 8_000) {
    // At first each knows nothing of the other.
    if (performance.now() - started > 4_000) countedFrom ??= performance.now()
    const statuses = await Promise.all(
      [here!, here!, there!, here!, here!, there!].map(
        async (node) => (await send(node, [person('jane@acme-shop.com')])).status,
      ),
    )
    if (countedFrom !== null) {
      offered += statuses.length
      admitted += statuses.filter((status) => status === 200).length
    }
    await setTimeout(3)
  }
  const seconds = (performance.now() - countedFrom!) / 1_000
  // A machine that is too busy to send twice as many as the limit can't show that all of it is given.
  expect(admitted).toBeGreaterThan(0.9 * Math.min(limit * (seconds - 1), offered / 2))
  // A second's worth may be given at once.
  expect(admitted).toBeLessThan(1.1 * limit * (seconds + 1))
})
