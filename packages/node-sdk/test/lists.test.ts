import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, test } from 'vitest'
import {
  CustomerIntel,
  normalizeSourceType,
  normalizeSourceTypes,
  sourceTypeAliases,
  sourceTypes,
  toolNames,
  type Customer,
  type Fact,
} from '../src/index.ts'
import * as contract from '@customer-intel/contract'
import { answer } from './support/ingest-server.ts'
import { startPlatformServer, type PlatformServer, type ReceivedRequest } from './support/platform-server.ts'

let server: PlatformServer
let client: CustomerIntel

beforeAll(async () => {
  server = await startPlatformServer()
  client = new CustomerIntel({ apiKey: 'ok_test', baseUrl: server.baseUrl })
})
beforeEach(() => {
  server.fault = null
  server.requests.length = 0
})
afterAll(() => server.close())

/** A list of users of this many pages, each of two. */
function servePages(pages: number, cursorOf = (page: number) => `c${page}`) {
  server.fault = ({ body }: ReceivedRequest, response: ServerResponse) => {
    const { input } = body as { input: { cursor?: string } }
    const page = Number(input.cursor?.slice(1) ?? 0)
    const items = [0, 1].map((index) => ({
      id: `u${page * 2 + index}`,
      email: 'jane@acme.com',
      name: 'Jane',
      title: null,
      role: null,
      managerEmail: null,
      territory: null,
      socialProfileUrl: null,
      ownedCustomerCount: 0,
    }))
    const hasMore = page + 1 < pages
    const pagination = { hasMore, nextCursor: hasMore ? cursorOf(page + 1) : null, total: pages * 2 }
    return answer(response, 200, { items, pagination })
  }
}

test('a list is walked over all its pages, fetched as they are needed', async () => {
  servePages(3)
  const ids: string[] = []
  for await (const user of client.tools.listWorkspaceUsers()) {
    ids.push(user.id)
    expect(server.requests).toHaveLength(Math.ceil(ids.length / 2))
  }
  expect(ids).toEqual(['u0', 'u1', 'u2', 'u3', 'u4', 'u5'])
})

test('awaited, a list is its first page', async () => {
  servePages(3)
  const { items, pagination } = await client.tools.listWorkspaceUsers()
  expect(items).toHaveLength(2)
  expect(pagination).toEqual({ hasMore: true, nextCursor: 'c1', total: 6 })
  expect(server.requests).toHaveLength(1)
})

test('a walk goes on from a cursor that was kept', async () => {
  servePages(3)
  let kept: string | null = null
  for await (const page of client.tools.listWorkspaceUsers().pages()) {
    kept = page.nextCursor
    break
  }
  const rest: string[] = []
  for await (const user of client.tools.listWorkspaceUsers({ cursor: kept! })) rest.push(user.id)
  expect(rest).toEqual(['u2', 'u3', 'u4', 'u5'])
})

test('a repeated cursor ends the walk with a ContractError, after the items that came', async () => {
  servePages(9, (page) => `c${page % 2}`)
  const ids: string[] = []
  const walk = async () => {
    for await (const user of client.tools.listWorkspaceUsers()) ids.push(user.id)
  }
  await expect(walk()).rejects.toMatchObject({ name: 'ContractError', operation: 'svc_list_workspace_users' })
  expect(new Set(ids).size).toBe(4)
  expect(server.requests.length).toBeLessThan(5)
})

test('more without a cursor is a ContractError', async () => {
  servePages(3, () => null as never)
  const walk = async () => {
    for await (const user of client.tools.listWorkspaceUsers()) expect(user.id).toMatch(/u[01]/)
  }
  await expect(walk()).rejects.toThrow('without a cursor')
})

test('a person’s export is walked by the cursor in its body', async () => {
  const seen: unknown[] = []
  server.fault = ({ body }, response) => {
    seen.push(body)
    const nextCursor = seen.length < 3 ? `c${seen.length}` : null
    return answer(response, 200, { items: [{ kind: 'trait', data: {} }], nextCursor })
  }
  const kinds: string[] = []
  for await (const { kind } of client.people.export({ person: 'jane@acme.com' })) kinds.push(kind)
  expect(kinds).toEqual(['trait', 'trait', 'trait'])
  const person = 'jane@acme.com'
  expect(seen).toEqual([{ person }, { person, cursor: 'c1' }, { person, cursor: 'c2' }])
})

function serveRows(truncated: boolean) {
  server.fault = (_, response) =>
    answer(response, 200, {
      success: true,
      data: [{ domain: 'acme.com', events: 3 }],
      metadata: { rowsReturned: 1, executionTimeMs: 4, truncated },
    })
}

test('a query gives typed rows', async () => {
  serveRows(false)
  const rows = await client.query<{ domain: string; events: number }>('select …', { limit: 10 })
  expectTypeOf(rows).toEqualTypeOf<{ domain: string; events: number }[]>()
  expect(rows).toEqual([{ domain: 'acme.com', events: 3 }])
  expect(server.requests[0]?.body).toEqual({ tool: 'svc_query', input: { sql: 'select …', limit: 10 } })
})

test('a truncated result can’t be overlooked', async () => {
  serveRows(true)
  await expect(client.query('select …')).rejects.toMatchObject({
    name: 'TruncatedResultError',
    rowsReturned: 1,
  })
  const result = await client.query('select …', { allowTruncated: true })
  expect(result).toEqual({ rows: [{ domain: 'acme.com', events: 3 }], truncated: true, executionTimeMs: 4 })
})

test('tools.call infers what goes in and what comes out', () => {
  // Never called: these lines have to compile, and the marked ones must not.
  const check = async () => {
    const customers = await client.tools.call('svc_list_customers')
    expectTypeOf(customers.items).toExtend<Customer[]>()
    expectTypeOf(await client.tools.call('svc_get_fact', { factId: 'f' })).toExtend<Fact>()
    const word = customers.items[0]?.billingStatus
    expectTypeOf<'PAYING'>().toExtend<NonNullable<typeof word>>()
    // A newer server may say what this version doesn't know.
    expectTypeOf<string>().toExtend<NonNullable<typeof word>>()
    // @ts-expect-error -- an input takes the known words only
    await client.tools.call('svc_list_customers', { billingStatus: 'BARTERING' })
    // @ts-expect-error -- sql is required
    await client.tools.call('svc_query')
    // @ts-expect-error -- there is no such field
    await client.tools.call('svc_query', { sql: 'select 1', rows: 3 })
    // @ts-expect-error -- there is no such tool
    await client.tools.call('svc_nothing', {})
  }
  expect(check).toBeTypeOf('function')
})

test('source types are brought into the contract’s form', () => {
  expect(sourceTypes).toEqual(contract.sourceTypes)
  expect(sourceTypeAliases).toEqual(contract.sourceTypeAliases)
  for (const name of [...sourceTypes, ' crm ', 'crm_opportunity', 'nothing', '__proto__', 'constructor']) {
    expect(normalizeSourceType(name)).toBe(contract.normalizeSourceType(name))
  }
  expect(normalizeSourceTypes(['crm', 'OPPORTUNITY', ' call'])).toEqual(['OPPORTUNITY', 'CALL'])
  expect(() => normalizeSourceTypes(['fax'])).toThrow('must be one of CALL, EMAIL')
})

test('the tools are those of the contract', () => {
  expect(toolNames()).toEqual(contract.toolNames)
})
