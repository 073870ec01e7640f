// The demo from providers, made small: what it leaves is worth looking at, and nothing of it is connected any more.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fillFromProviders } from '../examples/demo/src/from-providers.ts'
import { createServer, type CustomerIntelServer, memoryStore } from '../packages/server/src/index.ts'

vi.mock('@customer-intel/server', () => import('../packages/server/src/index.ts'))

const companies = 8
let server: CustomerIntelServer
let apiKey: string
beforeAll(async () => {
  const store = memoryStore()
  const filled = await fillFromProviders({ ...store, close: () => Promise.resolve() }, () => {}, {
    companies,
  })
  apiKey = filled.apiKey
  server = createServer({ store })
  const [organization] = await store.listOrganizations()
  const workspace = await server.workspaces.openWorkspace(organization!)
  await workspace!.readModels.exact({ withinMs: 60_000 })
})
afterAll(() => server.close())

// oxlint-disable-next-line typescript/no-explicit-any
async function ask(method: string, path: string, body?: object): Promise<any> {
  const response = await server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  expect(response.status).toBe(200)
  return response.json()
}
const query = async (sql: string) =>
  (await ask('POST', '/api/tools/call', { tool: 'svc_query', input: { sql } })).data

it('holds what each of the twelve brings', async () => {
  const sources = await query('select distinct provider from sources order by 1')
  expect(sources.map(({ provider }: { provider: string }) => provider)).toEqual([
    'calendar-a',
    'calls-a',
    'calls-b',
    'chat-app',
    'crm-a',
    'crm-b',
    'mail-a',
    'support-a',
  ])
  const [row] = await query(
    `select (select count(*)::integer from users) as people,
       (select count(distinct customer_id)::integer from revenue) as paying,
       (select count(*)::integer from activity where activity_kind = 'PRODUCT' and event_type <> 'MEETING_REQUESTED') as used,
       (select count(*)::integer from opportunities where svc_stage = '') as unmapped,
       (select count(*)::integer from users where traits ->> 'signUpSource' is not null) as signed_up`,
  )
  expect(row).toEqual({
    people: companies * 10,
    paying: companies,
    // Seven page views and six uses of each company's one.
    used: companies * 13,
    unmapped: 0,
    signed_up: companies * 10,
  })
})

it('has accounts that look like one, and nothing that is connected', async () => {
  const { items } = await ask('GET', '/api/integrations?connectedOnly=true')
  expect(items).toEqual([])
  const suggested = await ask('GET', '/api/identity/merge-suggestions')
  expect(JSON.stringify(suggested)).toContain('-group.example')
})
