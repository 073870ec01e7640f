// What the console asks beside customers: audit, usage, quarantine, deliveries, what was skipped, signals tried on history.
import { randomBytes, randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getRoute, type OperationName, type SignalPreview } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const key = randomBytes(32)
  server = await openTestServer({ store: memoryStore(), secretKeys: async () => [key] })
})
afterAll(() => server.close())

async function get(operation: OperationName, path: string) {
  const { status, body } = await server.ask('GET', path)
  expect({ path, status, error: body.error }).toEqual({ path, status: 200, error: undefined })
  const schema = getRoute(operation).responses[200] as v.GenericSchema
  expect(v.safeParse(schema, body).issues).toBeUndefined()
  return body
}

const seatAdded = (customer: string, timestamp: number) => ({
  type: 'custom',
  eventName: 'Seat added',
  uuid: randomUUID(),
  customerId: customer,
  timestamp,
  url: 'server://app',
  path: '/',
})
const definition = { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Seat added'] }
const day = 24 * 3_600_000

test('changes are listed with who made them, newest first, page by page, and secrets are masked', async () => {
  for (const defaultTimezone of ['Europe/Paris', 'Asia/Tokyo', 'UTC'])
    await server.done('PATCH', '/api/settings', { defaultTimezone })
  await server.done('POST', '/api/destinations', {
    type: 'WEBHOOK_ENDPOINT',
    url: 'https://hooks.invalid/a?token=canary',
    label: 'Ops',
  })
  const all = await get('listAudit', '/api/audit')
  expect(all.items[1]).toMatchObject({
    commandId: 'settings.update',
    actor: { kind: 'key', name: expect.any(String) as string },
    resource: { type: 'workspace_settings' },
    before: { defaultTimezone: 'Asia/Tokyo' },
    after: { defaultTimezone: 'UTC' },
  })
  const first = await get('listAudit', '/api/audit?limit=2')
  const second = await get('listAudit', `/api/audit?limit=2&cursor=${first.pagination.nextCursor}`)
  expect([...first.items, ...second.items]).toEqual(all.items)
  expect(second.pagination).toMatchObject({ hasMore: false, total: 4 })
  const { items } = await get('listAudit', '/api/audit?resource=destination')
  expect(items).toHaveLength(1)
  expect((await get('listAudit', '/api/audit?actor=nobody')).items).toEqual([])
  expect((await get('listAudit', '/api/audit?to=2020-01-01T00:00:00Z')).items).toEqual([])
  await server.workspace.audit.append({
    id: 'a',
    at: new Date().toISOString(),
    commandId: 'x',
    correlationId: 'c',
    apiKeyId: 'gone',
    resource: { type: 'x', id: 'x' },
    before: {},
    after: { deep: [{ signingSecret: 'canary' }] },
  })
  const masked = await get('listAudit', '/api/audit?resource=x')
  expect(masked.items[0]).toMatchObject({
    actor: { id: 'gone', name: null },
    after: { deep: [{ signingSecret: '•••' }] },
  })
})

test('usage tells calls, limits, and the requests of each key', async () => {
  await server.ask('POST', '/api/tools/call', { tool: 'svc_schema', input: {} })
  const usage = await get('getUsage', '/api/usage')
  expect(usage).toMatchObject({
    apiCalls: { used: 1, limit: null, month: new Date().toISOString().slice(0, 7) },
    retentionDays: null,
    callers: [{ kind: 'key', name: expect.any(String) as string }],
  })
  expect(usage.callers[0].requests).toBeGreaterThan(5)
})

test('what can’t be applied is listed, and tried again while the server runs', async () => {
  expect(await get('listQuarantine', '/api/quarantine')).toEqual({ items: [], total: 0 })
  await server.workspace.log.append(Buffer.from('no JSON'))
  const { items, total } = await get('listQuarantine', '/api/quarantine')
  expect({ items, total }).toMatchObject({
    items: [{ index: null, reason: expect.any(String) as string }],
    total: 1,
  })
  const { revision } = server.workspace.readModels
  expect(await server.done('POST', '/api/quarantine/retry')).toEqual({ retried: 1 })
  await vi.waitFor(() => expect(server.workspace.readModels.revision).toBeGreaterThan(revision), 20_000)
  expect((await get('listQuarantine', '/api/quarantine')).total).toBe(1)
}, 30_000)

test('a signal is tried on history: by day of the workspace’s zone, with customers, and stored nowhere', async () => {
  await server.done('PATCH', '/api/settings', { defaultTimezone: 'Asia/Tokyo' })
  const noon = Math.floor(Date.now() / day) * day + 3 * 3_600_000
  // 12:00, 23:59 and, on the next day there, 00:01 in Tokyo.
  const times = [
    noon - 3 * day,
    noon - 3 * day + 12 * 3_600_000 - 60_000,
    noon - 3 * day + 12 * 3_600_000 + 60_000,
  ]
  await server.ingest({
    source: 'server',
    events: [seatAdded('a', times[0]!), seatAdded('b', times[1]!), seatAdded('a', times[2]!)],
  })
  const preview = (body: object): Promise<SignalPreview> => server.done('POST', '/api/signals/preview', body)
  const found = await preview({ signal: { kind: 'EVENT_MATCH', definition }, days: 30 })
  const dayOf = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10)
  expect(found).toMatchObject({
    occurrenceCount: 3,
    customerCount: 2,
    timezone: 'Asia/Tokyo',
    byDay: [
      { day: dayOf(times[0]!), occurrences: 2, customers: 2 },
      { day: dayOf(times[2]!), occurrences: 1, customers: 1 },
    ],
    truncated: false,
  })
  expect(found.occurrences.map(({ occurredAt }) => Date.parse(occurredAt))).toEqual(times.toReversed())
  expect((await server.done('GET', '/api/signals')).signals).toEqual([])
  const { signal } = await server.done('POST', '/api/signals', {
    kind: 'EVENT_MATCH',
    name: 'Seats',
    definition,
  })
  expect((await preview({ signalId: signal.id, days: 730 })).byDay).toEqual(found.byDay)
  for (const [body, status] of [
    [{ signalId: randomUUID(), days: 7 }, 404],
    [{ days: 7 }, 400],
    [{ signalId: signal.id, signal: { kind: 'EVENT_MATCH', definition }, days: 7 }, 400],
    [{ signalId: signal.id, days: 731 }, 400],
  ] as const)
    expect((await server.ask('POST', '/api/signals/preview', body)).status).toBe(status)
  await server.done('PATCH', '/api/settings', { defaultTimezone: 'UTC' })
})

