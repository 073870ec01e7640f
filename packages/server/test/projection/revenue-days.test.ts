import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { BillingRecord, LogRecord, RevenueRecord } from '../../src/kernel/log/record.ts'
import { openProjected, type Projected } from '../support/projected.ts'

const dayMs = 86_400_000
const dateAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

let models: Projected
beforeEach(async () => {
  models = await openProjected()
})
afterEach(() => models.close())

const paid = (days: number, mrrCents: number, more: Partial<RevenueRecord> = {}): LogRecord => ({
  kind: 'records',
  receivedAt: Date.now(),
  records: [
    {
      kind: 'revenue',
      customer: { customerId: 'acct' },
      date: dateAgo(days),
      mrrCents,
      currency: 'EUR',
      ...more,
    },
  ],
})
const days = () =>
  models.rows('select snapshot_date, currency, mrr_cents, is_recorded from revenue order by 1, 2')
const row = (ago: number, mrr: number, recorded: boolean, currency = 'EUR') => ({
  snapshot_date: dateAgo(ago),
  currency,
  mrr_cents: mrr,
  is_recorded: recorded,
})
const now = () => models.rows('select mrr_cents, mrr_currency, mrr_status from accounts')

describe('The view revenue', () => {
  test('carries what a record says forward, to the next record and to today', async () => {
    await models.apply([paid(4, 100)], [paid(2, 300)])
    expect(await days()).toEqual([
      row(4, 100, true),
      row(3, 100, false),
      row(2, 300, true),
      row(1, 300, false),
      row(0, 300, false),
    ])
  })

  test('has one row of a day and currency, however often it was said, and none of days to come', async () => {
    await models.apply([paid(1, 100)], [paid(1, 200)], [paid(-3, 900)])
    expect(await days()).toEqual([row(1, 200, true), row(0, 200, false)])
  })

  test('keeps currencies apart; who pays in two has no one MRR', async () => {
    await models.apply([paid(1, 100), paid(1, 50, { currency: 'USD' })])
    expect(await days()).toEqual([
      row(1, 100, true),
      row(1, 50, true, 'USD'),
      row(0, 100, false),
      row(0, 50, false, 'USD'),
    ])
    expect(await now()).toEqual([{ mrr_cents: null, mrr_currency: null, mrr_status: 'mixed_currency' }])
    expect(await models.rows('select mrr_cents, currency from customers')).toEqual([
      { mrr_cents: 0, currency: '' },
    ])
    await models.apply([paid(1, 0, { currency: 'USD' })])
    expect(await now()).toEqual([{ mrr_cents: 100, mrr_currency: 'EUR', mrr_status: 'calculated' }])
  })

  test('takes the currency from a later record of the day that names it', async () => {
    await models.apply([paid(0, 70, { currency: undefined })], [paid(0, 100)])
    expect(await days()).toEqual([row(0, 100, true)])
    expect(await now()).toEqual([{ mrr_cents: 100, mrr_currency: 'EUR', mrr_status: 'calculated' }])
  })
})

describe('Billing accounts of one customer', () => {
  type Days = BillingRecord['days']
  const account = (name: string, days: Days, receivedAt = Date.now()): LogRecord => ({
    kind: 'records',
    receivedAt,
    records: [{ kind: 'billing', origin: `billing-a/${name}`, customer: { customerId: 'acct' }, days }],
  })
  const day = (ago: number, mrrCents: number, more: Partial<Days[number]> = {}): Days[number] => ({
    date: dateAgo(ago),
    mrrCents,
    currency: 'EUR',
    billingStatus: mrrCents > 0 ? 'PAYING' : 'CHURNED',
    activeSubscriptions: mrrCents > 0 ? 1 : 0,
    ...more,
  })

  test('are added up, each with what it said last', async () => {
    await models.apply(
      [
        account('one', [
          day(4, 100, { paidCents: 100, plan: 'Team' }),
          day(1, 150, { paidCents: 150, plan: 'Team' }),
        ]),
      ],
      [
        account('two', [
          day(3, 50, { paidCents: 50, plan: 'Add-on' }),
          day(2, 0),
          day(0, 70, { paidCents: 70, plan: 'Add-on' }),
        ]),
      ],
    )
    expect((await days()).map((one) => one['mrr_cents'])).toEqual([100, 150, 100, 150, 220])
    expect(
      await models.rows(
        'select mrr_cents, lifetime_revenue_cents, active_subscription_count, billing_status, plan, mrr_status from accounts',
      ),
    ).toEqual([
      {
        mrr_cents: 220,
        lifetime_revenue_cents: 370,
        active_subscription_count: 2,
        billing_status: 'PAYING',
        plan: 'Team',
        mrr_status: 'calculated',
      },
    ])
    await models.apply([account('one', [])])
    expect((await days()).map((one) => one['mrr_cents'])).toEqual([50, 0, 0, 70])
  })

  test('come to the same, whichever way they came and in whatever order', async () => {
    const daysOf = fc.uniqueArray(
      fc.record({
        date: fc.integer({ min: 0, max: 30 }).map(dateAgo),
        mrrCents: fc.integer({ min: 0, max: 500 }),
        currency: fc.constantFrom('EUR', 'USD'),
        billingStatus: fc.constantFrom('PAYING', 'PAST_DUE', 'TRIALING', 'CHURNED', 'NONE'),
        activeSubscriptions: fc.integer({ min: 0, max: 3 }),
        paidCents: fc.integer({ min: 0, max: 900 }),
        plan: fc.constantFrom('', 'A', 'B'),
      }),
      { selector: ({ date, currency }) => `${date} ${currency}`, maxLength: 8 },
    )
    const histories = fc.array(fc.array(daysOf, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 4,
    })
    const said = async (chunks: LogRecord[][]) => {
      const projected = await openProjected()
      try {
        await projected.apply(...chunks)
        return {
          revenue: await projected.rows('select * exclude (customer_id) from revenue order by all'),
          accounts: await projected.rows(
            'select mrr_cents, mrr_currency, lifetime_revenue_cents, active_subscription_count, billing_status, plan, churned_at from accounts',
          ),
        }
      } finally {
        await projected.close()
      }
    }
    await fc.assert(
      fc.asyncProperty(histories, fc.infiniteStream(fc.nat()), async (all, random) => {
        // At once, as a whole sync brings what holds in the end.
        const whole = await said([all.map((versions, index) => account(`a${index}`, versions.at(-1)!, 1))])
        // One by one, as webhooks bring each version in turn, between those of others, some of them twice.
        const waiting = all.map((versions, index) => versions.map((days) => ({ index, days })))
        const chunks: LogRecord[][] = []
        for (let at = 2; waiting.some((queue) => queue.length > 0); at++) {
          const open = waiting.filter((queue) => queue.length > 0)
          const next = open[random.next().value % open.length]!.shift()!
          chunks.push([account(`a${next.index}`, next.days, at)])
          if (random.next().value % 3 === 0) chunks.push([account(`a${next.index}`, next.days, at)])
        }
        const oneByOne = await said(chunks)
        expect(oneByOne.revenue).toEqual(whole.revenue)
        if (whole.accounts.length > 0 && oneByOne.accounts.length > 0)
          expect(oneByOne.accounts).toEqual(whole.accounts)
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })
})
