// The past of billing-a stays what it was: what is told of a day is the same whenever it is synced.
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../bench/support/random.ts'
import { type Billed, billingDays } from '../../src/integrations/providers/billing-a-days.ts'

const dayMs = 86_400_000
const start = Date.parse('2025-01-01T00:00:00Z')
/** Unix seconds. */
const on = (day: number) => (start + day * dayMs) / 1_000
const dateOf = (day: number) => new Date(start + day * dayMs).toISOString().slice(0, 10)

interface Item {
  unit: number
  quantity: number
  interval: 'month' | 'year'
}

const subscription = (item: Item, period: number, fields: object = {}) => ({
  id: 'sub_1',
  status: 'active',
  currency: 'usd',
  start_date: on(0),
  discounts: [],
  items: {
    data: [
      {
        id: 'si_1',
        quantity: item.quantity,
        current_period_start: on(period),
        price: {
          id: 'price_1',
          unit_amount: item.unit,
          recurring: { interval: item.interval, interval_count: 1, usage_type: 'licensed' },
        },
      },
    ],
  },
  ...fields,
})
const line = (from: number, to: number, amount: number, proration = false, fields: object = {}) => ({
  amount,
  period: { start: on(from), end: on(to) },
  parent: {
    subscription_item_details: { subscription: 'sub_1', subscription_item: 'si_1', proration },
  },
  ...fields,
})
const invoice = (day: number, lines: object[], status = 'paid') => ({
  id: `in_${day}`,
  status,
  currency: 'usd',
  created: on(day),
  lines: { data: lines },
})
const nothing: Billed = { subscriptions: [], invoices: [], pendingItems: [], charges: [], discount: null }
/** What is told of each day, in cents a month. */
function series(billed: Partial<Billed>, today: number): (number | null)[] {
  const days = billingDays({ ...nothing, ...billed }, start + today * dayMs + dayMs - 1)
  const told = new Map(days.map(({ date, mrrCents }) => [date, mrrCents]))
  let last: number | null = null
  return Array.from({ length: today + 1 }, (_, day) => (last = told.get(dateOf(day)) ?? last))
}
const spell = (values: readonly (number | null)[]) =>
  values.flatMap((value, day) => (day > 0 && value === values[day - 1] ? [] : [`${day}: ${value}`]))

const yearly: Item = { unit: 240_000, quantity: 1, interval: 'year' }

describe('an upgrade half-way', () => {
  const first = invoice(0, [line(0, 365, 120_000)])
  const prorations = [line(110, 365, -83_836, true), line(110, 365, 167_671, true)]

  it('of a yearly plan counts from its day on', () => {
    const billed = { subscriptions: [subscription(yearly, 0)], invoices: [first, invoice(110, prorations)] }
    expect(spell(series(billed, 200))).toEqual(['0: 10000', '110: 20000'])
  })

  it('counts from its day on before it is invoiced, too', () => {
    const pendingItems = prorations.map(({ parent, ...item }) => ({
      ...item,
      proration: true,
      parent: { type: 'subscription_details', subscription_details: parent.subscription_item_details },
    }))
    const billed = { subscriptions: [subscription(yearly, 0)], invoices: [first], pendingItems }
    expect(spell(series(billed, 200))).toEqual(['0: 10000', '110: 20000'])
  })

  it('from a month to a year begins a new period', () => {
    const lines = [line(10, 31, -677, true), line(10, 375, 12_000)]
    const billed = {
      subscriptions: [subscription({ unit: 12_000, quantity: 1, interval: 'year' }, 10)],
      invoices: [invoice(0, [line(0, 31, 2_000)]), invoice(10, [...lines])],
    }
    expect(spell(series(billed, 40))).toEqual(['0: 2000', '10: 1000'])
  })

  it('that an invoice item of the service states is the same', () => {
    const items = prorations.map((one) => ({
      ...one,
      parent: {
        invoice_item_details: { ...one.parent.subscription_item_details, subscription_item: undefined },
      },
    }))
    const billed = { subscriptions: [subscription(yearly, 0)], invoices: [first, invoice(110, items)] }
    expect(spell(series(billed, 200))).toEqual(['0: 10000', '110: 20000'])
  })
})

it('months that a pause left uninvoiced stay unpaid once it is over', () => {
  const invoices = [
    invoice(0, [line(0, 31, 2_000)]),
    invoice(31, [line(31, 59, 2_000)], 'void'),
    invoice(59, [line(59, 90, 2_000)]),
  ]
  const item: Item = { unit: 2_000, quantity: 1, interval: 'month' }
  const paused = { pause_collection: { behavior: 'void' } }
  expect(
    spell(series({ subscriptions: [subscription(item, 31, paused)], invoices: invoices.slice(0, 2) }, 40)),
  ).toEqual(['0: 2000', '31: 0'])
  expect(spell(series({ subscriptions: [subscription(item, 59)], invoices }, 70))).toEqual([
    '0: 2000',
    '31: 0',
    '59: 2000',
  ])
})

