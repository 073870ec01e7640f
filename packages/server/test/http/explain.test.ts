import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventExplanation, EventExplanationSchema, readOnlyGrants } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CustomerIntel } from '../../../node-sdk/src/index.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { type Rejections, openRejections } from '../../src/events/rejections.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { runCommand } from '../support/run-command.ts'
import { mergeLimits } from '../../src/customers/identity/merge-protection.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'
import { isOnFiles, openTestStore } from '../support/test-store.ts'

let test: TestServer
let directory: string

async function makeDirectory(): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-explain-'))
}
async function removeDirectory(): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
/** A server with real read models, which are a process of their own. */
async function openServer(): Promise<void> {
  await makeDirectory()
  test = await openTestServer({ store: await openTestStore(directory) })
}
async function closeServer(): Promise<void> {
  await test.close()
  await removeDirectory()
}

let counter = 0
/** A new uuid v7. */
function uuid(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${(++counter).toString(16).padStart(12, '0')}`
}

function get(path: string, key = test.apiKey): Promise<Response> {
  return test.server.fetch(
    new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${key}` } }),
  )
}

async function explain(id: string): Promise<EventExplanation> {
  const response = await get(`/api/debug/events/${id}`)
  expect(response.status).toBe(200)
  return v.parse(EventExplanationSchema, await response.json())
}

const at = { url: 'https://acme.com/pricing', path: '/pricing' }

