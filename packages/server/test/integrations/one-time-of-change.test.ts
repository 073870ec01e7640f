// Many objects with one time of change, over pages whose size doesn't divide their number, some of which move while they
// are walked.
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectInBrowser } from '../support/connect-in-browser.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

const many = 250

let test: IntegrationServer
beforeAll(async () => {
  // Deals with three of four companies, two tickets of every second one.
  test = await openIntegrationServer({ companies: 340 })
})
afterAll(() => test.close())

const lastRun = async () => (await syncRunsOf(test.workspace).read()).at(-1)!
const query = async (sql: string) =>
  (await test.call<{ data: Record<string, unknown>[] }>('svc_query', { sql })).data

interface Case {
  provider: 'crm-a' | 'crm-b' | 'support-a'
  perPage: number
  /** How many of them there are, and one's place in the order in which they are walked. */
  idAt: (index: number) => string
  change: (id: string, text: string, at: number) => void
  isPage: (call: { path: string; method: string; query: URLSearchParams }) => boolean
  /** What one of them says now. */
  read: (id: string) => Promise<string>
}

const title = async (id: string) =>
  String((await query(`select title from opportunities where opportunity_id = '${id}'`))[0]?.['title'])
const atSecond = (ms: number) => Math.floor(ms / 1_000)

const cases: Case[] = [
  {
    provider: 'crm-a',
    perPage: 100,
    idAt: (index) => test.sandbox.crmA.objects.deals[index]!.id,
    change: (id, text, at) => test.sandbox.crmA.change('deals', id, { dealname: text }, at),
    isPage: ({ path }) => path.endsWith('/deals/search'),
    read: (id) => title(`crm-a/${id}`),
  },
  {
    provider: 'crm-b',
    perPage: 100,
    idAt: (index) => String(test.sandbox.crmB.deals[index]!.id),
    change: (id, text, at) => test.sandbox.crmB.change('deals', Number(id), { title: text }, at),
    isPage: ({ path, query: asked }) =>
      path === '/api/v2/deals' && asked.has('updated_since') && asked.get('status') !== 'deleted',
    read: (id) => title(`crm-b/${id}`),
  },
  {
    provider: 'support-a',
    perPage: 50,
    idAt: (index) =>
      test.sandbox.supportA.conversations.toSorted((left, right) => Number(left.id) - Number(right.id))[
        index
      ]!.id,
    change: (id, text, at) => test.sandbox.supportA.reply(id, text, atSecond(at)),
    isPage: ({ path }) => path === '/conversations/search',
    async read(sourceId) {
      const source = await test.call('svc_get_source', { sourceType: 'SUPPORT_TICKET', sourceId })
      return (
        /(?:All of them|Moved (?:early|late))(?!.*(?:All of them|Moved))/.exec(JSON.stringify(source))?.[0] ??
        ''
      )
    },
  },
]

describe.each(cases)('$provider', ({ provider, perPage, idAt, change, isPage, read }) => {
  const played = () => {
    const { crmA, crmB, supportA } = test.sandbox
    return { 'crm-a': crmA, 'crm-b': crmB, 'support-a': supportA }[provider]
  }

  beforeAll(async () => {
    if (provider === 'support-a')
      await test.ask('POST', '/api/integrations/connect', {
        provider,
        config: { apiToken: test.sandbox.supportA.apiToken },
      })
    else expect((await connectInBrowser(test, provider)).status).toBe(200)
    await test.synced(provider)
  })

  it.each([
    ['whose size does not divide them', many],
    ['that are full to the last one', 200],
  ])('brings all of them, over pages %s', async (_, count) => {
    const at = Date.now()
    for (let index = 0; index < count; index++) change(idAt(index), `All of them ${count}`, at)
    let pages = 0
    played().fault = (call) => {
      if (isPage(call)) pages++
      return null
    }
    await test.sync(provider)
    played().fault = () => null
    expect(pages).toBeGreaterThanOrEqual(Math.ceil(count / perPage))
    expect(await lastRun()).toMatchObject({ status: 'SUCCESS', records: count, setAside: 0, deleted: 0 })
  })

  it('brings those that move while they are walked, as they are in the end', async () => {
    const at = Date.now() + 1_000
    for (let index = 0; index < many; index++) change(idAt(index), 'All of them', at)
    const [early, late] = [idAt(3), idAt(many - 3)]
    let pages = 0
    played().fault = (call) => {
      if (!isPage(call) || ++pages !== 2) return null
      // One of the first page, and one of the last.
      change(early, 'Moved early', at + 1_000)
      change(late, 'Moved late', at + 1_000)
      return null
    }
    await test.sync(provider)
    played().fault = () => null
    expect(await read(late)).toBe('Moved late')
    await test.sync(provider)
    expect(await read(early)).toBe('Moved early')
    for (const index of [0, 99, 100, 199, 200, many - 1]) expect(await read(idAt(index))).toBe('All of them')
    expect(await lastRun()).toMatchObject({ setAside: 0, deleted: 0 })
  })
})
