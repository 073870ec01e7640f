// What subscriptions and invoices of billing-a come to: MRR, status and what was paid, by the day.
import { describe, expect, it } from 'vitest'
import { type Billed, billingDays } from '../../src/integrations/providers/billing-a-days.ts'

const at = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1_000
const now = Date.parse('2026-06-15T12:00:00Z')

interface Given {
  id?: string
  currency?: string
  amount?: number
  quantity?: number
  interval?: string
  count?: number
  usage?: string
  [field: string]: unknown
}

function subscription({
  id = 'sub_1',
  currency = 'usd',
  amount = 1_000,
  quantity = 1,
  interval = 'month',
  count = 1,
  usage = 'licensed',
  ...fields
}: Given = {}) {
  const recurring = { interval, interval_count: count, usage_type: usage }
  const price = {
    id: 'price_1',
    nickname: 'Team',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
    recurring,
  }
  return {
    id,
    status: 'active',
    currency,
    start_date: at('2026-06-01'),
    created: at('2026-06-01'),
    trial_start: null,
    trial_end: null,
    pause_collection: null,
    discounts: [],
    items: { data: [{ quantity, current_period_start: at('2026-06-01'), price }] },
    ...fields,
  }
}

function invoice(
  period: [string, string],
  amount: number,
  { currency = 'usd', paidOn = period[0], off = 0, ...fields }: Record<string, unknown> = {},
) {
  return {
    status: 'paid',
    currency,
    created: at(period[0]),
    amount_paid: amount - Number(off),
    post_payment_credit_notes_amount: 0,
    status_transitions: { paid_at: at(String(paidOn)) },
    lines: {
      data: [
        {
          amount,
          discount_amounts: off === 0 ? [] : [{ amount: off }],
          period: { start: at(period[0]), end: at(period[1]) },
          parent: { subscription_item_details: { subscription: 'sub_1', proration: false } },
        },
      ],
    },
    ...fields,
  }
}

const nothing: Billed = { subscriptions: [], invoices: [], pendingItems: [], charges: [], discount: null }
const days = (billed: Partial<Billed>) => billingDays({ ...nothing, ...billed }, now)
const last = (...subscriptions: ReturnType<typeof subscription>[]) => days({ subscriptions }).at(-1)
const percent = (off: number, more: object = {}) => ({
  end: null,
  coupon: { percent_off: off, duration: 'forever' },
  ...more,
})

describe('what a subscription costs a month', () => {
  it.each<[string, Given, number]>([
    ['by the month', {}, 1_000],
    ['a quantity', { quantity: 7 }, 7_000],
    ['none of it', { quantity: 0 }, 0],
    ['by the year', { amount: 12_000, interval: 'year' }, 1_000],
    ['every two years', { amount: 24_000, interval: 'year', count: 2 }, 1_000],
    ['by the quarter', { amount: 3_000, count: 3 }, 1_000],
    ['by the week', { amount: 1_400, interval: 'week' }, Math.round((1_400 * 365) / (7 * 12))],
    ['by the day', { amount: 100, interval: 'day' }, Math.round((100 * 365) / 12)],
    ['a coupon in per cent', { discounts: [percent(25)] }, 750],
    ['two of them', { discounts: [percent(50), percent(50)] }, 250],
    ['a coupon that is over', { discounts: [percent(25, { end: at('2026-06-10') })] }, 1_000],
    ['a coupon that lasts', { discounts: [percent(25, { end: at('2026-09-01') })] }, 750],
    ['a coupon for once', { discounts: [{ coupon: { percent_off: 100, duration: 'once' } }] }, 1_000],
    [
      'an amount off, by the year',
      {
        amount: 12_000,
        interval: 'year',
        discounts: [{ coupon: { amount_off: 2_400, duration: 'forever' } }],
      },
      800,
    ],
    ['more off than it costs', { discounts: [{ coupon: { amount_off: 9_000, duration: 'forever' } }] }, 0],
    ['by use', { usage: 'metered' }, 0],
    ['yen, which have no hundredths', { currency: 'jpy' }, 100_000],
    ['dinars, which have thousandths', { currency: 'kwd' }, 100],
  ])('%s', (_, given, mrrCents) => {
    expect(last(subscription(given))).toMatchObject({ mrrCents })
  })
})