describe('GET /api/debug/events/{uuid}', () => {
  beforeAll(openServer)
  afterAll(closeServer)

  /** A browser of its own for each test. */
  let visitorId: string
  beforeEach(() => {
    visitorId = randomUUID()
  })

  it('tells an accepted anonymous event, then whose it became, through which event', async () => {
    const view = uuid()
    await test.ingest({ visitorId, events: [{ type: 'pageview', uuid: view, ...at }] })
    expect(await explain(view)).toMatchObject({
      uuid: view,
      status: 'accepted',
      event: { eventType: 'PAGE_VIEW', source: 'client' },
      arrivals: [{ source: 'client', index: 0 }],
      searched: { whole: true },
      contact: null,
      customer: null,
    })
    const identify = uuid()
    await test.ingest({
      visitorId,
      events: [{ type: 'identify', uuid: identify, ...at, email: 'jane@acme.com', userId: 'u-17' }],
    })
    const known = await explain(view)
    expect(known).toMatchObject({
      status: 'accepted',
      contact: { email: 'jane@acme.com', via: 'device', cause: identify },
      customer: { domain: 'acme.com', via: 'emailDomain' },
      links: [{ left: 'email:jane@acme.com', right: 'user:u-17', status: 'applied', cause: identify }],
    })
    expect(await explain(identify)).toMatchObject({
      contact: { userId: known.contact?.userId, via: 'email', cause: identify },
    })
  })

  it('tells which of its keys name too much, and that a browser and a server sent one uuid', async () => {
    const id = uuid()
    const people = Array.from({ length: mergeLimits.devicePeople + 1 }, (_, n) => ({
      type: 'identify',
      uuid: uuid(),
      ...at,
      email: `person-${n}@crowd.example.net`,
    }))
    await test.ingest({ visitorId, events: [...people, { type: 'pageview', uuid: id, ...at }] })
    expect(await explain(id)).toMatchObject({
      contact: null,
      crowdedKeys: [{ key: `visitor:${visitorId}`, statedBy: 'browser', limit: 'devicePeople' }],
    })
    await test.ingest({
      source: 'server',
      events: [{ type: 'custom', uuid: id, eventName: 'a', ...at, userId: 'u-99' }],
    })
    expect(await explain(id)).toMatchObject({
      status: 'accepted',
      event: { source: 'server' },
      reason: expect.stringContaining('A browser and a server sent it under one uuid') as string,
    })
  })

  it('tells which statement names the customer', async () => {
    const own = uuid()
    const stated = uuid()
    const person = uuid()
    await test.ingest({
      source: 'server',
      events: [
        { type: 'custom', uuid: own, eventName: 'a', customerId: 'acct-1', ...at },
        { type: 'custom', uuid: person, eventName: 'c', email: 'joe@gmail.com', ...at },
        { type: 'identify', uuid: stated, userId: 'u-1', customerId: 'acct-1', ...at },
      ],
    })
    expect(await explain(own)).toMatchObject({ contact: null, customer: { via: 'customerId' } })
    expect(await explain(person)).toMatchObject({ contact: { via: 'email' }, customer: { via: 'person' } })
    expect(await explain(stated)).toMatchObject({
      contact: { via: 'userId' },
      customer: { via: 'customerId' },
    })
  })

  it('tells a duplicate, with every arrival', async () => {
    const id = uuid()
    const batch = { visitorId, events: [{ type: 'pageview', uuid: id, ...at }] }
    await test.ingest(batch)
    await test.ingest(batch)
    await test.ingest({ ...batch, events: [{ type: 'pageview', ...at }, batch.events[0]] })
    const told = await explain(id.toUpperCase())
    expect(told).toMatchObject({ uuid: id, status: 'duplicate', event: { eventType: 'PAGE_VIEW' } })
    expect(told.arrivals.map(({ index }) => index)).toEqual([0, 0, 1])
    expect(told.reason).toContain('2 of its 3 arrivals')
  })

  it('tells a rejected event, its place and why, and nothing that it said', async () => {
    const id = uuid()
    const canary = 'canary@person.example'
    const response = await test.ingest({
      visitorId,
      events: [
        { type: 'pageview', ...at },
        { type: 'custom', uuid: id, ...at, eventName: 7, email: canary, properties: { [canary]: [canary] } },
      ],
    })
    expect(response.status).toBe(207)
    const told = await explain(id)
    expect(told).toMatchObject({ status: 'rejected', event: null, contact: null, arrivals: [] })
    expect(told.rejections).toEqual([
      {
        at: expect.any(String),
        index: 1,
        reason: expect.stringContaining('eventName'),
        eventName: 'custom',
        remedy: expect.stringContaining('under the same uuid'),
      },
    ])
    expect(JSON.stringify(told)).not.toContain('canary')
    if (!isOnFiles) return
    const file = join(directory, 'organizations', test.workspace.organization.id, 'rejections.ndjson')
    expect(await readFile(file, 'utf8')).not.toContain('canary')
    expect((await stat(file)).mode & 0o077).toBe(0)
  })

  it('tells the events of a batch that was refused as a whole', async () => {
    const id = uuid()
    expect(
      (await test.ingest({ visitorId: 7, events: [{ type: 'pageview', uuid: id, ...at }] })).status,
    ).toBe(400)
    expect(await explain(id)).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(/The whole batch was refused: visitorId/),
    })
  })

  it('tells that an event was taken after all, when a later try was good', async () => {
    const id = uuid()
    await test.ingest({ visitorId, events: [{ type: 'pageview', uuid: id, path: 7 }] })
    await test.ingest({ visitorId, events: [{ type: 'pageview', uuid: id, ...at }] })
    expect(await explain(id)).toMatchObject({ status: 'accepted', rejections: [{ index: 0 }] })
  })

  it('tells that an event waits while the read models are behind or can’t be asked, and why', async () => {
    const id = uuid()
    await test.ingest({ visitorId, events: [{ type: 'pageview', uuid: id, ...at }] })
    await explain(id)
    const { readModels } = test.workspace
    const waiting = vi.spyOn(readModels, 'fresh').mockResolvedValue({
      reads: readModels,
      current: false,
      stale: { reason: 'The engine restarts', behindSeconds: 1 },
    })
    const asked = vi
      .spyOn(readModels, 'traceEvent')
      .mockRejectedValue(new AppError('READS_UNAVAILABLE', 'The engine restarts'))
    expect(await explain(id)).toMatchObject({ status: 'waiting', event: null, arrivals: [{ index: 0 }] })
    waiting.mockRestore()
    asked.mockRestore()
    expect(await explain(id)).toMatchObject({ status: 'accepted' })
  })

  it('tells that it knows nothing, and where it looked', async () => {
    await test.ingest({ visitorId, events: [{ type: 'pageview', ...at }] })
    const told = await explain(uuid())
    expect(told).toMatchObject({ status: 'unknown', arrivals: [], searched: { whole: true } })
    expect(told.reason).toMatch(/Neither the read models, nor the whole log, nor the last refusals/)
  })

  it('never tells of another organization’s events', async () => {
    const id = uuid()
    await test.ingest({ visitorId, events: [{ type: 'pageview', uuid: id, ...at }] })
    await runCommand(directory, 'organization', 'create', '--name', 'Globex')
    const issued = await runCommand(
      directory,
      'keys',
      'issue',
      '--organization',
      'globex',
      '--name',
      'x',
      '--grants',
      'full',
    )
    const key = /(ok_\S+)/.exec(issued.out)?.[1] ?? ''
    const response = await get(`/api/debug/events/${id}`, key)
    expect(await response.json()).toMatchObject({ status: 'unknown' })
  })

  it('is for full keys: a read-only key is refused, a malformed uuid too', async () => {
    const key = generateApiKey()
    await test.workspace.updateDocument(({ apiKeys }) => {
      apiKeys.push(toApiKey(key, { name: 'read', grants: readOnlyGrants, now: Date.now() }))
    })
    const forbidden = await get(`/api/debug/events/${uuid()}`, key)
    expect(forbidden.status).toBe(403)
    expect(await forbidden.json()).toEqual({ error: expect.stringContaining('events:explain') })
    expect((await get(`/api/debug/events/${uuid()}`, 'ok_none')).status).toBe(401)
    const malformed = await get('/api/debug/events/4711')
    expect(malformed.status).toBe(400)
    expect(await malformed.json()).toMatchObject({ details: [{ path: ['uuid'] }] })
    expect((await get(`/api/debug/events/${'%27'.repeat(300)}`)).status).toBe(404)
  })

  it('is a method of the SDK', async () => {
    const id = uuid()
    await test.ingest({ visitorId, events: [{ type: 'pageview', uuid: id, ...at }] })
    const intel = new CustomerIntel({
      apiKey: test.apiKey,
      baseUrl: 'http://localhost',
      fetch: (input, init) => test.server.fetch(new Request(input, init)),
    })
    expect(await intel.identity.explainEvent(id)).toMatchObject({ status: 'accepted' })
  })
})

