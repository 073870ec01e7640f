import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordInput } from '@customer-intel/contract'
import { internalPeople } from '../../src/customers/identity/internal-people.ts'
import type { StreamPage, ProviderApi, Stream } from '../../src/integrations/provider.ts'
import type { StoredPage } from '../../src/integrations/store-objects.ts'
import { UnfetchedObject } from '../../src/integrations/fetch-each.ts'
import { initialState, type ModelState } from '../../src/integrations/model-state.ts'
import { syncModel } from '../../src/integrations/sync-model.ts'
import { type SingleStream, syncObjects } from '../../src/integrations/sync-objects.ts'
import { recordDigest } from '../../src/kernel/log/record-digest.ts'
import { recordKey } from '../../src/kernel/log/record-key.ts'
import { ProviderProblem } from '../../src/integrations/provider-problem.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

interface Deal {
  id: string | number | undefined
  name?: string
  gone?: boolean
  company?: string
}

let test: TestServer
beforeAll(async () => {
  test = await openTestServer({ store: memoryStore() })
})
afterAll(() => test.close())

let deals: Deal[]
let state: ModelState
let model: string
let models = 0
let now = Date.parse('2026-06-01T00:00:00Z')
beforeEach(() => {
  deals = Array.from({ length: 40 }, (_, index) => ({ id: index, name: `Deal ${index}` }))
  state = initialState
  model = `Deal${++models}`
})

const day = 86_400_000
const perPage = 10

/** A service with pages of ten, in the order of ids. */
function stream(overrides: Partial<Stream> = {}): Stream {
  return {
    model,
    cursor: { kind: 'time', overlapMs: 0 },
    wholeWalkEveryMs: day,
    isDeleted: (item) => (item as Deal).gone === true,
    async fetch(_, { page, since, startedAt }): Promise<StreamPage> {
      const start = Number(page ?? 0)
      const found = since === null ? deals : deals.filter(({ gone }) => gone)
      return {
        items: found.slice(start, start + perPage),
        next: start + perPage < found.length ? String(start + perPage) : null,
        cursor: new Date(startedAt).toISOString(),
      }
    },
    idOf: (item) => {
      const { id } = item as Deal
      if (id === undefined) throw new Error('it has no id')
      return String(id)
    },
    map(item) {
      const { id, name, company } = item as Deal
      if (name === undefined) throw new Error('it has no name')
      const records: RecordInput[] = [
        {
          kind: 'source',
          sourceType: 'OPPORTUNITY',
          sourceId: `${model}/${String(id)}`,
          occurredAt: '2026-05-01T00:00:00Z',
          title: name,
          customer: { domain: `${model}.example`.toLowerCase() },
        },
      ]
      if (company !== undefined) records.push({ kind: 'customer', domain: company, name: `Of ${name}` })
      return records
    },
    ...overrides,
  }
}

async function sync(options: { of?: Stream; acceptsDeletions?: boolean; stopAfter?: number } = {}) {
  const done: StoredPage[] = []
  now += 60_000
  const { readModels, log } = test.workspace
  try {
    state = await syncModel({
      stream: options.of ?? stream(),
      api: {} as ProviderApi,
      state,
      context: { provider: 'crm-a', now, account: null, internal: internalPeople([]), setup: {} },
      mark: { provider: 'crm-a', generation: 'g' },
      withoutKnown: async (records) => records,
      known: () => readModels.exact({ withinMs: 60_000 }),
      acceptsDeletions: options.acceptsDeletions ?? false,
      ingest: async () => ({ processed: 0, skipped: [] }),
      append: (payload) => log.append(payload),
      onPage: (page) => {
        done.push(page)
        if (done.length === options.stopAfter) throw new Error('stopped')
      },
    })
  } catch (error) {
    if (options.stopAfter === undefined) throw error
    const mark = (await (await readModels.exact({ withinMs: 60_000 })).listSyncs()).find(
      (one) => one.model === model,
    )!
    state = { ...(JSON.parse(mark.state) as ModelState), recordCount: 0, setAsideCount: 0 }
  }
  return done.reduce((sum, { deleted }) => sum + deleted, 0)
}

/** As a webhook has it. */
async function fetchAnew(ids: string[], of: Partial<Stream> = {}): Promise<StoredPage> {
  const pages: StoredPage[] = []
  now += 60_000
  const { readModels, log } = test.workspace
  const fetchOne: SingleStream['fetchOne'] = async (_, id) =>
    deals.find((deal) => String(deal.id) === id) ?? null
  state = await syncObjects(
    {
      stream: { ...stream(of), fetchOne, ...of },
      api: {} as ProviderApi,
      state,
      context: { provider: 'crm-a', now, account: null, internal: internalPeople([]), setup: {} },
      mark: { provider: 'crm-a', generation: 'g' },
      withoutKnown: async (records) => {
        const known = new Set(
          await (await readModels.exact({ withinMs: 60_000 })).listRecordDigests(records.map(recordKey)),
        )
        return records.filter((record) => !known.has(recordDigest(record)))
      },
      known: () => readModels.exact({ withinMs: 60_000 }),
      ingest: async () => ({ processed: 0, skipped: [] }),
      append: (payload) => log.append(payload),
      onPage: (page) => pages.push(page),
    },
    ids,
  )
  return pages[0]!
}

