// Each of the twelve providers meets each answer that no service documents, where everything is walked again: it ends with a
// status and a message, nothing is lost, doubled or taken for deleted, and the next good answer puts everything right.
import { connectionsOf } from '../../src/integrations/connections.ts'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Call, Fault, Reply } from '../../../../examples/provider-sandbox/src/http.ts'
import { connectAll, type ConnectedId, connectedIds, connectOne, playedAs } from '../support/connect-all.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

interface Model {
  model: string
  status: string
  errorMessage: string | null
}

let test: IntegrationServer
let whole: object
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 6 })
  await connectAll(test)
  whole = await content()
})
afterAll(() => test.close())
afterEach(async () => {
  setFaults(() => () => null)
})

const rows = async (sql: string) => (await test.call<{ data: object[] }>('svc_query', { sql })).data

/** What the twelve brought, as answers show it. */
async function content() {
  await test.workspace.readModels.exact({ withinMs: 60_000 })
  return {
    sources: await rows(
      `select provider, count(*)::integer as brought, count(distinct source_id)::integer as ids, count(distinct customer_id)::integer as customers, min(title) as title, min(date_trunc('minute', occurred_at)) as since from sources group by provider order by provider`,
    ),
    users: await rows(
      `select count(*)::integer as people, count(distinct email)::integer as mails from users`,
    ),
    customers: await rows(`select count(*)::integer as customers from customers`),
    revenue: await rows(
      `select currency, count(*)::integer as days, sum(mrr_cents)::bigint::varchar as mrr from revenue group by currency order by currency`,
    ),
    events: await rows(`select count(*)::integer as events from activity where activity_kind = 'PRODUCT'`),
  }
}

/** How many of each there are, whatever they say. */
async function counts() {
  const { sources, users, customers } = (await content()) as Record<string, Record<string, unknown>[]>
  return {
    sources: sources!.map(({ provider, brought, ids }) => ({ provider, brought, ids })),
    users,
    customers,
  }
}

function setFaults(faultOf: (id: ConnectedId) => Fault) {
  for (const id of connectedIds) test.sandbox[playedAs[id]].fault = faultOf(id)
}

/** Everything is walked again by all of them, as after connecting again. Resolves with how each model stands. */
async function walkAll(): Promise<Record<string, Model[]>> {
  await connectionsOf(test.workspace).change((connections) => {
    for (const id of connectedIds) connections[id]!.generation = randomUUID()
  })
  const walked = connectedIds.map(async (id) => {
    await test.ask('POST', '/api/integrations/sync', { provider: id })
    const { syncs } = await test.synced(id)
    return [id, syncs as Model[]] as const
  })
  return Object.fromEntries(await Promise.all(walked))
}

const problemsOf = (syncs: Record<string, Model[]>) =>
  Object.fromEntries(
    Object.entries(syncs).map(([id, models]) => [
      id,
      models.filter(({ status }) => status === 'ERROR').map(({ errorMessage }) => errorMessage),
    ]),
  )
const none = Object.fromEntries(connectedIds.map((id) => [id, []]))

/** Tokens are given as ever. */
const isOfApi = ({ path }: Call) => !/oauth|\/token$|\/revoke$/.test(path)

const drip = (response: ServerResponse) => {
  response.on('error', () => undefined)
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(1024 * 1024, 32)
  const more = () => {
    while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more)
  }
  more()
}
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32), { level: 9 })
const raw = (write: (response: ServerResponse) => void): Reply => ({ status: 200, body: '', write })