describe('svc-server explain', () => {
  beforeEach(openServer)
  afterEach(closeServer)

  it('asks the running server, with a key that it is given', async () => {
    const id = uuid()
    await test.ingest({ visitorId: randomUUID(), events: [{ type: 'pageview', uuid: id, ...at }] })
    // Over a database the command looks itself, whoever else does.
    if (isOnFiles)
      await expect(runCommand(directory, 'explain', id)).rejects.toThrow(
        /--api-key or set SVC_API_KEY.*events:explain/,
      )
    const { url } = await test.server.listen({ port: 0 })
    const told = await runCommand(directory, 'explain', id, '--url', url, '--api-key', test.apiKey)
    expect(told.code).toBe(0)
    expect(told.out).toMatch(new RegExp(`^${id}  accepted`))
    const wrong = runCommand(directory, 'explain', id, '--url', url, '--api-key', `ok_${'x'.repeat(43)}`)
    await expect(wrong).rejects.toThrow('401')
  })

  it('looks itself while no server runs, and remembers refusals across the restart', async () => {
    const good = uuid()
    const bad = uuid()
    await test.ingest({
      visitorId: randomUUID(),
      events: [
        { type: 'identify', uuid: good, ...at, email: 'jane@acme.com' },
        { type: 'pageview', uuid: bad, url: 7 },
      ],
    })
    await test.server.close()
    const told = await runCommand(directory, 'explain', good)
    expect(told.out).toMatch(
      /accepted[\s\S]*Contact .*"jane@acme.com", by its email[\s\S]*Customer .*"acme.com", by emailDomain/,
    )
    expect((await runCommand(directory, 'explain', bad)).out).toMatch(/rejected[\s\S]*Refused .*url/)
    const unknown = await runCommand(directory, 'explain', uuid(), '--json')
    expect(unknown.code).toBe(1)
    expect(JSON.parse(unknown.out)).toMatchObject({ status: 'unknown' })
  })
})

describe('svc-server explain, given something else', () => {
  beforeEach(makeDirectory)
  afterEach(removeDirectory)

  it.each([
    [[], 'takes <event uuid>'],
    [['x'], 'is none'],
    [['018f2f5e-7c1a-7d43-9a3b-0123456789ab', 'more'], 'takes <event uuid>'],
    [['018f2f5e-7c1a-7d43-9a3b-0123456789ab', '--grants', 'full'], "Unknown option '--grants'"],
    [['018f2f5e-7c1a-7d43-9a3b-0123456789ab', '--url', 'nowhere', '--api-key', 'x'], 'is no web address'],
  ])('refuses %j', async (argv, message) => {
    await expect(runCommand(directory, 'explain', ...argv)).rejects.toThrow(message)
  })
})

describe('the record of refusals', () => {
  const noted = {
    at: '2026-01-01T00:00:00.000Z',
    index: 0,
    reason: 'url must be a string.',
    kind: 'invalid_event',
    field: 'url',
    eventName: null,
    origin: null,
    publicKey: null,
    source: 'client',
  } as const
  const open = (): Rejections =>
    openRejections(memoryStore().organization('o').journals, { onProblem: (problem) => expect.fail(problem) })

  it('forgets the oldest, and finds the newest', async () => {
    const rejections = open()
    const ids = Array.from({ length: 20_000 }, () => uuid())
    for (const [index, id] of ids.entries()) {
      rejections.note({ ...noted, at: new Date().toISOString(), index, uuid: id })
      if (index % 1_000 === 999) await rejections.find(id)
    }
    expect(await rejections.find(ids[0]!)).toEqual([])
    expect(await rejections.find(ids.at(-1)!)).toHaveLength(1)
    await rejections.close()
  })

  it('holds no more in memory than it can write, whatever comes', async () => {
    const rejections = open()
    const id = uuid()
    for (let count = 0; count < 50_000; count++) {
      rejections.note({ ...noted, uuid: id })
    }
    expect(await rejections.find(id)).toHaveLength(1_000)
    await rejections.close()
  })
})