test('deliveries of all destinations are listed and narrowed', async () => {
  const { items } = await server
    .ask('GET', '/api/destinations')
    .then(({ body }) => ({ items: body.result.data.destinations as { id: string }[] }))
  const destination = items[0]!.id
  for (const title of ['One', 'Two'])
    await server.ask('POST', '/api/tools/call', {
      tool: 'svc_send_notification',
      input: { title, markdown: 'Text', destinationIds: [destination] },
    })
  const all = await get('listDeliveries', '/api/deliveries')
  expect(all).toMatchObject({
    items: [
      { title: 'Two', destinationId: destination, automationId: null, runId: null },
      { title: 'One', tries: expect.any(Number) as number },
    ],
    pagination: { total: 2 },
  })
  const first = await get('listDeliveries', `/api/deliveries?limit=1&destination=${destination}`)
  const second = await get(
    'listDeliveries',
    `/api/deliveries?limit=1&destination=${destination}&cursor=${first.pagination.nextCursor}`,
  )
  expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['Two', 'One'])
  for (const query of ['destination=x', 'automation=x', 'customer=x', 'to=2020-01-01T00:00:00Z'])
    expect((await get('listDeliveries', `/api/deliveries?${query}`)).items).toEqual([])
  expect((await server.ask('GET', '/api/deliveries?status=nonsense')).status).toBe(400)
  expect((await server.ask('GET', `/api/automations/${randomUUID()}/skipped`)).status).toBe(404)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'a long answer is sent as %s to whom takes that, and a short one as it is',
  async (encoding, decode) => {
    const ask = (path: string, accepted: string) =>
      server.server.fetch(
        new Request(`http://localhost${path}`, {
          headers: { authorization: `Bearer ${server.apiKey}`, 'accept-encoding': accepted },
        }),
      )
    const compressed = await ask('/openapi.json', encoding)
    const plain = await ask('/openapi.json', 'identity')
    expect([compressed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
      encoding,
      null,
    ])
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding')
    const bytes = Buffer.from(await compressed.arrayBuffer())
    expect(compressed.headers.get('content-length')).toBe(String(bytes.length))
    expect(decode(bytes).toString()).toBe(await plain.text())
    const short = await ask('/api/quarantine', encoding)
    expect(short.headers.get('content-encoding')).toBe(null)
    expect((await ask('/openapi.json', `${encoding};q=0`)).headers.get('content-encoding')).toBe(null)
  },
)