describe('where an account stands', () => {
  it('on trial it pays nothing yet, and then what it costs', () => {
    const trial = { trial_start: at('2026-06-01'), trial_end: at('2026-06-10') }
    expect(last(subscription({ status: 'trialing', ...trial }))).toMatchObject({
      mrrCents: 0,
      billingStatus: 'TRIALING',
      activeSubscriptions: 1,
    })
    expect(days({ subscriptions: [subscription(trial)] })).toMatchObject([
      { date: '2026-06-01', mrrCents: 0, billingStatus: 'TRIALING' },
      { date: '2026-06-10', mrrCents: 1_000, billingStatus: 'PAYING' },
    ])
  })

  it('paused, by the collection or the status, it pays nothing', () => {
    const paused = { mrrCents: 0, billingStatus: 'NONE', activeSubscriptions: 0 }
    expect(last(subscription({ pause_collection: { behavior: 'void' } }))).toMatchObject(paused)
    expect(last(subscription({ status: 'paused' }))).toMatchObject(paused)
  })

  it.each([
    ['past_due', 'PAST_DUE', 1_000],
    ['canceled', 'CHURNED', 0],
    ['unpaid', 'CHURNED', 0],
  ])('%s is %s', (status, billingStatus, mrrCents) => {
    expect(last(subscription({ status }))).toMatchObject({ billingStatus, mrrCents })
  })

  it('what never began, or is of a status that nobody knows, says nothing', () => {
    for (const status of ['incomplete', 'incomplete_expired', 'new_in_2027'])
      expect(days({ subscriptions: [subscription({ status })] })).toEqual([])
  })

  it('of several subscriptions the sum, and the most that is true of any', () => {
    const ended = { status: 'canceled', ended_at: at('2026-06-05') }
    expect(last(subscription({ amount: 500 }), subscription({ id: 'sub_2', ...ended }))).toMatchObject({
      mrrCents: 500,
      billingStatus: 'PAYING',
      activeSubscriptions: 1,
    })
    expect(last(subscription(), subscription({ id: 'sub_2', status: 'past_due' }))).toMatchObject({
      mrrCents: 2_000,
      billingStatus: 'PAST_DUE',
      activeSubscriptions: 2,
    })
  })

  it('each currency by itself', () => {
    const found = days({ subscriptions: [subscription(), subscription({ id: 'sub_2', currency: 'eur' })] })
    expect(new Set(found.map(({ currency, mrrCents }) => `${currency} ${mrrCents}`))).toEqual(
      new Set(['USD 1000', 'EUR 1000']),
    )
  })
})

describe('the past', () => {
  it('is what each period was invoiced at, and ends with the subscription', () => {
    const invoices = [
      invoice(['2026-03-01', '2026-04-01'], 1_000),
      invoice(['2026-04-01', '2026-05-01'], 3_000, { off: 500, paidOn: '2026-04-03' }),
    ]
    const ended = { status: 'canceled', start_date: at('2026-03-01'), ended_at: at('2026-05-01') }
    expect(days({ subscriptions: [subscription(ended)], invoices })).toMatchObject([
      { date: '2026-03-01', mrrCents: 1_000, billingStatus: 'PAYING', paidCents: 1_000 },
      { date: '2026-04-01', mrrCents: 2_500, billingStatus: 'PAYING' },
      { date: '2026-04-03', mrrCents: 2_500, paidCents: 2_500 },
      { date: '2026-05-01', mrrCents: 0, billingStatus: 'CHURNED' },
    ])
  })

  it('counts a year as twelve months, a draft as nothing and a credit as less', () => {
    const yearly = { amount: 12_000, interval: 'year', start_date: at('2025-06-01') }
    const invoices = [
      invoice(['2025-06-01', '2026-06-01'], 12_000, { post_payment_credit_notes_amount: 2_000 }),
      invoice(['2026-05-01', '2026-06-01'], 99_000, { status: 'draft' }),
    ]
    const found = days({ subscriptions: [subscription(yearly)], invoices })
    expect(found[0]).toMatchObject({ date: '2025-06-01', mrrCents: 1_000, paidCents: 10_000 })
    expect(found.every(({ mrrCents }) => mrrCents === 1_000)).toBe(true)
  })

  it('is the same in whatever order the objects come', () => {
    const subscriptions = [subscription(), subscription({ id: 'sub_2', currency: 'eur', quantity: 3 })]
    const invoices = ['03', '04', '05'].map((month, index) =>
      invoice([`2026-${month}-01`, `2026-0${index + 4}-01`], 1_000 * (index + 1)),
    )
    const sorted = (billed: Partial<Billed>) =>
      days(billed)
        .map((day) => JSON.stringify(day))
        .sort()
    expect(sorted({ subscriptions: subscriptions.toReversed(), invoices: invoices.toReversed() })).toEqual(
      sorted({ subscriptions, invoices }),
    )
  })
})
