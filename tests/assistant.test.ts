// An assistant that has nothing but the tools: twenty questions about the demo, each answer checked against the generator.
import type { RevenueRecordInput } from '@customer-intel/contract'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectedOf } from '../examples/demo/src/expected.ts'
import { fill } from '../examples/demo/src/fill.ts'
import { createRecords } from '../examples/demo/src/records.ts'
import { createWorkspace } from '../examples/demo/src/workspace.ts'
import { createServer, defineOrganization, memoryStore } from '../packages/server/src/index.ts'
import type { CustomerIntelServer } from '../packages/server/src/index.ts'

const now = Date.now()
const workspace = createWorkspace({ now, companies: 18, people: 150 })
const { document, publicKey, apiKey } = defineOrganization()
const records = [...createRecords(workspace)]
const expected = expectedOf(workspace, now)
const { companies } = workspace
const people = companies.flatMap((company) => company.people)
const [first, second] = companies as [(typeof companies)[0], (typeof companies)[0]]

const bills = records.filter((record): record is RevenueRecordInput => record.kind === 'revenue')
const billsOf = ({ customerId }: { customerId: string }) =>
  bills.filter(({ customer }) => 'customerId' in customer && customer.customerId === customerId)
const domainsWith = (status: string) =>
  companies
    .filter((company) => billsOf(company).at(-1)?.billingStatus === status)
    .map(({ domain }) => domain)
    .toSorted()

let server: CustomerIntelServer
let url: string
let client: Client
beforeAll(async () => {
  server = createServer({ store: memoryStore(), ingestRateLimit: 0, clock: () => now })
  const { readModels } = await server.workspaces.createOrganization(document.organization, document)
  await fill(workspace, { server, publicKey, apiKey, onProgress: () => undefined })
  await readModels.exact({ withinMs: 180_000 })
  url = (await server.listen({ port: 0 })).url
  client = await connect()
})
afterAll(async () => {
  await client.close()
  await server.close()
})

async function connect(): Promise<Client> {
  const connected = new Client(
    { name: 'assistant', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  await connected.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return connected
}

/** Uses a tool; what comes back is what an assistant reads, its text. */
async function use<Answer>(name: string, input: Record<string, unknown> = {}, by = client): Promise<Answer> {
  const { content, isError } = await by.callTool({ name, arguments: input })
  const answer = JSON.parse((content as { text: string }[])[0]!.text) as Answer
  if (isError === true) throw Object.assign(new Error('The call was refused'), answer)
  return answer
}

interface Page<Item> {
  items: Item[]
  pagination: { nextCursor: string | null; total: number }
}
interface Account {
  customer: { owner: { email: string } | null }
  users?: { email: string }[]
  revenue?: { currentMrr: number; lifetimeRevenue: number }
}

/** Walks every page of a list. */
async function all<Item>(name: string, input: Record<string, unknown>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const page: Page<Item> = await use(name, { ...input, ...(cursor !== null && { cursor }) })
    items.push(...page.items)
    cursor = page.pagination.nextCursor
  } while (cursor !== null)
  return items
}

const query = async <Row>(sql: string): Promise<Row[]> => {
  const { data, metadata } = await use<{ data: Row[]; metadata: { truncated: boolean } }>('svc_query', {
    sql,
  })
  expect(metadata.truncated).toBe(false)
  return data
}

const counted = async (sql: string): Promise<Record<string, number>> =>
  Object.fromEntries((await query<{ what: string; n: number }>(sql)).map(({ what, n }) => [what, n]))

const domains = async (input: Record<string, unknown>): Promise<string[]> =>
  (await all<{ domain: string }>('svc_list_customers', { limit: 7, ...input }))
    .map(({ domain }) => domain)
    .toSorted()

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1
  return counts
}

const facts = records.filter((record) => record.kind === 'fact')
const sources = records.filter((record) => record.kind === 'source')
const aJob = people[0]!.job

