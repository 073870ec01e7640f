import { randomUUID } from 'node:crypto'
import { getRoute, type IngestStats, type Rejection, type RejectionList } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openIngestCounts } from '../../src/events/ingest-counts.ts'
import { CustomerIntel } from '../../../node-sdk/src/index.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test: TestServer
beforeAll(async () => {
  test = await openTestServer({ store: memoryStore() })
})
afterAll(async () => {
  await test.close()
})

const page = { url: 'https://acme.example/pricing', path: '/pricing' }
const origin = 'http://localhost:3000'

async function list(query = ''): Promise<RejectionList> {
  const { status, body } = await test.ask('GET', `/api/rejections${query}`)
  expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null })
  return v.parse(getRoute('listRejections').responses[200] as v.GenericSchema, body) as RejectionList
}

async function newest(): Promise<Rejection> {
  return (await list('?limit=1')).items[0]!
}

describe('GET /api/rejections', () => {
  it('names field, reason, remedy, event, origin and key of a rejected event, and nothing else of it', async () => {
    const uuid = randomUUID()
    const bad = { type: 'custom', ...page, eventName: 'Checkout started', path: 7, uuid: uuid.toUpperCase() }
    const batch = { visitorId: randomUUID(), events: [{ type: 'pageview', ...page }, bad] }
    const canary = { email: 'canary@person.example', properties: { 'canary@person.example': ['canary'] } }
    await test.ingest({ ...batch, events: [batch.events[0], { ...bad, ...canary }] }, { headers: { origin } })
    const rejection = await newest()
    expect(rejection).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      kind: 'invalid_event',
      uuid,
      index: 1,
      field: 'path',
      reason: expect.stringMatching(/^path must be a string/),
      remedy: expect.stringMatching(/uuid/),
      eventName: 'Checkout started',
      origin,
      publicKey: test.publicKey,
      source: 'client',
      count: 1,
      alike: 1,
    })
    expect(JSON.stringify(rejection)).not.toContain('canary')
    await test.ingest(batch, { headers: { origin } })
    expect(await newest()).toMatchObject({ uuid, alike: 2 })
  })

  it('lists events without a uuid, those of a whole batch, and nameless ones by their type', async () => {
    await test.ingest({ source: 'server', events: [{ type: 'custom', ...page, eventName: 'Nobody’s' }] })
    expect(await newest()).toMatchObject({
      kind: 'unidentified',
      uuid: null,
      eventName: 'Nobody’s',
      source: 'server',
      remedy: expect.stringContaining('customerId') as string,
    })
    await test.ingest({ visitorId: 7, events: [{ type: 'pageview', ...page }] })
    expect(await newest()).toMatchObject({ kind: 'invalid_batch', field: 'visitorId', eventName: 'pageview' })
    await test.ingest({ visitorId: 7, events: 'none' })
    expect(await newest()).toMatchObject({ kind: 'invalid_batch', index: null, eventName: null })
    await test.ingest({
      visitorId: randomUUID(),
      events: [{ type: 'custom', ...page, path: 7, eventName: 'Mail to jane@acme.example' }],
    })
    expect(await newest()).toMatchObject({ kind: 'invalid_event', eventName: null })
  })

  it('lists requests whose events were not looked at, equal ones as one', async () => {
    const foreign = 'https://other.example'
    for (let count = 0; count < 3; count++)
      expect((await test.ingest({ events: [] }, { headers: { origin: foreign } })).status).toBe(403)
    expect(await newest()).toMatchObject({
      kind: 'origin_not_allowed',
      field: 'origin',
      origin: foreign,
      publicKey: test.publicKey,
      uuid: null,
      index: null,
      count: 3,
      alike: 3,
      remedy: expect.stringContaining('allowed origins') as string,
    })
    expect((await test.ingest('no json')).status).toBe(400)
    expect(await newest()).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining('JSON') as string,
    })
    expect((await test.ingest('x'.repeat(2_000_000))).status).toBe(413)
    expect(await newest()).toMatchObject({ kind: 'unreadable' })
  })

  it('goes page by page, each once, and filters', async () => {
    const all = (await list('?limit=200')).items
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const walked: Rejection[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { items, pagination }: RejectionList = await list(
        `?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      expect(pagination.total).toBe(all.length)
      walked.push(...items)
      cursor = pagination.nextCursor
    }
    expect(walked).toEqual(all)
    const kinds = async (query: string) => (await list(query)).items.map(({ kind }) => kind)
    expect(await kinds('?kind=unreadable')).toEqual(['unreadable', 'unreadable'])
    expect(await kinds('?eventName=Checkout%20started')).toEqual(['invalid_event', 'invalid_event'])
    expect(await kinds(`?origin=${encodeURIComponent('https://other.example')}`)).toEqual([
      'origin_not_allowed',
    ])
    expect(await kinds('?to=2020-01-01T00:00:00Z')).toEqual([])
    expect(await kinds('?publicKey=pk_other')).toEqual([])
  })

  it.each(['?kind=nonsense', '?limit=0', '?limit=201', '?from=yesterday', '?cursor=WzAsIiIsIngiXQ'])(
    'answers %s with a 400',
    async (query) => {
      expect((await test.ask('GET', `/api/rejections${query}`)).status).toBe(400)
    },
  )

  it('is walked by the SDK', async () => {
    const client = new CustomerIntel({
      apiKey: test.apiKey,
      baseUrl: 'http://localhost',
      fetch: (request) => test.server.fetch(request as Request),
    })
    const walked = []
    for await (const rejection of client.events.listRejections({ limit: 2 })) walked.push(rejection.id)
    expect(walked).toEqual((await list('?limit=200')).items.map(({ id }) => id))
  })
})

describe('GET /api/ingest-stats', () => {
  it('counts accepted, duplicate and rejected events by kind', async () => {
    const uuid = randomUUID()
    const event = { type: 'custom', ...page, eventName: 'Counted', email: 'jane@acme.example', uuid }
    const before = await stats()
    await test.ingest({ source: 'server', events: [event] })
    await test.ingest({ source: 'server', events: [event, event] })
    await test.ingest({ source: 'server', events: [{ ...event, path: 7 }] })
    await test.workspace.readModels.exact()
    const after = await stats()
    const sum = ({ items }: IngestStats, of: 'accepted' | 'duplicate' | 'rejected') =>
      items.reduce((total, item) => total + item[of], 0)
    expect([
      sum(after, 'accepted') - sum(before, 'accepted'),
      sum(after, 'duplicate') - sum(before, 'duplicate'),
      sum(after, 'rejected') - sum(before, 'rejected'),
    ]).toEqual([3, 2, 1])
    expect(after.items.at(-1)?.reasons.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['invalid_event', 'origin_not_allowed']),
    )
    expect(after).toMatchObject({ step: 'hour', timezone: 'UTC', lagSeconds: 0 })
    expect(Date.parse(after.to) - Date.parse(after.from)).toBe(24 * 3_600_000)
  })

  it('adds minutes up to days of the workspace’s zone', async () => {
    await test.done('PATCH', '/api/settings', { defaultTimezone: 'Asia/Kolkata' })
    // A day of its own, written as a server that ended then did.
    const minutes = ['2026-03-01T18:29:00Z', '2026-03-01T18:30:00Z', '2026-03-02T18:29:00Z'].map((at) => ({
      at: Date.parse(at),
      accepted: 2,
      duplicates: 1,
      rejected: { unreadable: 1 },
    }))
    await test.workspace.journals.append('ingest-counts', minutes)
    const { items } = await stats('?from=2026-03-01T00:00:00Z&to=2026-03-03T00:00:00Z&step=day')
    const reasons = (count: number) => [{ kind: 'unreadable', count }]
    expect(items).toEqual([
      { at: '2026-02-28T18:30:00.000Z', accepted: 2, duplicate: 1, rejected: 1, reasons: reasons(1) },
      { at: '2026-03-01T18:30:00.000Z', accepted: 4, duplicate: 2, rejected: 2, reasons: reasons(2) },
    ])
    const hours = await stats('?from=2026-03-01T18:00:00Z&to=2026-03-01T19:00:00Z&step=hour')
    expect(hours.items.map(({ at }) => at)).toEqual(['2026-03-01T17:30:00.000Z', '2026-03-01T18:30:00.000Z'])
    expect(hours.since).toBe('2026-03-01T18:29:00.000Z')
    await test.done('PATCH', '/api/settings', { defaultTimezone: 'UTC' })
  })

  it.each([
    '?from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    '?from=2020-01-01T00:00:00Z&step=minute',
    '?step=week',
  ])('answers %s with a 400', async (query) => {
    expect((await test.ask('GET', `/api/ingest-stats${query}`)).status).toBe(400)
  })

  async function stats(query = ''): Promise<IngestStats> {
    const { status, body } = await test.ask('GET', `/api/ingest-stats${query}`)
    expect(status).toBe(200)
    return v.parse(getRoute('getIngestStats').responses[200] as v.GenericSchema, body) as IngestStats
  }
})

describe('the counts of what came in', () => {
  it('are written minute by minute, and survive a restart', async () => {
    const { journals } = memoryStore().organization('o')
    let now = Date.parse('2026-03-01T10:00:30Z')
    let duplicates = 5
    const open = () =>
      openIngestCounts(journals, {
        duplicates: () => duplicates,
        onProblem: (problem) => expect.fail(problem),
        clock: () => now,
      })
    const counts = open()
    counts.accepted(3)
    duplicates += 1
    now += 60_000
    counts.rejected('unreadable')
    await counts.close()
    // A rebuild applies everything again: no repetitions.
    duplicates += 1_000_000
    const next = open()
    next.accepted(2)
    expect((await next.list()).map(({ at, ...rest }) => [new Date(at).toISOString(), rest])).toEqual([
      ['2026-03-01T10:00:00.000Z', { accepted: 3, duplicates: 1, rejected: {} }],
      ['2026-03-01T10:01:00.000Z', { accepted: 0, duplicates: 0, rejected: { unreadable: 1 } }],
      ['2026-03-01T10:01:00.000Z', { accepted: 2, duplicates: 0, rejected: {} }],
    ])
    await next.close()
  })
})
