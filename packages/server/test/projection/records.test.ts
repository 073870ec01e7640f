import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RecordsRecord, StoredRecord } from '../../src/kernel/log/record.ts'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'

const day = (n: number) => Date.UTC(2026, 0, 1) + n * 86_400_000

let projected: Projected
beforeEach(async () => {
  projected = await openProjected()
})
afterEach(() => projected.close())

function records(...list: StoredRecord[]): RecordsRecord {
  return { kind: 'records', receivedAt: day(100), records: list }
}

const call: StoredRecord = {
  kind: 'source',
  sourceType: 'CALL',
  sourceId: 'c-1',
  occurredAt: day(10),
  title: 'Renewal',
  text: 'We will renew.',
  participants: [
    { email: 'Sam@ourselves.io', role: 'host' },
    { email: 'jane@acme.com', name: 'Jane' },
  ],
}

const customers = () => projected.rows('select * from customers order by customer_id')
const activity = () =>
  projected.rows(
    'select event_type, customer_domain, user_email, occurred_at from activity order by occurred_at',
  )

describe('Customers and people keep the dates that their source states', () => {
  const acme: StoredRecord = { kind: 'customer', customerId: 'acct_1', domain: 'acme.com', name: 'Acme' }
  const jane: StoredRecord = {
    kind: 'user',
    userId: 'u-1',
    email: 'jane@acme.com',
    customer: { customerId: 'acct_1' },
  }
  const first = async () => [
    ...(await projected.rows<{ first_seen_at: string }>('select first_seen_at from customers')),
    ...(await projected.rows<{ first_seen_at: string; signed_up_at: string }>(
      'select first_seen_at, signed_up_at from users',
    )),
  ]
  const iso = (n: number) => new Date(day(n)).toISOString()

  test('instead of the day of the import', async () => {
    await projected.apply([records({ ...acme, createdAt: day(-900) }, { ...jane, createdAt: day(-300) })])
    expect(await first()).toEqual([
      { first_seen_at: iso(-900) },
      { first_seen_at: iso(-300), signed_up_at: iso(-300) },
    ])
  })

  test('as they were stated last; without one, and in the future, it is the day of the import', async () => {
    await projected.apply([records({ ...acme, createdAt: day(-900) }, { ...jane, createdAt: day(-300) })])
    await projected.apply([records({ ...acme, createdAt: day(400) }, jane)])
    expect(await first()).toEqual([
      { first_seen_at: iso(100) },
      { first_seen_at: iso(100), signed_up_at: iso(100) },
    ])
  })

  test('and what was seen of them before that counts as before', async () => {
    await projected.apply([records(call)])
    await projected.apply([records({ ...acme, createdAt: day(50) }, { ...jane, createdAt: day(50) })])
    expect((await first())[0]).toEqual({ first_seen_at: iso(10) })
  })
})