const questions: [question: string, answer: () => Promise<unknown>, right: unknown][] = [
  [
    'How many customers are there?',
    async () => (await use<Page<object>>('svc_list_customers', { limit: 1 })).pagination.total,
    expected.customers,
  ],
  [
    'How many people?',
    async () => (await use<Page<object>>('svc_list_users', { limit: 1 })).pagination.total,
    expected.people,
  ],
  [
    'Who pays and has not used the product for a month?',
    () => domains({ billingStatus: 'PAYING', noActivityInLast: '30d' }),
    expected.payingAndQuiet,
  ],
  [
    'Who looks after how many customers?',
    async () =>
      Object.fromEntries(
        (
          await all<{ email: string; ownedCustomerCount: number }>('svc_list_workspace_users', {
            hasOwnedCustomers: true,
          })
        ).map(({ email, ownedCustomerCount }) => [email, ownedCustomerCount]),
      ),
    expected.customersByOwner,
  ],
  [
    'What came in a month, at the end of each?',
    () =>
      counted(
        `select strftime(snapshot_date, '%Y-%m') as what, sum(mrr_cents)::bigint as n from revenue
         where snapshot_date = least(last_day(snapshot_date), current_date) group by 1 order by 1 desc limit 12`,
      ),
    expected.mrrCentsByMonth,
  ],
  [
    'How many pages were viewed, how many forms sent?',
    () =>
      counted(
        `select event_name as what, count(*)::int as n from activity where event_name in ('pageview', 'form') group by 1`,
      ),
    { pageview: expected.pageViews, form: expected.forms },
  ],
  [
    'By which channel did people come first?',
    () => counted('select first_visitor_channel as what, count(*)::int as n from users group by 1'),
    expected.peopleByChannel,
  ],
  ['Who has left?', () => domains({ billingStatus: 'CHURNED' }), domainsWith('CHURNED')],
  ['Who has not paid the last bill?', () => domains({ billingStatus: 'PAST_DUE' }), domainsWith('PAST_DUE')],
  ['Who is trying it?', () => domains({ billingStatus: 'TRIALING' }), domainsWith('TRIALING')],
  [
    'Who works at the first customer?',
    async () =>
      (await use<Account>('svc_get_customer', { customer: first.domain, include: ['users'] }))
        .users!.map(({ email }) => email)
        .toSorted(),
    first.people.map(({ email }) => email).toSorted(),
  ],
  [
    'Who looks after the second one, asked by its name?',
    async () => (await use<Account>('svc_get_customer', { customer: second.name })).customer.owner?.email,
    second.ownerEmail,
  ],
  [
    'What has the first one paid in all?',
    async () =>
      (await use<Account>('svc_get_customer', { customer: first.domain, include: ['revenue'] })).revenue!
        .lifetimeRevenue,
    billsOf(first).reduce((sum, { paidCents = 0 }) => sum + paidCents, 0),
  ],
  [
    'What does the second one pay a month?',
    async () =>
      (await use<Account>('svc_get_customer', { customer: second.domain, include: ['revenue'] })).revenue!
        .currentMrr,
    billsOf(second).at(-1)!.mrrCents,
  ],
  [
    'Which customers are of that industry?',
    () => domains({ traitFilters: { industry: first.industry } }),
    companies
      .filter(({ industry }) => industry === first.industry)
      .map(({ domain }) => domain)
      .toSorted(),
  ],
  [
    'How many people have that job?',
    async () => (await all<object>('svc_list_users', { limit: 10, traitFilters: { job: aJob } })).length,
    people.filter(({ job }) => job === aJob).length,
  ],
  [
    'Everybody’s address, page by page',
    async () =>
      (await all<{ email: string }>('svc_list_users', { limit: 40, orderBy: 'email' }))
        .map(({ email }) => email)
        .toSorted(),
    people.map(({ email }) => email).toSorted(),
  ],
  [
    'How many calls, mails, tickets are there?',
    () => counted('select source_type as what, count(*)::int as n from sources group by 1'),
    countBy(sources, ({ sourceType }) => sourceType),
  ],
  [
    'Where was that said?',
    async () => {
      const { sourceId, quote } = facts[0]!.evidence[0]!
      const { results } = await use<{ results: { sourceId?: string; fact?: { sourceId: string | null } }[] }>(
        'svc_search_customer_context',
        { query: quote, topK: 50 },
      )
      return results.some((result) => (result.sourceId ?? result.fact?.sourceId) === sourceId)
    },
    true,
  ],
  [
    'Who is the largest customer? (asked wrongly at first)',
    async () => {
      const wrong = use('svc_list_customers', { orderBy: 'mrr', orderDirection: 'desc', limit: 1 })
      const { error } = await wrong.then(
        () => expect.unreachable(),
        (refused: { error: { issues: { field: string; expected: { enum: string[] } }[] } }) => refused,
      )
      const { field, expected: known } = error.issues[0]!
      const corrected = known.enum.find((word) => word.startsWith('mrr'))
      const { items } = await use<Page<{ currentMrr: number }>>('svc_list_customers', {
        [field]: corrected,
        limit: 1,
      })
      return items[0]?.currentMrr
    },
    Math.max(...companies.map((company) => billsOf(company).at(-1)?.mrrCents ?? 0)),
  ],
]

describe('an assistant with the tools alone', () => {
  it('is asked twenty questions', () => expect(questions).toHaveLength(20))

  it.each(questions)('%s', async (_question, answer, right) => {
    expect(await answer()).toEqual(right)
  })

  it('is one of fifty at once, and all are told the same', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, connect))
    const asked = await Promise.all(
      clients.flatMap((each, index) => [
        use<Page<{ domain: string }>>('svc_list_customers', { limit: 100 }, each),
        use<Account>('svc_get_customer', { customer: companies[index % companies.length]!.domain }, each),
      ]),
    )
    for (const [index, answer] of asked.entries())
      if ('items' in answer) expect(answer.items).toHaveLength(companies.length)
      else
        expect(answer.customer.owner?.email).toBe(companies[((index - 1) / 2) % companies.length]!.ownerEmail)
    await Promise.all(clients.map((each) => each.close()))
  })
})