it('a trial costs nothing until it converts, also one that began later', () => {
  const item: Item = { unit: 2_000, quantity: 1, interval: 'month' }
  const trial = { trial_start: on(0), trial_end: on(14) }
  const invoices = [invoice(0, [line(0, 14, 0)]), invoice(14, [line(14, 45, 2_000)])]
  expect(spell(series({ subscriptions: [subscription(item, 14, trial)], invoices }, 20))).toEqual([
    '0: 0',
    '14: 2000',
  ])
  const later = { trial_start: on(31), trial_end: on(45) }
  const around = [
    invoice(0, [line(0, 31, 2_000)]),
    invoice(31, [line(31, 45, 0)]),
    invoice(45, [line(45, 76, 2_000)]),
  ]
  expect(spell(series({ subscriptions: [subscription(item, 45, later)], invoices: around }, 50))).toEqual([
    '0: 2000',
    '31: 0',
    '45: 2000',
  ])
})

it('usage counts as what was last invoiced, from then on, and ends with the subscription', () => {
  const usage = (status: object) => {
    const metered = subscription({ unit: 1, quantity: 1, interval: 'month' }, 59, status)
    metered.items.data[0]!.price.recurring.usage_type = 'metered'
    return metered
  }
  const invoices = [
    invoice(31, [line(0, 31, 4_000)]),
    invoice(59, [line(31, 59, 6_000)]),
    invoice(61, [line(59, 60, 500)]),
  ]
  expect(spell(series({ subscriptions: [usage({})], invoices: invoices.slice(0, 2) }, 60))).toEqual([
    '0: null',
    '31: 4000',
    '59: 6000',
  ])
  const ended = { status: 'canceled', ended_at: on(60) }
  expect(spell(series({ subscriptions: [usage(ended)], invoices }, 70))).toEqual([
    '0: null',
    '31: 4000',
    '59: 6000',
    '60: 0',
  ])
})

/** The life of a subscription as the service invoices it, and what it would answer on some of its days. */
function live(seed: number, days: number, every: number): (Partial<Billed> | null)[] {
  const random = createRandom(seed)
  const interval = random.below(2) === 0 ? ('month' as const) : ('year' as const)
  const length = interval === 'month' ? 30 : 365
  const item: Item = { unit: 100 * (1 + random.below(200)), quantity: 1 + random.below(5), interval }
  const percent = [0, 0, 20, 50][random.below(4)]!
  const isOnce = random.below(4) === 0
  const endsAt = random.below(3) === 0 ? 100 + random.below(days) : Infinity
  const coupon = { percent_off: percent, duration: 'forever' }
  const discounts = percent === 0 ? [] : [{ id: 'di_1', end: null, coupon }]
  const once = { id: 'di_once', end: null, coupon: { percent_off: 30, duration: 'once' } }
  const lineOf = (from: number, to: number, amount: number, proration: boolean) => {
    const taken = percent === 0 ? [] : [{ amount: Math.round((amount * percent) / 100), discount: 'di_1' }]
    if (isOnce && from === 0 && !proration)
      taken.push({ amount: Math.round(amount * (1 - percent / 100) * 0.3), discount: 'di_once' })
    return line(from, to, amount, proration, {
      discount_amounts: taken,
      discounts: isOnce && from === 0 ? [once] : [],
    })
  }
  const invoices: ReturnType<typeof invoice>[] = []
  let pending: ReturnType<typeof line>[] = []
  let period = 0
  return Array.from({ length: days }, (_, day) => {
    if (day < endsAt && day >= period + length) period = day
    if (day < endsAt && day === period) {
      invoices.push(invoice(day, [lineOf(day, day + length, item.unit * item.quantity, false), ...pending]))
      pending = []
    } else if (day < endsAt && random.below(25) === 0 && day < period + length - 2) {
      const before = item.unit * item.quantity
      if (random.below(2) === 0) item.quantity = 1 + random.below(9)
      else item.unit = 100 * (1 + random.below(200))
      const left = (period + length - day) / length
      const changed = [
        lineOf(day, period + length, -Math.round(before * left), true),
        lineOf(day, period + length, Math.round(item.unit * item.quantity * left), true),
      ]
      if (random.below(2) === 0) invoices.push(invoice(day, changed))
      else pending.push(...changed)
    }
    if (day % every !== 0 && day !== days - 1) return null
    const state = day < endsAt ? {} : { status: 'canceled', ended_at: on(endsAt) }
    const pendingItems = pending.map(({ parent, ...one }) => ({
      ...one,
      // A pending item names its discounts, and not yet what they come to.
      amount: one.amount,
      proration: true,
      parent: { subscription_details: parent.subscription_item_details },
    }))
    return structuredClone({
      subscriptions: [subscription(item, period, { discounts, ...state })],
      invoices,
      pendingItems,
    })
  })
}

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'syncing all the time and once at the end tell the same of each day (life %i)',
  (seed) => {
    const days = 400
    const states = live(seed, days, 9)
    const atEnd = series(states.at(-1)!, days - 1)
    for (const [day, state] of states.entries()) {
      if (state === null) continue
      // Prorations are rounded to cents of their part of a period: some cents of a month.
      const differing = series(state, day).flatMap((then, known) =>
        Math.abs(then! - atEnd[known]!) > 20 ? `day ${known}: ${then} on ${day}, then ${atEnd[known]}` : [],
      )
      expect(differing).toEqual([])
    }
  },
)