async function titles(): Promise<string[]> {
  await test.workspace.readModels.exact({ withinMs: 60_000 })
  const { items } = await call(
    `select title from sources where source_id like '${model}/%' order by source_id`,
  )
  return items
}

async function call(sql: string): Promise<{ items: string[] }> {
  const response = await test.server.fetch(
    new Request('http://localhost/api/tools/call', {
      method: 'POST',
      headers: { authorization: `Bearer ${test.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'svc_query', input: { sql } }),
    }),
  )
  const { data } = (await response.json()) as { data: { title: string }[] }
  return { items: data.map(({ title }) => title) }
}

describe('objects that are fetched by themselves', () => {
  it('bring what they say now, once, and move no cursor', async () => {
    await sync()
    const { cursor, walk, wholeAt } = state
    deals[3]!.name = 'Renamed'
    expect(await fetchAnew(['3', '4'])).toEqual({ received: 2, records: 1, deleted: 0, skipped: [] })
    expect(await fetchAnew(['3', '4'])).toEqual({ received: 2, records: 0, deleted: 0, skipped: [] })
    expect(state).toMatchObject({ cursor, walk, wholeAt, recordCount: 41 })
    expect(await titles()).toContain('Renamed')
    expect(await titles()).toHaveLength(40)
    // What stands in the log is what the next run reads.
    const marks = await (await test.workspace.readModels.exact({ withinMs: 60_000 })).listSyncs()
    const { state: stored, recordCount } = marks.find((one) => one.model === model)!
    expect({ ...(JSON.parse(stored) as object), recordCount, setAsideCount: 0 }).toEqual(state)
  })

  it('leave a walk that is under way where it is, and count as met by it', async () => {
    await sync()
    now += day
    await sync({ stopAfter: 2 })
    const { walk } = state
    expect(walk).toMatchObject({ since: null, page: '20' })
    deals[35]!.name = 'Renamed meanwhile'
    await fetchAnew(['35'])
    expect(state.walk).toEqual(walk)
    // It vanishes before the walk comes to its page: this walk has seen it, the next one misses it.
    deals = deals.filter(({ id }) => id !== 35)
    expect(await sync()).toBe(0)
    now += day
    expect(await sync()).toBe(1)
  })

  it('are taken away when they are gone, and come back', async () => {
    await sync()
    const [gone] = deals.splice(7, 1)
    expect(await fetchAnew(['7', 'never'])).toMatchObject({ records: 0, deleted: 1 })
    expect(await titles()).not.toContain('Deal 7')
    expect(await fetchAnew(['7'])).toMatchObject({ records: 0, deleted: 0 })
    deals.push(gone!)
    expect(await fetchAnew(['7'])).toMatchObject({ records: 1, deleted: 0 })
    expect(await titles()).toHaveLength(40)
  })

  it('are quarantined where another one comes, or one that is too large', async () => {
    await sync()
    const tooLarge = () => Promise.reject(new ProviderProblem('oversized', 'It is larger than 16 bytes'))
    expect(await fetchAnew(['5'], { fetchOne: async () => deals[6] })).toMatchObject({
      records: 0,
      skipped: [{ id: '5', reason: 'another object came when it was asked for' }],
    })
    expect(await fetchAnew(['5'], { fetchOne: tooLarge })).toMatchObject({
      deleted: 0,
      skipped: [{ id: '5', reason: 'It is larger than 16 bytes' }],
    })
    expect(await titles()).toHaveLength(40)
  })
})

it('pages that are larger than an answer may be are asked for in smaller ones', async () => {
  const limits: number[] = []
  const large = ({ id }: Deal) => Number(id) >= 12 && Number(id) < 16
  const of = stream({
    perPage: 10,
    async fetch(_, { page, startedAt, limit = 0 }): Promise<StreamPage> {
      limits.push(limit)
      const start = Number(page ?? 0)
      const items = deals.slice(start, start + limit)
      if (items.filter(large).length > 1)
        throw new ProviderProblem('oversized', 'The answer is larger than 16 bytes')
      const next = start + limit
      return {
        items,
        next: next < deals.length ? String(next) : null,
        cursor: new Date(startedAt).toISOString(),
      }
    },
  })
  await sync({ of })
  expect(await titles()).toHaveLength(40)
  expect(limits.slice(0, 6)).toEqual([10, 10, 3, 6, 2, 1])
  expect(limits.at(-1)).toBe(10)
  // One that is too large by itself is told of, not skipped.
  const alone = stream({
    perPage: 10,
    fetch: () => Promise.reject(new ProviderProblem('oversized', 'The answer is larger than 16 bytes')),
  })
  now += day
  await expect(sync({ of: alone })).rejects.toThrow('larger than 16 bytes')
})

it('one that is larger than an answer may be by itself is quarantined, where it can be skipped', async () => {
  const fetched: string[] = []
  const of = stream({
    perPage: 10,
    async fetch(_, { page, startedAt, limit = 0 }): Promise<StreamPage> {
      const start = Number(page ?? 0)
      const items = deals.slice(start, start + limit)
      if (items.some(({ id }) => id === 14 || id === 39))
        throw new ProviderProblem('oversized', 'The answer is larger than 16 bytes')
      fetched.push(...items.map(({ id }) => String(id)))
      const next = start + limit < deals.length ? String(start + limit) : null
      return { items, next, cursor: new Date(startedAt).toISOString() }
    },
    async skip(_, { page, startedAt }, reason): Promise<StreamPage> {
      const start = Number(page ?? 0)
      const next = start + 1 < deals.length ? String(start + 1) : null
      return {
        items: [new UnfetchedObject(String(start), reason)],
        next,
        cursor: new Date(startedAt).toISOString(),
      }
    },
  })
  await sync({ of })
  expect(await titles()).toHaveLength(38)
  expect(fetched).toHaveLength(38)
  expect(state).toMatchObject({ walk: null, setAsideCount: 2 })
  expect(state.cursor).not.toBeNull()
})

describe('what is gone at a provider is taken away', () => {
  it('when it says so itself, in the timeline, in search and in SQL', async () => {
    await sync()
    expect(await titles()).toHaveLength(40)
    deals[7]!.gone = true
    expect(await sync()).toBe(1)
    expect(await titles()).not.toContain('Deal 7')
    expect(await titles()).toHaveLength(39)
    // Again: it is known to be gone.
    expect(await sync()).toBe(0)
    // And back.
    deals[7]!.gone = false
    now += day
    await sync()
    expect(await titles()).toContain('Deal 7')
  })

  it('when a walk of everything does not meet it, once a day', async () => {
    await sync()
    deals = deals.filter(({ id }) => id !== 3 && id !== 39)
    expect(await sync()).toBe(0)
    now += day
    expect(await sync()).toBe(2)
    expect(await titles()).toHaveLength(38)
  })

  it('also by a walk that was stopped and went on, and never what the pages before the stop had met', async () => {
    await sync()
    deals = deals.filter(({ id }) => id !== 25)
    now += day
    await sync({ stopAfter: 2 })
    expect(state.walk).toMatchObject({ since: null })
    expect(await sync()).toBe(1)
    const left = await titles()
    expect(left).toHaveLength(39)
    expect(left).not.toContain('Deal 25')
  })

  it('but not when most would go, until somebody says so', async () => {
    await sync()
    const all = deals
    deals = deals.slice(0, 12)
    now += day
    expect(await sync()).toBe(0)
    expect(state.held).toContain(`28 of 40 objects of ${model} were missing`)
    expect(await titles()).toHaveLength(40)
    // It stays told until the next walk of everything.
    await sync()
    expect(state.held).toBeDefined()
    deals = all.slice(0, 38)
    now += day
    expect(await sync()).toBe(2)
    expect(state.held).toBeUndefined()
    deals = all.slice(0, 12)
    expect(await sync({ acceptsDeletions: true })).toBe(26)
    expect(await titles()).toHaveLength(12)
  })

  it('and never by an empty answer', async () => {
    deals = deals.slice(0, 1)
    await sync()
    deals = []
    now += day
    expect(await sync()).toBe(0)
    expect(state.held).toContain('1 of 1')
    expect(await titles()).toEqual(['Deal 0'])
  })

  it('not what was met and could not be read, or has an id of another type', async () => {
    await sync()
    delete deals[5]!.name
    deals[6]!.id = '6'
    deals[8]!.name = 'x'.repeat(5_000_000)
    now += day
    expect(await sync()).toBe(0)
    expect(await titles()).toHaveLength(40)
  })

  it('nothing by a walk that met something without an id', async () => {
    await sync()
    deals = deals.filter(({ id }) => id !== 3)
    deals[4] = { id: undefined, name: 'Nameless' }
    now += day
    expect(await sync()).toBe(0)
    expect(await titles()).toEqual(expect.arrayContaining(['Deal 3', 'Deal 4']))
  })

  it('with all that came of it, but for what comes of another object too', async () => {
    const domain = `shared-${models}.example`
    const customers = async () =>
      (await call(`select name as title from customers where domain = '${domain}'`)).items
    for (const deal of deals) deal.company = `own-${models}-${String(deal.id)}.example`
    deals[1]!.company = domain
    deals[2]!.company = domain
    await sync()
    expect(await customers()).toEqual(['Of Deal 2'])
    deals = deals.filter(({ id }) => id !== 1)
    now += day
    expect(await sync()).toBe(1)
    expect(await customers()).toEqual(['Of Deal 2'])
    // An object that moves leaves its former place.
    deals[1]!.company = `moved-${models}.example`
    now += day
    expect(await sync()).toBe(1)
    expect(await customers()).toEqual([])
  })
})
