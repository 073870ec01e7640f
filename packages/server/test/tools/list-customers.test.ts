import type { ListCustomersOutput } from '@customer-intel/contract'
import { tools } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertRows } from '../support/insert-rows.ts'
import { openToolWorkspace } from '../support/tool-workspace.ts'
import type { ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

beforeEach(async () => {
  workspace = await openToolWorkspace()
  await insertRows(workspace.database, 'member_records', [
    { member_id: 'member_1', email: 'Ann@us.com', name: 'Ann' },
    { member_id: 'member_2', email: 'bob@us.com', name: 'Bob' },
  ])
  await insertRows(workspace.database, 'accounts', [
    {
      customer_id: 'cus_acme',
      name: 'Acme 100%',
      domain: 'acme.com',
      billing_status: 'PAYING',
      mrr_cents: 500_000,
      mrr_status: 'calculated',
      activated_at: '2026-05-01 10:00:00',
      last_activity_at: '2026-06-14 12:00:00',
      owner_id: 'member_1',
      owner_email: 'ann@us.com',
      contact_count: 3,
      traits: '{"industry":"software","seats":5,"beta":true,"tier":"5","note":"a\\u0001\\"b"}',
    },
    {
      customer_id: 'cus_beta',
      name: 'Beta_Corp',
      domain: 'beta.io',
      mrr_cents: 0,
      mrr_status: 'calculated',
      last_activity_at: '2026-05-01 12:00:00',
      owner_id: 'member_3',
      owner_email: 'gone@us.com',
      traits: '{"seats":5.5,"beta":false}',
    },
    { customer_id: 'cus_cold', name: null, domain: 'cold.org', last_activity_at: null },
  ])
})

afterEach(() => workspace.close())

async function list(input: object): Promise<ListCustomersOutput> {
  const output = await workspace.call<ListCustomersOutput>('svc_list_customers', input)
  expect(v.is(tools.svc_list_customers.output, output)).toBe(true)
  return output
}

async function idsOf(input: object): Promise<string[]> {
  return (await list(input)).items.map((item) => item.id)
}

describe('svc_list_customers', () => {
  test('lists everyone, the most recently active first and the never active last', async () => {
    const output = await list({})
    expect(output.items.map((item) => item.id)).toEqual(['cus_acme', 'cus_beta', 'cus_cold'])
    expect(output.pagination).toEqual({ hasMore: false, nextCursor: null, total: 3 })
  })

  test('tells of each customer as the contract says, money in cents', async () => {
    const [acme, , cold] = (await list({})).items
    expect(acme).toEqual({
      id: 'cus_acme',
      name: 'Acme 100%',
      domain: 'acme.com',
      billingStatus: 'PAYING',
      activatedAt: '2026-05-01T10:00:00.000Z',
      firstSeenAt: '2026-01-01T00:00:00.000Z',
      lastProductActivityAt: '2026-06-14T12:00:00.000Z',
      lastContactAt: null,
      lastActivityAt: '2026-06-14T12:00:00.000Z',
      contactCount: 3,
      currentMrr: 500_000,
      currency: null,
      mrrCalculationStatus: 'calculated',
      owner: { id: 'member_1', email: 'ann@us.com', name: 'Ann' },
      daysSinceActivity: 1,
    })
    expect(cold).toMatchObject({
      currentMrr: null,
      owner: null,
      lastActivityAt: null,
      daysSinceActivity: null,
    })
  })

  test('an owner without a member record goes by their e-mail address', async () => {
    const [, beta] = (await list({})).items
    expect(beta!.owner).toEqual({ id: 'member_3', email: 'gone@us.com', name: 'gone@us.com' })
  })

  test.each([
    [{ billingStatus: 'PAYING' }, ['cus_acme']],
    [{ activatedSince: '2026-05-01T12:00:00+02:00' }, ['cus_acme']],
    [{ activatedSince: '2026-05-01T10:00:01Z' }, []],
    [{ hasActivityInLast: '7d' }, ['cus_acme']],
    [{ noActivityInLast: '30d' }, ['cus_beta', 'cus_cold']],
    [{ mrrAbove: 0 }, ['cus_acme']],
    [{ mrrBelow: 500_000 }, ['cus_beta']],
    [{ mrrAbove: 499_999, mrrBelow: 500_001 }, ['cus_acme']],
    [{ search: 'ACME' }, ['cus_acme']],
    [{ search: '.IO' }, ['cus_beta']],
    [{ search: '%' }, ['cus_acme']],
    [{ search: '_' }, ['cus_beta']],
    [{ search: "' or 1=1 --" }, []],
    [{ search: '  ' }, ['cus_acme', 'cus_beta', 'cus_cold']],
    [{ ownerId: 'member_1' }, ['cus_acme']],
    [{ ownerId: 'Ann@us.com' }, ['cus_acme']],
    [{ ownerId: 'ANN' }, ['cus_acme']],
    [{ ownerEmail: 'ANN@US.COM' }, ['cus_acme']],
    [{ ownerEmail: 'gone@us.com' }, ['cus_beta']],
    [{ hasOwner: true }, ['cus_acme', 'cus_beta']],
    [{ hasOwner: false }, ['cus_cold']],
    [{ traitFilters: {} }, ['cus_acme', 'cus_beta', 'cus_cold']],
    [{ traitFilters: { industry: 'software' } }, ['cus_acme']],
    [{ traitFilters: { seats: 5 } }, ['cus_acme']],
    [{ traitFilters: { seats: 5.5 } }, ['cus_beta']],
    [{ traitFilters: { seats: '5' } }, []],
    [{ traitFilters: { tier: '5' } }, ['cus_acme']],
    [{ traitFilters: { tier: 5 } }, []],
    [{ traitFilters: { beta: true } }, ['cus_acme']],
    [{ traitFilters: { beta: false } }, ['cus_beta']],
    [{ traitFilters: { beta: 'true' } }, []],
    [{ traitFilters: { note: 'a\u0001"b' } }, ['cus_acme']],
    [{ traitFilters: { seats: 5, industry: 'software' } }, ['cus_acme']],
    [{ traitFilters: { seats: 5.5, industry: 'software' } }, []],
    [{ traitFilters: { missing: 'x' } }, []],
  ])('filters by %j', async (input, expected) => {
    const output = await list(input)
    expect(output.items.map((item) => item.id)).toEqual(expected)
    expect(output.pagination.total).toBe(expected.length)
  })

  test.each([
    [{ orderBy: 'name', orderDirection: 'asc' }, ['cus_acme', 'cus_beta', 'cus_cold']],
    [{ orderBy: 'name', orderDirection: 'desc' }, ['cus_beta', 'cus_acme', 'cus_cold']],
    [{ orderBy: 'mrr_cents', orderDirection: 'asc' }, ['cus_beta', 'cus_acme', 'cus_cold']],
    [{ orderBy: 'last_activity_at', orderDirection: 'asc' }, ['cus_beta', 'cus_acme', 'cus_cold']],
    [{ orderBy: 'first_seen_at' }, ['cus_acme', 'cus_beta', 'cus_cold']],
  ])('orders by %j, those without a value last', async (input, expected) => {
    expect(await idsOf(input)).toEqual(expected)
  })

  test('pages one by one through the same order, with the same total on each page', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { items, pagination } = await list({ limit: 1, orderBy: 'mrr_cents', cursor })
      seen.push(...items.map((item) => item.id))
      expect(pagination.total).toBe(3)
      expect(pagination.hasMore).toBe(pagination.nextCursor !== null)
      cursor = pagination.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(['cus_acme', 'cus_beta', 'cus_cold'])
  })

  test('refuses a cursor with other filters than it was made for, and names it', async () => {
    const { pagination } = await list({ limit: 1 })
    const call = workspace.call('svc_list_customers', { hasOwner: true, cursor: pagination.nextCursor })
    await expect(call).rejects.toMatchObject({ code: 'INVALID_TOOL_INPUT', issues: [{ path: ['cursor'] }] })
  })

  test('lets the limit change from page to page', async () => {
    const { pagination } = await list({ limit: 1 })
    expect(await idsOf({ limit: 2, cursor: pagination.nextCursor })).toEqual(['cus_beta', 'cus_cold'])
  })
})
