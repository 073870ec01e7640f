import { tools } from '@customer-intel/contract'
import type { GetUserOutput, ListUsersOutput, ListWorkspaceUsersOutput } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRows, insertTimeline } from '../support/insert-rows.ts'
import { openToolWorkspace } from '../support/tool-workspace.ts'
import type { ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

beforeAll(async () => {
  workspace = await openToolWorkspace()
  const { database } = workspace
  await insertRows(database, 'accounts', [
    {
      customer_id: 'cus_1',
      name: 'Acme',
      domain: 'acme.com',
      external_customer_id: 'ext-7',
      owner_email: 'ANN@us.com',
    },
    { customer_id: 'cus_2', owner_email: 'ann@us.com' },
  ])
  await insertRows(database, 'aliases', [{ alias: 'cus_old', id: 'cus_1' }])
  await insertRows(database, 'contacts', [
    {
      user_id: 'u_found',
      customer_id: 'cus_1',
      email: 'Jane@Acme.com',
      name: 'Jane',
      last_activity_at: '2026-06-15 11:30:00',
    },
    {
      user_id: 'u_signed',
      customer_id: 'cus_1',
      signed_up_at: '2026-06-01 00:00:00',
      last_activity_at: '2026-06-15 06:00:00',
      traits: '{"role":"admin"}',
    },
    {
      user_id: 'u_active',
      customer_id: 'cus_2',
      email: 'b@x.com',
      activated_at: '2026-06-01 00:00:00',
      last_activity_at: '2026-06-10 00:00:00',
    },
    {
      user_id: 'u_engaged',
      customer_id: 'cus_2',
      email: 'c@x.com',
      engaged_at: '2026-06-01 00:00:00',
      last_activity_at: '2026-06-10 00:00:00',
    },
    {
      user_id: 'u_quiet',
      customer_id: 'cus_2',
      email: 'd@x.com',
      engaged_at: '2026-01-01 00:00:00',
      last_activity_at: '2026-05-01 00:00:00',
    },
    {
      user_id: 'u_lapsed',
      customer_id: 'cus_2',
      email: 'e@x.com',
      lapsed_at: '2026-05-01 00:00:00',
      last_activity_at: '2026-06-14 00:00:00',
    },
    { user_id: 'u_never', customer_id: 'cus_2', email: 'f@x.com' },
  ])
  await insertRows(database, 'member_records', [
    {
      member_id: 'm_ann',
      email: 'ann@us.com',
      name: 'Ann',
      title: 'CSM',
      role: 'Member',
      manager_email: 'Boss@us.com',
      territory: 'EMEA',
    },
    { member_id: 'm_bob', email: 'bob@us.com', name: 'Bob', role: 'Admin' },
  ])
})

afterAll(() => workspace.close())

test('an empty list of users says when its customer does not exist', async () => {
  const { items, notes } = await workspace.call<{ items: object[]; notes?: string[] }>('svc_list_users', {
    customerId: 'nobody.example',
  })
  expect([items, notes]).toEqual([[], [expect.stringContaining('customerId names no customer')]])
})

test.each<[string, object, string[]]>([
  [
    'svc_list_users',
    { traitFilters: { role: 'nobody' }, search: 'jan' },
    ['traitFilters.role "nobody" matches no user'],
  ],
  [
    'svc_list_users',
    { customerId: 'cus_1', journeyStage: 'ENGAGED' },
    ['each filter matches some user, and none matches all of them together'],
  ],
  ['svc_list_workspace_users', { role: 'pilot' }, ['role "pilot" matches no member']],
  [
    'svc_list_workspace_users',
    { managerEmail: 'x@y.io', search: 'emea' },
    ['managerEmail "x@y.io" matches no member'],
  ],
])('an empty answer of %s to %j says why', async (tool, input, notes) => {
  expect(await workspace.call(tool, input)).toMatchObject({ items: [], notes })
})

test('a list with items has no notes, nor has one without filters', async () => {
  expect(await workspace.call('svc_list_users', { search: 'jan' })).not.toHaveProperty('notes')
  expect(await workspace.call('svc_list_workspace_users', {})).not.toHaveProperty('notes')
})

describe('svc_list_users', () => {
  async function users(input: object): Promise<ListUsersOutput> {
    const output = await workspace.call<ListUsersOutput>('svc_list_users', input)
    expect(v.is(tools.svc_list_users.output, output)).toBe(true)
    return output
  }

  test('tells of each person with their customer and the stage that holds now', async () => {
    const { items, pagination } = await users({})
    expect(pagination.total).toBe(7)
    expect(items[0]).toEqual({
      id: 'u_found',
      email: 'Jane@Acme.com',
      name: 'Jane',
      customerId: 'cus_1',
      customerName: 'Acme',
      customerDomain: 'acme.com',
      journeyStage: 'DISCOVERED',
      lastProductActivityAt: '2026-06-15T11:30:00.000Z',
      lastContactAt: null,
      lastActivityAt: '2026-06-15T11:30:00.000Z',
      daysSinceActivity: 0,
    })
    expect(items.at(-1)).toMatchObject({ id: 'u_never', lastActivityAt: null, daysSinceActivity: null })
  })

  test.each([
    [{ journeyStage: 'DISCOVERED' }, ['u_found', 'u_never']],
    [{ journeyStage: 'SIGNED_UP' }, ['u_signed']],
    [{ journeyStage: 'ACTIVATED' }, ['u_active']],
    [{ journeyStage: 'ENGAGED' }, ['u_engaged']],
    [{ journeyStage: 'INACTIVE' }, ['u_lapsed', 'u_quiet']],
    [{ customerId: 'cus_1' }, ['u_found', 'u_signed']],
    [{ customerId: 'cus_old' }, ['u_found', 'u_signed']],
    [{ customerId: 'ext-7' }, ['u_found', 'u_signed']],
    [{ customerId: 'ACME.com' }, ['u_found', 'u_signed']],
    [{ customerId: 'cus_none' }, []],
    [{ traitFilters: { role: 'admin' } }, ['u_signed']],
    [{ hasActivityInLast: '45m' }, ['u_found']],
    [{ hasActivityInLast: '12h' }, ['u_found', 'u_signed']],
    [{ noActivityInLast: '30d' }, ['u_never', 'u_quiet']],
    [{ search: 'ACME' }, ['u_found']],
    [{ search: 'jan' }, ['u_found']],
  ])('filters by %j', async (input, expected) => {
    const { items, pagination } = await users(input)
    expect(items.map((item) => item.id).sort()).toEqual(expected)
    expect(pagination.total).toBe(expected.length)
  })

  test('orders by e-mail address in any case', async () => {
    const { items } = await users({ orderBy: 'email', orderDirection: 'asc' })
    expect(items.map((item) => item.id)).toEqual([
      'u_active',
      'u_engaged',
      'u_quiet',
      'u_lapsed',
      'u_never',
      'u_found',
      'u_signed',
    ])
  })
})

describe('svc_list_workspace_users', () => {
  async function members(input: object): Promise<ListWorkspaceUsersOutput> {
    const output = await workspace.call<ListWorkspaceUsersOutput>('svc_list_workspace_users', input)
    expect(v.is(tools.svc_list_workspace_users.output, output)).toBe(true)
    return output
  }

  test('lists members, those who own most first', async () => {
    const { items, pagination } = await members({})
    expect(pagination).toEqual({ hasMore: false, nextCursor: null, total: 2 })
    expect(items).toEqual([
      {
        id: 'm_ann',
        email: 'ann@us.com',
        name: 'Ann',
        title: 'CSM',
        role: 'Member',
        managerEmail: 'Boss@us.com',
        territory: 'EMEA',
        socialProfileUrl: null,
        ownedCustomerCount: 2,
      },
      expect.objectContaining({ id: 'm_bob', ownedCustomerCount: 0 }),
    ])
  })

  test.each([
    [{ search: 'emea' }, ['m_ann']],
    [{ search: 'admin' }, ['m_bob']],
    [{ role: 'member' }, ['m_ann']],
    [{ managerEmail: 'boss@us.com' }, ['m_ann']],
    [{ hasOwnedCustomers: true }, ['m_ann']],
    [{ hasOwnedCustomers: false }, ['m_bob']],
    [{ orderBy: 'name', orderDirection: 'desc' }, ['m_bob', 'm_ann']],
    [{ orderBy: 'email', orderDirection: 'asc' }, ['m_ann', 'm_bob']],
  ])('filters and orders by %j', async (input, expected) => {
    expect((await members(input)).items.map((item) => item.id)).toEqual(expected)
  })

  test('pages by the number of customers that a member owns', async () => {
    const first = await members({ limit: 1 })
    const second = await members({ limit: 1, cursor: first.pagination.nextCursor })
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual(['m_ann', 'm_bob'])
    expect(second.pagination).toEqual({ hasMore: false, nextCursor: null, total: 2 })
  })
})

describe('svc_get_user', () => {
  const get = async (user: string): Promise<GetUserOutput> => {
    const output = await workspace.call<GetUserOutput>('svc_get_user', { user })
    expect(v.is(tools.svc_get_user.output, output)).toBe(true)
    return output
  }

  test('tells of a person whole, with the event that stated each key first', async () => {
    const { database } = workspace
    await insertRows(database, 'contacts', [
      {
        user_id: 'user_70',
        customer_id: 'cus_1',
        email: 'kim@acme.com',
        external_user_id: 'kim-7',
        engaged_at: '2026-02-01 00:00:00',
        first_visitor_channel: 'organic_search',
        first_seen_at: '2026-01-02 03:04:05',
        last_activity_at: '2026-05-01 00:00:00',
        traits: '{"seats":3}',
      },
    ])
    await insertRows(database, 'aliases', [{ alias: 'user_69', id: 'user_70', former: 'contact' }])
    await insertTimeline(database, 'cus_1', [{ occurred_at: '2026-05-01 00:00:00' }], 70)
    const cause = '00000000-0000-4000-8000-000000070000'
    await database.all(
      `update subjects set visitor = 'v-1', email = 'kim@acme.com', cause = '${cause}' where subject = 70`,
    )
    const { user, keys } = await get('user_70')
    expect(user).toMatchObject({
      email: 'kim@acme.com',
      externalUserId: 'kim-7',
      customerName: 'Acme',
      journeyStage: 'INACTIVE',
      engagedAt: '2026-02-01T00:00:00.000Z',
      inactiveAt: '2026-05-31T00:00:00.000Z',
      firstVisitorChannel: 'organic_search',
      firstVisitorSource: null,
      daysSinceActivity: 45,
      traits: { seats: 3 },
    })
    const seen = '2026-05-01T00:00:00.000Z'
    const found = { firstSeenAt: seen, lastSeenAt: seen, events: 1, eventId: cause }
    expect(keys).toEqual([
      { kind: 'email', value: 'kim@acme.com', ...found },
      { kind: 'visitor', value: 'v-1', ...found },
    ])
    for (const reference of [' user_70 ', 'user_69', 'kim-7', 'KIM@Acme.com'])
      expect((await get(reference)).user.id).toBe('user_70')
  })

  test('says that nobody has it, and whom it may mean when several do', async () => {
    await expect(get('nobody@acme.com')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await insertRows(workspace.database, 'contacts', [
      { user_id: 'u_twin_1', customer_id: 'cus_1', external_user_id: 'twin', name: 'Ada' },
      { user_id: 'u_twin_2', customer_id: 'cus_1', external_user_id: 'twin' },
    ])
    await expect(get('twin')).rejects.toMatchObject({
      code: 'AMBIGUOUS_REFERENCE',
      issues: [{ message: 'u_twin_1 (Ada)' }, { message: 'u_twin_2 (no name)' }],
    })
  })
})
