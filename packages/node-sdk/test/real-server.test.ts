import { feedbackOf } from '../../server/src/organizations/feedback/feedback.ts'
import {
  createServer,
  defineOrganization,
  memoryStore,
  type CustomerIntelServer,
} from '@customer-intel/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CustomerIntel } from '../src/index.ts'
import { Tracker } from '../src/track.ts'

let server: CustomerIntelServer
let keys: { apiKey: string; publicKey: string }
let baseUrl: string

beforeAll(async () => {
  const store = memoryStore()
  const { apiKey, publicKey, document } = defineOrganization({ name: 'Acme' })
  keys = { apiKey, publicKey }
  server = createServer({ store, logger: { warn: () => undefined, error: () => undefined } })
  await server.workspaces.createOrganization(document.organization, document)
  const { url } = await server.listen({ port: 0 })
  baseUrl = url
})
afterAll(() => server.close())

/** The two ways to reach a server: through a socket, and in the same process without one. */
const ways = [
  { way: 'over a socket', options: () => ({ baseUrl }) },
  {
    way: 'in process',
    options: () => ({
      baseUrl: 'http://localhost',
      fetch: (input: RequestInfo | URL, init?: RequestInit) => server.fetch(new Request(input, init)),
    }),
  },
]

test.each(ways)('$way: what was tracked is in the next answer', async ({ way, options }) => {
  const domain = way === 'in process' ? 'inside.example' : 'socket.example'
  const tracker = new Tracker({ publicKey: keys.publicKey, flushOnExit: false, ...options() })
  tracker.identify({ email: `jane@${domain}`, traits: { name: 'Jane Doe' } })
  tracker.track({ eventName: 'Plan upgraded', email: `jane@${domain}`, properties: { plan: 'team' } })
  expect(await tracker.shutdown()).toMatchObject({ acknowledged: 2, dropped: 0, waiting: 0 })

  const client = new CustomerIntel({ apiKey: keys.apiKey, ...options() })
  const { customer, users } = await client.tools.getCustomer({ customer: domain, include: ['users'] })
  expect(customer.domain).toBe(domain)
  expect(users?.map(({ email }) => email)).toEqual([`jane@${domain}`])
  const { events } = await client.tools.getTimeline({ customer: domain })
  expect(events.map(({ eventName }) => eventName)).toContain('Plan upgraded')
  const rows = await client.query<{ name: string; events: number }>(
    `select event_name as name, count(*) as events from activity
     where customer_domain = '${domain}' and event_name = 'Plan upgraded' group by 1`,
  )
  expect(rows).toEqual([{ name: 'Plan upgraded', events: 1 }])
})

test.each(ways)(
  '$way: a key tells what it is, a wrong one is an AuthenticationError',
  async ({ options }) => {
    const client = new CustomerIntel({ apiKey: keys.apiKey, ...options() })
    const { data, requestId } = await client.keys.validate().withResponse()
    expect(data.authorization.grants).toContain('customer_intelligence:read')
    expect(requestId).toMatch(/^req_/)
    const stranger = new CustomerIntel({ apiKey: `ok_${'x'.repeat(43)}`, ...options() })
    await expect(stranger.keys.validate()).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 })
    await expect(stranger.tools.schema()).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 })
  },
)

test.each(ways)('$way: the server’s refusals have their classes and their reasons', async ({ options }) => {
  const client = new CustomerIntel({ apiKey: keys.apiKey, ...options() })
  await expect(client.tools.getCustomer({ customer: 'nobody.example' })).rejects.toMatchObject({
    name: 'NotFoundError',
    code: 'NOT_FOUND',
    retryable: false,
  })
  await expect(client.tools.listCustomers({ limit: 5_000 })).rejects.toMatchObject({
    name: 'ValidationError',
    issues: [{ path: ['limit'] }],
  })
  await expect(client.query('drop table activity')).rejects.toMatchObject({
    name: 'ValidationError',
    status: 400,
  })
  await expect(client.query('select * from activity', { limit: 1 })).rejects.toMatchObject({
    name: 'TruncatedResultError',
    rowsReturned: 1,
  })
})

test('customers are walked page by page, each once', async () => {
  const tracker = new Tracker({ publicKey: keys.publicKey, flushOnExit: false, baseUrl })
  for (let index = 0; index < 25; index++) tracker.identify({ email: `someone@company${index}.example` })
  await tracker.shutdown()
  const client = new CustomerIntel({ apiKey: keys.apiKey, baseUrl })
  const ids: string[] = []
  for await (const customer of client.tools.listCustomers({ limit: 10, search: 'company' }))
    ids.push(customer.id)
  expect(ids).toHaveLength(25)
  expect(new Set(ids).size).toBe(25)
})

test('a burst of 20,000 events is stored exactly once, in spite of the rate limit', async () => {
  const tracker = new Tracker({
    publicKey: keys.publicKey,
    flushOnExit: false,
    baseUrl,
    warn: () => undefined,
  })
  for (let index = 0; index < 20_000; index++) {
    tracker.track({ eventName: 'Burst', userId: `burst-${index % 100}`, properties: { index } })
  }
  expect(await tracker.shutdown({ timeoutMs: 60_000 })).toMatchObject({ acknowledged: 20_000, dropped: 0 })
  const client = new CustomerIntel({ apiKey: keys.apiKey, baseUrl })
  const count = async () => {
    const [row] = await client.query<{ events: number }>(
      "select count(*) as events from activity where event_name = 'Burst'",
    )
    return row?.events
  }
  await expect.poll(count).toBe(20_000)
})

test('an event that the server refuses is reported with its reason, the others are stored', async () => {
  const dropped: string[] = []
  const tracker = new Tracker({
    publicKey: keys.publicKey,
    baseUrl,
    flushOnExit: false,
    onDrop: ({ reason, message }) => dropped.push(`${reason}: ${message}`),
  })
  tracker.track({ eventName: 'Good', userId: 'u-1' })
  tracker.track({ eventName: 'Bad', email: 'not an address' })
  expect(await tracker.shutdown()).toMatchObject({ acknowledged: 1, dropped: 1 })
  expect(dropped).toHaveLength(1)
  expect(dropped[0]).toMatch(/^refused: .*email/)
})

test('a call whose answer got lost is executed once', async () => {
  const answers: Response[] = []
  const client = new CustomerIntel({
    apiKey: keys.apiKey,
    baseUrl: 'http://localhost',
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const answer = await server.fetch(new Request(input, init))
      answers.push(answer)
      if (answers.length === 1) throw new TypeError('fetch failed')
      return answer
    },
  })
  const { data, headers } = await client.feedback.submit({ body: 'Well done' }).withResponse()
  expect(answers).toHaveLength(2)
  expect(headers.get('idempotency-replayed')).toBe('true')
  expect(await answers[0]?.json()).toEqual(data)
  const [organization] = await server.workspaces.listOrganizations()
  const workspace = await server.workspaces.openWorkspace(organization?.id ?? '')
  expect(await feedbackOf(workspace!).read()).toMatchObject([{ id: data.id, body: 'Well done' }])
})