describe('Records become customers, people and activity', () => {
  test('a call shows in the timeline of the company whose person took part', async () => {
    await projected.apply([records(call, { kind: 'member', email: 'sam@ourselves.io', name: 'Sam' })])
    expect(await activity()).toEqual([
      {
        event_type: 'CALL_COMPLETED',
        customer_domain: 'acme.com',
        user_email: 'jane@acme.com',
        occurred_at: '2026-01-11T00:00:00.000Z',
      },
    ])
    expect(await customers()).toMatchObject([{ domain: 'acme.com', contact_count: 1 }])
  })

  test('whoever joins the workspace later was never a customer', async () => {
    await projected.apply(
      [records(call)],
      [records({ kind: 'member', email: 'sam@ourselves.io', name: 'Sam' })],
    )
    expect(await activity()).toMatchObject([{ user_email: 'jane@acme.com' }])
    expect(await customers()).toMatchObject([{ domain: 'acme.com' }])
  })

  test('a member who is stated again is still one member', async () => {
    await projected.apply(
      [records({ kind: 'member', email: 'sam@ourselves.io', name: 'Sam' })],
      [records({ kind: 'member', email: 'sam@ourselves.io', name: 'Samantha' })],
    )
    expect(await projected.rows('select name from members')).toEqual([{ name: 'Samantha' }])
  })

  test('a later record with the same key replaces the former, and an equal one changes nothing', async () => {
    await projected.apply([records(call)], [records(call)])
    expect(await activity()).toHaveLength(2 - 1)
    await projected.apply([
      records({ ...call, occurredAt: day(12), participants: [{ email: 'kim@globex.com' }] }),
    ])
    expect(await activity()).toEqual([
      {
        event_type: 'CALL_COMPLETED',
        customer_domain: 'globex.com',
        user_email: 'kim@globex.com',
        occurred_at: '2026-01-13T00:00:00.000Z',
      },
    ])
    expect(await customers()).toMatchObject([{ domain: 'globex.com' }])
  })

  test('a customer record names, owns and describes an account, and claims its domain', async () => {
    await projected.apply([
      eventsRecord({
        source: 'server',
        events: [storedEvent({ type: 'identify', timestamp: day(1), email: 'jane@acme.com' })],
      }),
    ])
    await projected.apply([
      records(
        {
          kind: 'customer',
          customerId: 'acct_1',
          domain: 'acme.com',
          name: 'Acme',
          ownerEmail: 'sam@ourselves.io',
          traits: { industry: 'Anvils' },
        },
        {
          kind: 'revenue',
          customer: { domain: 'acme.com' },
          date: '2026-02-01',
          mrrCents: 5000,
          paidCents: 5000,
        },
        {
          kind: 'revenue',
          customer: { customerId: 'acct_1' },
          date: '2026-03-01',
          mrrCents: 9000,
          paidCents: 9000,
          plan: 'pro',
        },
      ),
    ])
    expect(await customers()).toMatchObject([
      {
        external_customer_id: 'acct_1',
        domain: 'acme.com',
        name: 'Acme',
        industry: 'Anvils',
        billing_status: 'PAYING',
        plan: 'pro',
        mrr_cents: 9000,
        lifetime_revenue_cents: 14000,
        contact_count: 1,
      },
    ])
    expect(await projected.rows('select owner_email from accounts')).toEqual([
      { owner_email: 'sam@ourselves.io' },
    ])
    expect(
      await projected.rows('select snapshot_date, mrr_cents from revenue where is_recorded order by 1'),
    ).toEqual([
      { snapshot_date: '2026-02-01', mrr_cents: 5000 },
      { snapshot_date: '2026-03-01', mrr_cents: 9000 },
    ])
  })

  test('what a replaced record said is gone, traits, claim and owner included', async () => {
    const first: StoredRecord = {
      kind: 'customer',
      customerId: 'acct_1',
      domain: 'acme.com',
      ownerEmail: 'sam@ourselves.io',
      traits: { tier: 'gold', seats: 3 },
    }
    const { domain: _, ownerEmail: __, ...second } = { ...first, traits: { seats: 4 } }
    await projected.apply(
      [records(first, { kind: 'user', email: 'jane@acme.com', name: 'Jane' })],
      [records(second)],
    )
    expect(await customers()).toMatchObject([
      { external_customer_id: 'acct_1', domain: null, contact_count: 0, traits: '{"seats":4}' },
      { domain: 'acme.com', contact_count: 1, name: 'acme.com' },
    ])
    expect(await projected.rows('select distinct owner_email from accounts')).toEqual([{ owner_email: null }])
  })

  test('a name that a record states is taken up, though another record named the person before', async () => {
    await projected.apply(
      [records(call)],
      [records({ kind: 'user', email: 'jane@acme.com', name: 'Jane Doe' })],
    )
    const jane = `where email = 'jane@acme.com'`
    expect(await projected.rows(`select name from contacts ${jane}`)).toEqual([{ name: 'Jane Doe' }])
    expect(await projected.rows(`select contact_name from subjects ${jane}`)).toEqual([
      { contact_name: 'Jane Doe' },
    ])
  })

  test('a user record puts somebody with a private address into a company', async () => {
    await projected.apply([
      records({ kind: 'user', email: 'jane@gmail.com', userId: 'u-1', customer: { domain: 'acme.com' } }),
    ])
    expect(await projected.rows('select email, external_user_id, last_activity_at from users')).toEqual([
      { email: 'jane@gmail.com', external_user_id: 'u-1', last_activity_at: null },
    ])
    expect(await customers()).toMatchObject([{ domain: 'acme.com', contact_count: 1 }])
  })

  test('a company that a record names stays one, though all its people turn out to belong to accounts', async () => {
    const states = (email: string, customerId: string, source: 'client' | 'server') =>
      eventsRecord({
        source,
        userIdentity: { email },
        customerIdentity: { customerId },
        events: [storedEvent({ type: 'pageview', timestamp: day(1) })],
      })
    await projected.apply(
      [
        states('ann@globex.com', 'acct-2', 'client'),
        records({ kind: 'user', email: 'joe@acme.com', customer: { domain: 'globex.com' } }),
      ],
      [states('ann@globex.com', 'acct-2', 'server'), states('joe@acme.com', 'acct-1', 'server')],
    )
    expect(await customers()).toHaveLength(3)
    expect(await customers()).toContainEqual(
      expect.objectContaining({ domain: 'globex.com', external_customer_id: null, contact_count: 0 }),
    )
  })

  test('stated facts follow their customer, extracted ones their source', async () => {
    const extraction: StoredRecord = {
      kind: 'extraction',
      sourceType: 'CALL',
      sourceId: 'c-1',
      textHash: 'x',
      model: 'm',
      facts: [
        {
          factId: 'x-1',
          origin: 'extracted',
          assertion: 'Acme renews',
          evidence: [{ sourceType: 'CALL', sourceId: 'c-1', quote: 'We will renew.' }],
        },
      ],
    }
    const stated: StoredRecord = {
      kind: 'fact',
      factId: 'f-1',
      origin: 'stated',
      assertion: 'Budget of 10k',
      customer: { domain: 'acme.com' },
      evidence: [],
    }
    const member: StoredRecord = { kind: 'member', email: 'sam@ourselves.io', name: 'Sam' }
    await projected.apply([records(member, call, extraction, stated)])
    const facts = () =>
      projected.rows(
        'select f.fact_id, a.domain from facts f join subjects s using (subject) join accounts a on a.customer_id = s.customer_id order by 1',
      )
    expect(await facts()).toEqual([
      { fact_id: 'f-1', domain: 'acme.com' },
      { fact_id: 'x-1', domain: 'acme.com' },
    ])
    await projected.apply([records({ ...call, participants: [{ email: 'kim@globex.com' }] })])
    expect(await facts()).toEqual([
      { fact_id: 'f-1', domain: 'acme.com' },
      { fact_id: 'x-1', domain: 'globex.com' },
    ])
  })
})
