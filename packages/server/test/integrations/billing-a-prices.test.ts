// What subscriptions of billing-a cost a month by the shape of their price: add a shape with its right value to
// billing-a-prices.json. Its lines are of an invoice of this month (of the last one for usage).
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { billingDays } from '../../src/integrations/providers/billing-a-days.ts'

interface Shape {
  name: string
  price: Record<string, unknown>
  quantity?: number | null
  currency?: string
  discounts?: object[]
  itemDiscounts?: object[]
  customerDiscount?: object
  taxRates?: object[]
  lines?: object[]
  mrrCents: number
}

const shapes = JSON.parse(readFileSync(new URL('billing-a-prices.json', import.meta.url), 'utf8')) as Shape[]
const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1_000
const now = Date.parse('2026-06-15T12:00:00Z')

it.each(shapes.map((shape): [string, Shape] => [shape.name, shape]))('%s', (_, shape) => {
  const recurring = { interval: 'month', interval_count: 1, usage_type: 'licensed' }
  const price = { id: 'price_1', recurring, ...shape.price }
  const isUsage = price.recurring.usage_type === 'metered'
  const period = isUsage
    ? { start: at('2026-05-01'), end: at('2026-06-01') }
    : { start: at('2026-06-01'), end: at('2026-07-01') }
  const details = { subscription: 'sub_1', subscription_item: 'si_1', proration: false }
  const lines = (shape.lines ?? []).map((line) => ({
    period,
    parent: { type: 'subscription_item_details', subscription_item_details: details },
    ...line,
  }))
  const invoice = {
    id: 'in_1',
    status: 'paid',
    currency: 'usd',
    created: at('2026-06-01'),
    lines: { data: lines },
  }
  const subscription = {
    id: 'sub_1',
    status: 'active',
    currency: shape.currency ?? 'usd',
    start_date: at('2026-05-01'),
    discounts: shape.discounts ?? [],
    default_tax_rates: shape.taxRates ?? [],
    items: {
      data: [
        {
          id: 'si_1',
          quantity: shape.quantity === undefined ? 1 : shape.quantity,
          current_period_start: at('2026-06-01'),
          discounts: shape.itemDiscounts ?? [],
          price,
        },
      ],
    },
  }
  const days = billingDays(
    {
      subscriptions: [subscription],
      invoices: lines.length === 0 ? [] : [invoice],
      pendingItems: [],
      charges: [],
      discount: shape.customerDiscount ?? null,
    },
    now,
  )
  expect(days.at(-1)).toMatchObject({ mrrCents: shape.mrrCents })
})
