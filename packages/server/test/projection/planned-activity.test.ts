import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LogRecord, StoredRecord } from '../../src/kernel/log/record.ts'
import { createSqlCustomerReads } from '../../src/customers/reads/sql-customer-reads.ts'
import { eventsRecord, openProjected, type Projected, readModels, storedEvent } from '../support/projected.ts'

const start = Date.UTC(2026, 4, 4)
const day = 86_400_000
const on = (days: number) => new Date(start + days * day).toISOString()

let now: number
let models: Projected
beforeEach(async () => {
  now = start
  models = await openProjected({ clock: () => now })
})
afterEach(() => models.close())

const brought = (...records: StoredRecord[]): LogRecord => ({ kind: 'records', receivedAt: now, records })
const meeting = (id: string, days: number, email = 'ann@acme.example'): StoredRecord => ({
  kind: 'source',
  sourceType: 'CALENDAR_EVENT',
  sourceId: id,
  occurredAt: start + days * day,
  customer: { domain: 'acme.example' },
  participants: [{ email }],
})
/** Times of everybody, which are those of their customer as well. */
async function times(): Promise<unknown> {
  const columns = 'first_seen_at as first, last_contact_at as contact, last_activity_at as last'
  const people = await models.rows(`select ${columns} from users`)
  expect(await models.rows(`select ${columns} from customers`)).toEqual(people)
  return people
}

describe('A meeting that is planned', () => {
  test('counts once it has taken place, with nothing else applied', async () => {
    await models.apply([brought(meeting('m', 7))])
    expect(await times()).toEqual([{ first: on(0), contact: null, last: null }])
    now = start + 7 * day - 1
    await models.countDue()
    expect(await times()).toEqual([{ first: on(0), contact: null, last: null }])
    now++
    await models.countDue()
    expect(await times()).toEqual([{ first: on(0), contact: on(7), last: on(7) }])
  })

  test('counts with the next batch, whomever that is about, and where the process was away meanwhile', async () => {
    await models.apply([brought(meeting('m', 7), meeting('n', 9))])
    now = start + 8 * day
    await models.apply([{ kind: 'activation', receivedAt: now, eventName: 'a' }])
    expect(await times()).toEqual([{ first: on(0), contact: on(7), last: on(7) }])
    now = start + 10 * day
    await models.reopen()
    await models.countDue()
    expect(await times()).toEqual([{ first: on(0), contact: on(9), last: on(9) }])
  })

  test('leaves the last contact before it as it is, and doesn’t count when it is moved or deleted', async () => {
    await models.apply([brought(meeting('held', -3), meeting('planned', 7))])
    expect(await times()).toEqual([{ first: on(-3), contact: on(-3), last: on(-3) }])
    await models.apply([brought(meeting('planned', 20))])
    now = start + 8 * day
    await models.countDue()
    expect(await times()).toEqual([{ first: on(-3), contact: on(-3), last: on(-3) }])
    await models.apply([brought({ kind: 'deletion', of: 'source:CALENDAR_EVENT:planned' })])
    now = start + 21 * day
    await models.countDue()
    expect(await times()).toEqual([{ first: on(-3), contact: on(-3), last: on(-3) }])
  })

  test('puts nobody first in a list before it, and is not among the recent activity', async () => {
    await models.apply(
      [brought(meeting('m', 7))],
      [
        brought({
          ...meeting('held', -1, 'joe@globex.example'),
          customer: { domain: 'globex.example' },
        } as StoredRecord),
      ],
    )
    const reads = createSqlCustomerReads(models.database, () => now)
    for (const orderBy of ['last_activity_at', 'last_contact_at'] as const) {
      const page = { orderBy, orderDirection: 'desc', limit: 5, after: null } as const
      const { items } = await reads.listCustomers(page)
      expect(items.map(({ domain }) => domain)).toEqual(['globex.example', 'acme.example'])
      expect((await reads.listUsers(page)).items.map(({ email }) => email)).toEqual([
        'joe@globex.example',
        'ann@acme.example',
      ])
    }
    const { items } = await reads.listCustomers({
      orderBy: 'first_seen_at',
      orderDirection: 'asc',
      limit: 5,
      after: null,
    })
    const metrics = () => reads.getBehaviorMetrics(items[1]!.id, new Date(start - 30 * day))
    expect(await metrics()).toMatchObject({ activityCount: 0, lastMeetingAt: null })
    now = start + 7 * day
    expect(await metrics()).toMatchObject({ activityCount: 1, lastMeetingAt: on(7) })
  })

  test('with an address that is handed on before it counts in its time', async () => {
    const stated = (days: number, userId: string, email: string) =>
      eventsRecord({
        source: 'server',
        receivedAt: start,
        events: [storedEvent({ type: 'identify', timestamp: start + days * day, userId, email })],
      })
    await models.apply(
      [brought(meeting('m', 7))],
      [stated(-9, 'h1', 'ann@acme.example'), stated(-5, 'h1', 'other@acme.example')],
      [stated(-2, 'h2', 'ann@acme.example')],
    )
    const contact = `select external_user_id as id, last_contact_at as contact from users order by 1`
    expect(await models.rows(contact)).toEqual([
      { id: 'h1', contact: null },
      { id: 'h2', contact: null },
    ])
    now = start + 8 * day
    await models.countDue()
    expect(await models.rows(contact)).toEqual([
      { id: 'h1', contact: null },
      { id: 'h2', contact: on(7) },
    ])
  })

  test('leads to what a rebuild at that time leads to', async () => {
    const log = [meeting('m', 7), meeting('n', 3), meeting('m', 5), meeting('o', 40)].map(
      (record): LogRecord => ({ kind: 'records', receivedAt: start, records: [record] }),
    )
    for (const record of log) {
      await models.apply([record])
      now += 2 * day
    }
    await models.countDue()
    const rebuilt = await openProjected({ clock: () => now })
    await rebuilt.apply(log)
    expect(await readModels(models)).toEqual(await readModels(rebuilt))
    expect(await times()).toEqual([{ first: on(0), contact: on(5), last: on(5) }])
    await rebuilt.close()
  })
})

test('a sign-up that a provider dates ahead happened when we heard of it', async () => {
  await models.apply([
    brought({
      kind: 'authEvent',
      eventId: 'e',
      userId: 'h1',
      action: 'SIGNED_UP',
      origin: 'auth-a',
      occurredAt: start + day,
    } as StoredRecord),
  ])
  expect(await models.rows('select signed_up_at as at, first_seen_at as first from users')).toEqual([
    { at: on(0), first: on(0) },
  ])
})
