import { tools } from '@customer-intel/contract'
import type { GetCustomerOutput, GetTimelineOutput } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRows, insertTimeline } from '../support/insert-rows.ts'
import { openToolWorkspace } from '../support/tool-workspace.ts'
import type { ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

beforeAll(async () => {
  workspace = await openToolWorkspace()
  const { database } = workspace
  await insertRows(database, 'member_records', [{ member_id: 'm_1', email: 'ann@us.com', name: 'Ann' }])
  await insertRows(database, 'accounts', [
    {
      customer_id: 'cus_1',
      name: 'Acme',
      domain: 'acme.com',
      external_customer_id: 'ext_7',
      billing_status: 'PAYING',
      mrr_cents: 500_000,
      mrr_status: 'calculated',
      lifetime_revenue_cents: 6_000_000,
      active_subscription_count: 2,
      owner_id: 'm_1',
      owner_email: 'ann@us.com',
      last_activity_at: '2026-06-15 11:00:00',
    },
    { customer_id: 'cus_2', name: 'Twin', domain: 'twin.com', last_activity_at: '2026-06-01 11:00:00' },
    { customer_id: 'cus_3', name: 'twin', domain: 'twin.org' },
    { customer_id: 'cus_4', name: 'acme.com' },
    { customer_id: 'cus_5', type: 'INDIVIDUAL' },
    { customer_id: 'ext_7', name: 'Named like an id' },
  ])
  await insertRows(database, 'aliases', [{ alias: 'cus_old', id: 'cus_1' }])
  await insertRows(database, 'contacts', [
    {
      user_id: 'user_1',
      customer_id: 'cus_1',
      email: 'jane@acme.com',
      name: 'Jane',
      last_activity_at: '2026-06-15 11:00:00',
    },
    {
      user_id: 'user_3',
      customer_id: 'cus_1',
      email: 'kim@acme.com',
      last_activity_at: '2026-04-01 11:00:00',
    },
    { user_id: 'user_9', customer_id: 'cus_5', email: 'solo@mail.test' },
  ])
  await insertTimeline(
    database,
    'cus_1',
    [
      { occurred_at: '2026-03-01 10:00:00', event_type: 'CUSTOM_EVENT', event_name: 'Signed Up' },
      {
        occurred_at: '2026-06-10 10:00:00',
        title: 'Pricing',
        path: '/pricing',
        url: 'https://acme.com/pricing',
      },
      {
        occurred_at: '2026-06-10 10:00:00',
        event_type: 'FORM_SUBMITTED',
        event_name: 'form',
        properties: '{"formId":"demo","formFields":{"plan":"pro"}}',
      },
      {
        occurred_at: '2026-06-12 10:00:00',
        event_type: 'MEETING_REQUESTED',
        event_name: 'calendar',
        event_channel: 'MEETING',
      },
    ],
    1,
    'Jane',
  )
  await insertTimeline(
    database,
    'cus_1',
    [
      {
        occurred_at: '2026-06-14 10:00:00',
        event_type: 'EMAIL_RECEIVED',
        event_name: 'email',
        event_channel: 'COMMUNICATION',
      },
      {
        occurred_at: '2026-04-01 10:00:00',
        event_type: 'MEETING_COMPLETED',
        event_name: 'meeting',
        event_channel: 'MEETING',
      },
    ],
    3,
    'kim@acme.com',
  )
  await insertTimeline(database, 'cus_2', [{ occurred_at: '2026-06-13 10:00:00' }], 2)
})

afterAll(() => workspace.close())

describe('svc_get_customer', () => {
  async function get(input: object): Promise<GetCustomerOutput> {
    const output = await workspace.call<GetCustomerOutput>('svc_get_customer', input)
    expect(v.is(tools.svc_get_customer.output, output)).toBe(true)
    return output
  }

  test('answers with the customer alone when no section is asked for', async () => {
    expect(await get({ customer: 'cus_1' })).toEqual({
      customer: {
        id: 'cus_1',
        name: 'Acme',
        domain: 'acme.com',
        billingStatus: 'PAYING',
        activatedAt: null,
        firstSeenAt: '2026-01-01T00:00:00.000Z',
        lastProductActivityAt: '2026-06-15T11:00:00.000Z',
        lastContactAt: null,
        lastActivityAt: '2026-06-15T11:00:00.000Z',
        owner: { id: 'm_1', email: 'ann@us.com', name: 'Ann' },
      },
    })
  })

  test.each([
    ['an id', 'cus_1', 'cus_1'],
    ['a former id', 'cus_old', 'cus_1'],
    ["an id before the caller's own id", 'ext_7', 'ext_7'],
    ['a domain before a name', 'ACME.com', 'cus_1'],
    ['an exact name in any case', 'aCME', 'cus_1'],
    ["a contact's e-mail address", 'Solo@mail.test', 'cus_5'],
    ['a name with blanks around it', '  Acme ', 'cus_1'],
  ])('finds the customer by %s', async (_, reference, id) => {
    expect((await get({ customer: reference })).customer.id).toBe(id)
  })

  test('adds the sections asked for, and no other', async () => {
    const include = ['users', 'revenue', 'recentTimeline', 'behaviorMetrics', 'enrichment', 'users']
    const output = await get({ customer: 'cus_1', include })
    expect(Object.keys(output).sort()).toEqual([
      'behaviorMetrics',
      'customer',
      'enrichment',
      'recentTimeline',
      'revenue',
      'timeframe',
      'users',
    ])
    expect(output.users).toEqual([
      {
        id: 'user_1',
        email: 'jane@acme.com',
        name: 'Jane',
        journeyStage: 'DISCOVERED',
        lastProductActivityAt: '2026-06-15T11:00:00.000Z',
        lastContactAt: null,
        lastActivityAt: '2026-06-15T11:00:00.000Z',
      },
      {
        id: 'user_3',
        email: 'kim@acme.com',
        name: null,
        journeyStage: 'INACTIVE',
        lastProductActivityAt: '2026-04-01T11:00:00.000Z',
        lastContactAt: null,
        lastActivityAt: '2026-04-01T11:00:00.000Z',
      },
    ])
    expect(output.revenue).toEqual({
      currentMrr: 500_000,
      currency: null,
      mrrCalculationStatus: 'calculated',
      lifetimeRevenue: 6_000_000,
      activeSubscriptions: 2,
    })
    expect(output.enrichment).toMatchObject({ status: 'MISSING', provider: null, summary: null, error: null })
  })

  test('counts and shows what lies within the timeframe, and tells the last e-mail and meeting ever', async () => {
    const input = { customer: 'cus_1', include: ['recentTimeline', 'behaviorMetrics'] }
    const month = await get(input)
    expect(month.timeframe).toBe('30d')
    expect(month.recentTimeline?.map((event) => event.type)).toEqual([
      'EMAIL_RECEIVED',
      'MEETING_REQUESTED',
      'FORM_SUBMITTED',
      'PAGE_VIEW',
    ])
    expect(month.recentTimeline?.[3]).toEqual({
      type: 'PAGE_VIEW',
      title: 'Viewed Pricing',
      contact: 'Jane',
      occurredAt: '2026-06-10T10:00:00.000Z',
    })
    expect(month.behaviorMetrics).toEqual({
      activityCount: 4,
      // Whoever only wrote a mail is no active user.
      activeUsers: 1,
      lastEmailAt: '2026-06-14T10:00:00.000Z',
      lastMeetingAt: '2026-04-01T10:00:00.000Z',
    })
    const week = await get({ ...input, timeframe: '7d' })
    expect(week.behaviorMetrics?.activityCount).toBe(4)
    expect((await get({ ...input, timeframe: '90d' })).behaviorMetrics?.activityCount).toBe(5)
  })

  test('answers with 404 when there is no such customer', async () => {
    const call = workspace.call('svc_get_customer', { customer: 'nobody' })
    await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND', issues: [{ path: ['customer'] }] })
  })

  test('lists the candidates when a name fits several', async () => {
    const call = workspace.call('svc_get_customer', { customer: 'Twin' })
    await expect(call).rejects.toMatchObject({
      code: 'AMBIGUOUS_REFERENCE',
      issues: [{ message: 'cus_2 (Twin, twin.com)' }, { message: 'cus_3 (twin, twin.org)' }],
    })
  })
})

describe('svc_get_timeline', () => {
  async function timeline(input: object): Promise<GetTimelineOutput> {
    const output = await workspace.call<GetTimelineOutput>('svc_get_timeline', {
      customer: 'cus_1',
      ...input,
    })
    expect(v.is(tools.svc_get_timeline.output, output)).toBe(true)
    return output
  }

  test('tells the last 30 days, newest first, the later of two at the same time first', async () => {
    const { events, pagination } = await timeline({})
    expect(events.map((event) => event.eventType)).toEqual([
      'EMAIL_RECEIVED',
      'MEETING_REQUESTED',
      'FORM_SUBMITTED',
      'PAGE_VIEW',
    ])
    expect(pagination).toEqual({ hasMore: false, nextCursor: null, total: 4 })
  })

  test('tells each event in words, with its properties as metadata', async () => {
    const { events } = await timeline({ eventTypes: ['form_submitted'] })
    expect(events).toEqual([
      {
        id: '00000000-0000-4000-8000-000000001002',
        eventType: 'FORM_SUBMITTED',
        eventName: 'form',
        channel: 'PRODUCT',
        title: 'Submitted form demo',
        summary: 'On /',
        occurredAt: '2026-06-10T10:00:00.000Z',
        contact: 'Jane',
        sourceType: null,
        sourceId: null,
        metadata: { formId: 'demo', formFields: { plan: 'pro' } },
      },
    ])
  })

  test.each([
    [{ timeframe: 'all' }, 6],
    [{ timeframe: '7d' }, 4],
    [{ timeframe: '90d' }, 5],
    [{ timeframe: 'all', channels: ['MEETING'] }, 2],
    [{ channels: [], eventTypes: [] }, 4],
    [{ channels: ['PRODUCT', 'COMMUNICATION'], eventTypes: ['PAGE_VIEW', 'EMAIL_RECEIVED'] }, 2],
    [{ startDate: '2026-06-10T10:00:00Z', endDate: '2026-06-12T10:00:00Z' }, 3],
    [{ startDate: '2026-06-10T10:00:01Z' }, 2],
    [{ startDate: '2026-03-02T00:00:00Z' }, 5],
    [{ endDate: '2026-06-12T10:00:00Z' }, 5],
    [{ startDate: '2026-03-01T10:00:01Z', endDate: '2026-06-12T10:00:00Z' }, 4],
    [{ endDate: '2026-04-01T10:00:00Z' }, 2],
    [{ startDate: '0001-01-01T00:00:00Z', endDate: '9999-12-31T23:59:59Z' }, 6],
  ])('narrows by %j', async (input, total) => {
    const { events, pagination } = await timeline(input)
    expect(pagination.total).toBe(total)
    expect(events).toHaveLength(total)
  })

  test.each([
    [{ eventTypes: ['CALL_MISSED'] }, ['eventTypes ["CALL_MISSED"] matches no event of this customer']],
    [
      { endDate: '1999-01-01T00:00:00Z' },
      ['endDate "1999-01-01T00:00:00Z" matches no event of this customer'],
    ],
    [
      { eventTypes: ['PAGE_VIEW'], channels: ['MEETING'] },
      ['each filter matches some event of this customer, and none matches all of them together'],
    ],
  ])('says why nothing happened by %j', async (input, notes) => {
    expect(await timeline(input)).toMatchObject({ events: [], notes })
  })

  test('pages through events at the same moment without repeating or skipping one', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { events, pagination } = await timeline({ timeframe: 'all', limit: 1, cursor })
      seen.push(...events.map((event) => event.id))
      expect(pagination.total).toBe(6)
      cursor = pagination.nextCursor ?? undefined
    } while (cursor)
    const all = await timeline({ timeframe: 'all' })
    expect(seen).toEqual(all.events.map((event) => event.id))
  })

  test('shows each event of a customer with thousands of visitors, the late arrived at their own time', async () => {
    const { database } = workspace
    await insertRows(database, 'accounts', [{ customer_id: 'cus_crowd', name: 'Crowd' }])
    await database.all(`insert into subjects
      select 100000 + range, false, null, null, null, null, null, null, null, null, null, 'cus_crowd', false,
        '00000000-0000-0000-0000-000000000000', timestamp '2026-06-10' + interval (range) second,
        timestamp '2026-06-10' + interval (range) second, null, null, null, 1, 0, null, null, '', null, true from range(1500)`)
    await database.all(`insert into events
      select 1000000 + 1500 - range, uuid(), 100000 + range, 'PAGE_VIEW', 'page', 'PRODUCT',
        timestamp '2026-06-10' + interval (range) second, timestamp '2026-06-15', null, 'client', '', false, null, null, '',
        '/' || range, null, null, null, null, null, null, null, null, null, '{}' from range(1500)`)
    const seen: string[] = []
    for (let cursor: string | undefined, pages = 0; pages < 20; pages++) {
      const output = await timeline({ customer: 'cus_crowd', limit: 100, ...(cursor ? { cursor } : {}) })
      expect(output.pagination.total).toBe(1500)
      seen.push(...output.events.map((event) => event.occurredAt))
      if (output.pagination.nextCursor === null) break
      cursor = output.pagination.nextCursor
    }
    expect(new Set(seen).size).toBe(1500)
    expect(seen).toEqual(seen.toSorted().toReversed())
  })

  test('shows no event of another customer', async () => {
    const { events } = await workspace.call<GetTimelineOutput>('svc_get_timeline', { customer: 'cus_2' })
    expect(events.map((event) => event.id)).toEqual(['00000000-0000-4000-8000-000000002000'])
  })

  test('of a person tells what they did alone, and why there is nothing', async () => {
    const of = (user: string) =>
      workspace.call<GetTimelineOutput>('svc_get_timeline', { user, timeframe: 'all' })
    const { events, pagination } = await of('JANE@acme.com')
    expect(pagination.total).toBe(4)
    expect(events.map(({ contact }) => contact)).toEqual(['Jane', 'Jane', 'Jane', 'Jane'])
    expect(
      await workspace.call('svc_get_timeline', { user: 'user_9', channels: ['CRM'], timeframe: 'all' }),
    ).toMatchObject({
      events: [],
      notes: [expect.stringContaining('matches no event of this person')],
    })
    await expect(of('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND', issues: [{ path: ['user'] }] })
  })

  test('refuses a cursor of another customer', async () => {
    const { pagination } = await timeline({ limit: 1 })
    const call = workspace.call('svc_get_timeline', { customer: 'cus_2', cursor: pagination.nextCursor })
    await expect(call).rejects.toMatchObject({ code: 'INVALID_TOOL_INPUT', issues: [{ path: ['cursor'] }] })
  })
})
