import { activityEventTypes, activityKind } from '@customer-intel/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSqlCustomerReads } from '../../src/customers/reads/sql-customer-reads.ts'
import type { LogRecord, StoredEvent, StoredRecord } from '../../src/kernel/log/record.ts'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-06-15T12:00:00Z')
const daysAgo = (days: number) => now - days * dayMs
const iso = (at: number) => new Date(at).toISOString()
const jane = 'jane@acme.com'

let models: Projected
beforeEach(async () => {
  models = await openProjected()
})
afterEach(() => models.close())

const server = (...events: StoredEvent[]) => eventsRecord({ source: 'server', events })
const pageview = (at: number, more: Partial<StoredEvent>) =>
  storedEvent({ type: 'pageview', timestamp: at, ...more })
const identify = (at: number, email: string, more: Partial<StoredEvent> = {}) =>
  storedEvent({ type: 'identify', timestamp: at, email, ...more })
const recordsRecord = (receivedAt: number, record: StoredRecord): LogRecord => ({
  kind: 'records',
  receivedAt,
  records: [record],
})
const mail = (days: number, title = 'Hello') =>
  recordsRecord(now, {
    kind: 'source',
    sourceType: 'EMAIL',
    sourceId: 'm-1',
    occurredAt: daysAgo(days),
    title,
    participants: [{ email: jane, role: 'from' }],
  })
const deal = (days: number) =>
  recordsRecord(now, {
    kind: 'source',
    sourceType: 'OPPORTUNITY',
    sourceId: 'd-1',
    occurredAt: daysAgo(days),
    participants: [{ email: jane }],
  })
const times = 'last_product_activity_at, last_contact_at, last_activity_at'

describe('Product activity and contact with us', () => {
  test('are told apart, of people and of customers; the later one is the last activity', async () => {
    await models.apply(
      [server(identify(daysAgo(50), jane, { userId: 'u-1' }))],
      [server(pageview(daysAgo(45), { email: jane }))],
      [mail(2), deal(1)],
      [server(identify(now, jane, { userId: 'u-1' }))],
    )
    const expected = {
      last_product_activity_at: iso(daysAgo(45)),
      last_contact_at: iso(daysAgo(2)),
      last_activity_at: iso(daysAgo(2)),
    }
    expect(await models.rows(`select ${times} from users`)).toEqual([expected])
    expect(await models.rows(`select ${times} from customers`)).toEqual([expected])
  })

  test('lists, journey and view ask for product activity alone', async () => {
    await models.apply(
      [server(identify(daysAgo(50), jane, { userId: 'u-1' }), pageview(daysAgo(45), { email: jane }))],
      [mail(2)],
    )
    const reads = createSqlCustomerReads(models.database, () => now)
    const page = { orderBy: 'last_activity_at', orderDirection: 'desc', limit: 5, after: null } as const
    const since = new Date(daysAgo(30))
    expect((await reads.listCustomers({ ...page, inactiveSince: since })).total).toBe(1)
    expect((await reads.listCustomers({ ...page, activeSince: since })).total).toBe(0)
    expect((await reads.listUsers({ ...page, inactiveSince: since })).items).toMatchObject([
      { journeyStage: 'INACTIVE', lastContactAt: iso(daysAgo(2)) },
    ])
    expect(await models.rows('select activity_kind from activity order by occurred_at')).toEqual([
      { activity_kind: '' },
      { activity_kind: 'PRODUCT' },
      { activity_kind: 'CONTACT' },
    ])
  })

  test('a booking is a day of activity, an identify is none', async () => {
    const booked = (days: number) =>
      server(storedEvent({ type: 'calendar', timestamp: daysAgo(days), email: jane, eventType: 'Demo' }))
    await models.apply(
      [server(identify(daysAgo(9), jane, { userId: 'u-1' }))],
      [server(identify(daysAgo(8), jane, { userId: 'u-1' }))],
      [server(identify(daysAgo(7), jane, { userId: 'u-1' }))],
    )
    expect(await models.rows(`select engaged_at, last_activity_at from users`)).toEqual([
      { engaged_at: null, last_activity_at: null },
    ])
    await models.apply([booked(6)], [booked(5)], [booked(4)])
    expect(await models.rows(`select engaged_at, last_activity_at from users`)).toEqual([
      { engaged_at: iso(daysAgo(4)), last_activity_at: iso(daysAgo(4)) },
    ])
  })

  test('a mail that turns out to be older takes the contact back', async () => {
    await models.apply([server(pageview(daysAgo(45), { email: jane }))], [mail(2)], [mail(20, 'Hello again')])
    expect(await models.rows(`select ${times} from users`)).toEqual([
      {
        last_product_activity_at: iso(daysAgo(45)),
        last_contact_at: iso(daysAgo(20)),
        last_activity_at: iso(daysAgo(20)),
      },
    ])
  })

  test('say of every type of event what it is', () => {
    for (const type of activityEventTypes) expect([null, 'PRODUCT', 'CONTACT']).toContain(activityKind(type))
  })
})