describe('an answer', () => {
  it.each<[string, Reply]>([
    ['HTML with 200', { status: 200, body: '<!doctype html><html><body>Sign in</body></html>' }],
    ['nothing with 200', { status: 200, body: '' }],
    ['{"ok":false} with 200', { status: 200, body: { ok: false } }],
    ['{"success":false,"error":…} with 200', { status: 200, body: { success: false, error: 'over' } }],
    ['an empty object', { status: 200, body: {} }],
    ['an empty list', { status: 200, body: [] }],
    ['null', { status: 200, body: null }],
    ['a number', { status: 200, body: 7 }],
    [
      'lists that are objects',
      { status: 200, body: { ok: true, data: {}, results: {}, items: {}, users: {}, channels: {} } },
    ],
    ['JSON that is cut off', { status: 200, body: '{"data":[{"id":"1"' }],
    ['a redirect elsewhere', { status: 302, body: '', headers: { location: 'https://evil.example/' } }],
    ['a refusal in HTML', { status: 403, body: '<html>Forbidden</html>' }],
    ['an unknown refusal', { status: 418, body: { message: 'a teapot' } }],
    [
      'a body without end',
      raw((response) => {
        drip(response)
      }),
    ],
    [
      'a gzip bomb',
      raw((response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        response.end(bomb)
      }),
    ],
    [
      'what claims to be gzip',
      raw((response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        response.end('{"data":[]}')
      }),
    ],
    [
      'a body that breaks off',
      raw((response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
        response.write('{"data":[')
        setImmediate(() => response.destroy())
      }),
    ],
  ])('%s is an error that says so, and takes nothing away', async (_, reply) => {
    setFaults(() => (call) => (isOfApi(call) ? reply : null))
    const problems = problemsOf(await walkAll())
    for (const id of connectedIds) {
      expect({ id, problems: problems[id] }).not.toEqual({ id, problems: [] })
      for (const message of problems[id]!) expect({ id, message }).toMatchObject({ message: /\w{3,}/ })
    }
    expect(await content()).toEqual(whole)
    setFaults(() => () => null)
    expect(problemsOf(await walkAll())).toEqual(none)
    expect(await content()).toEqual(whole)
  })

  it('that asks to wait for an hour is no error, and takes nothing away', async () => {
    const headers = { 'retry-after': '3600', 'x-hubspot-ratelimit-interval-milliseconds': '3600000' }
    for (const status of [429, 503]) {
      setFaults(() => (call) => (isOfApi(call) ? { status, body: { message: 'later' }, headers } : null))
      const syncs = await walkAll()
      expect(problemsOf(syncs)).toEqual(none)
      for (const id of connectedIds) expect({ id, ...syncs[id]![0] }).toMatchObject({ id, status: 'IDLE' })
      expect(await content()).toEqual(whole)
    }
    setFaults(() => () => null)
    expect(problemsOf(await walkAll())).toEqual(none)
    expect(await content()).toEqual(whole)
  })

  it('that refuses the credentials ends the syncs where they can’t be renewed, with the remedy, until it is connected again', async () => {
    setFaults(() => (call) => (isOfApi(call) ? { status: 401, body: { message: 'expired' } } : null))
    const problems = problemsOf(await walkAll())
    const connections = await connectionsOf(test.workspace).read()
    for (const id of connectedIds) {
      expect(problems[id]!.join()).toMatch(/connect (?:it )?again|401/)
      // What was renewed a moment ago is no reason to ask the person again.
      const isRenewed = ['crm-a', 'crm-b', 'calendar-a', 'mail-a'].includes(id)
      expect({ id, isDisabled: connections[id]!.disabled !== null }).toEqual({ id, isDisabled: !isRenewed })
    }
    expect(await content()).toEqual(whole)
    setFaults(() => () => null)
    for (const id of connectedIds) await connectOne(test, id, true)
    await Promise.all(connectedIds.map((id) => test.synced(id)))
    expect(problemsOf(await walkAll())).toEqual(none)
    expect(await content()).toEqual(whole)
  })
})

type Change = (key: string, value: unknown) => unknown

/** Changes every leaf of an answer. */
function changed(value: unknown, change: Change, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change, key))
  if (typeof value !== 'object' || value === null) return change(key, value)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changed(item, change, name)]))
}

const isTime = (key: string) => /(?:_at|At|date|Date|time|Time|created|updated|start|end|^ms)$/.test(key)
const isText = (key: string) =>
  /^(?:name|title|subject|body|text|description|overview|dealname|firstname|first_name|full_name|real_name|displayName|summary|snippet|markdown_formatted|speaker_name|label|nickname)$/.test(
    key,
  )
const words = new Set(
  'status state priority dealstage stage_id visibility responseStatus part_type lifecyclestage billing_reason collection_method role'.split(
    ' ',
  ),
)
const typesTurned: Change = (_, value) => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value
}
const inSeconds: Change = (key, value) => {
  if (!isTime(key)) return value
  const ms = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN
  return ms > 1e12 ? Math.floor(ms / 1_000) : value
}
const inMilliseconds: Change = (key, value) => {
  if (!isTime(key)) return value
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return Date.parse(value)
  return typeof value === 'number' && value > 1e9 && value < 1e10 ? value * 1_000 : value
}

describe('fields', () => {
  it.each<[string, Change, { same: boolean }]>([
    ['numbers as texts and texts of digits as numbers', typesTurned, { same: true }],
    ['dates in seconds', inSeconds, { same: true }],
    ['dates in milliseconds', inMilliseconds, { same: true }],
    ['words that nobody knows', (key, value) => (words.has(key) ? 'brand_new' : value), { same: false }],
    ['no texts at all', (key, value) => (isText(key) ? null : value), { same: false }],
    ['texts that are lists', (key, value) => (isText(key) ? [value] : value), { same: false }],
  ])('%s lose and double nothing', async (_, change, { same }) => {
    const before = await counts()
    setFaults((id) => async (call) => {
      if (!isOfApi(call)) return null
      const reply = await test.sandbox[playedAs[id]].handler(call)
      return reply.status < 300 ? { ...reply, body: changed(reply.body, change) } : reply
    })
    expect(problemsOf(await walkAll())).toEqual(none)
    expect(await counts()).toEqual(before)
    if (same) expect(await content()).toEqual(whole)
    setFaults(() => () => null)
    expect(problemsOf(await walkAll())).toEqual(none)
    expect(await content()).toEqual(whole)
  })

  it('texts of 5 MB are cut, and the rest comes', async () => {
    const before = await counts()
    setFaults((id) => async (call) => {
      if (!isOfApi(call)) return null
      const reply = await test.sandbox[playedAs[id]].handler(call)
      let isFirst = true
      const long: Change = (key, value) => {
        if (!isFirst || !isText(key) || typeof value !== 'string') return value
        isFirst = false
        return `${value} ${'long '.repeat(1_000_000)}`
      }
      return { ...reply, body: changed(reply.body, long) }
    })
    expect(problemsOf(await walkAll())).toEqual(none)
    expect(await counts()).toEqual(before)
    setFaults(() => () => null)
    expect(problemsOf(await walkAll())).toEqual(none)
    expect(await content()).toEqual(whole)
  })
})
