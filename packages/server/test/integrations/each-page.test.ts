// A list that names a page again never ends: it is an error that names the page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { internalPeople } from '../../src/customers/identity/internal-people.ts'
import { createPageGuard, eachPage } from '../../src/integrations/each-page.ts'
import { providers } from '../../src/integrations/providers/registry.ts'
import { syncModel } from '../../src/integrations/sync-model.ts'
import { connectInBrowser } from '../support/connect-in-browser.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

const collect = async (next: Record<string, string | null>) => {
  const pages: (string | null)[] = []
  const list = eachPage(
    'The list of owners',
    async (page) => {
      pages.push(page)
      return {}
    },
    () => next[pages.at(-1) ?? 'first'] ?? null,
  )
  for await (const _ of list) expect(pages.length).toBeLessThan(9)
  return pages
}

it('takes a list page by page to its end', async () => {
  expect(await collect({ first: 'A', A: 'B' })).toEqual([null, 'A', 'B'])
})

it.each([
  ['a page that names itself', { first: 'A', A: 'A' }],
  ['two that name each other', { first: 'A', A: 'B', B: 'A' }],
  ['a longer round', { first: 'A', A: 'B', B: 'C', C: 'A' }],
])('refuses %s', async (_, next) => {
  await expect(collect(next)).rejects.toThrow(
    'The list of owners goes round: the page A is named a second time',
  )
})

it('names a long page in short', () => {
  const guard = createPageGuard('A list')
  guard('x'.repeat(10_000))
  expect(() => guard('x'.repeat(10_000))).toThrow(/^.{1,300}$/)
})

it.each(providers.flatMap(({ id, streams }) => streams.map((stream) => ({ id, stream }))))(
  'ends with an error where $id names pages of $stream.model in a round',
  async ({ stream }) => {
    let pages = 0
    const walked = syncModel({
      stream: {
        ...stream,
        fetch: async (_, { page }) => {
          if (++pages > 9) throw new Error('it went on')
          return { items: [], next: page === 'A' ? 'B' : 'A', cursor: null }
        },
      },
      api: {} as never,
      state: { cursor: null, walk: null, recordCount: 0, setAsideCount: 0 },
      context: { provider: 'crm-a', now: Date.now(), account: null, internal: internalPeople([]), setup: {} },
      mark: { provider: 'crm-a', generation: 'g' },
      withoutKnown: async (records) => records,
      ingest: async () => ({ processed: 0, skipped: [] }),
      append: async () => undefined,
      known: null,
      onPage: () => undefined,
    })
    await expect(walked).rejects.toThrow('goes round: the page A is named a second time')
  },
)

describe('lists beside the streams', () => {
  let test: IntegrationServer
  beforeAll(async () => {
    test = await openIntegrationServer({ companies: 3 })
  })
  afterAll(() => test.close())

  it('of crm-a, its owners, end the sync with an error', async () => {
    const { crmA } = test.sandbox
    let asked = 0
    crmA.fault = ({ path, query }) => {
      if (path !== '/crm/v3/owners' || ++asked > 20) return null
      const after = query.get('after') === 'A' ? 'B' : 'A'
      return { status: 200, body: { results: [], paging: { next: { after } } } }
    }
    await connectInBrowser(test, 'crm-a')
    const { syncs } = (await test.synced('crm-a')) as { syncs: Record<string, unknown>[] }
    expect(asked).toBeLessThan(20)
    expect(syncs.map(({ status }) => status)).toContain('ERROR')
    expect(JSON.stringify(syncs)).toContain('goes round: the page')
  })

  it('of billing-a, the invoices of a customer, end the sync with an error', async () => {
    const { billingA } = test.sandbox
    const page = (id: string) => ({
      status: 200,
      body: { object: 'list', has_more: true, data: [{ id, object: 'invoice' }] },
    })
    billingA.fault = ({ path, query }) =>
      path === '/v1/invoices' && query.has('customer')
        ? page(query.get('starting_after') === 'in_a' ? 'in_b' : 'in_a')
        : null
    await test.ask('POST', '/api/integrations/connect', {
      provider: 'billing-a',
      config: { apiKey: billingA.apiKey },
    })
    expect(JSON.stringify(await test.synced('billing-a'))).toContain(
      'The list /v1/invoices goes round: the page in_a',
    )
  })
})
