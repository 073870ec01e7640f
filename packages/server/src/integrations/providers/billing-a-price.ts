import { idOf, numberOf, objectsOf, textOf, timeOf } from '../fields.ts'
import type { Answer } from '../provider.ts'
import { minorToCents } from './billing-a-money.ts'

/** What the present price of a subscription follows from. */
export interface Priced {
  subscription: Answer
  items: readonly Answer[]
  /** Applies to subscriptions without a discount of their own. */
  customerDiscount: unknown
  /** ISO 4217, upper case. */
  currency: string
  /** What an item was last invoiced at, net; 0: never. For prices that only invoices tell. */
  lastInvoiced: (item: Answer) => number
  /** The share of an item's price that was no tax when it was last invoiced; null: never invoiced. */
  netShare: (item: Answer) => number | null
}

/** The monthly price of a subscription in cents: all price models, less lasting discounts and included taxes. Pure. */
export function currentMrr(priced: Priced, now: number): number {
  const { subscription, items, customerDiscount, currency, lastInvoiced } = priced
  const isLasting = (discount: Answer) => lasts(discount, now)
  const own = (objectsOf(subscription['discounts']) ?? []).filter(isLasting)
  const inherited = isEmpty(subscription['discounts']) ? (objectsOf([customerDiscount]) ?? []) : []
  const shared = [...own, ...inherited.filter(isLasting)]
  let invoiced = 0
  const costs: { item: Answer; months: number; cents: number }[] = []
  for (const item of items) {
    const amount = itemAmount(item, currency)
    if (amount === null) {
      invoiced += lastInvoiced(item)
      continue
    }
    const months = itemMonths(item)
    const discounts = (objectsOf(item['discounts']) ?? []).filter(isLasting)
    const cents = discounts.reduce(
      (left, discount) => discounted([left], [months], discount, currency)[0]!,
      minorToCents(amount, currency) / months,
    )
    costs.push({ item, months, cents })
  }
  for (const discount of shared) {
    const met = costs.filter(({ item }) => appliesTo(discount, item))
    const left = discounted(
      met.map(({ cents }) => cents),
      met.map(({ months }) => months),
      discount,
      currency,
    )
    for (const [index, cost] of met.entries()) cost.cents = left[index]!
  }
  return costs.reduce((sum, { item, cents }) => sum + cents * untaxedShare(item, priced), invoiced)
}

/** Months between two invoices of an item. */
export function itemMonths(item: Answer): number {
  const recurring = recurringOf(item)
  const months = { day: 12 / 365, week: (7 * 12) / 365, month: 1, year: 12 }[
    textOf(recurring?.['interval'], 10) ?? ''
  ]
  return (months ?? 1) * (numberOf(recurring?.['interval_count']) ?? 1)
}

/** Whether an item's interval is a number of days, and not of calendar months. */
export function isByDays(item: Answer): boolean {
  return ['day', 'week'].includes(textOf(recurringOf(item)?.['interval'], 10) ?? '')
}

/** Whether an item is known to be paid in advance. */
export function isLicensed(item: Answer | undefined): boolean {
  return item !== undefined && recurringOf(item)?.['usage_type'] === 'licensed'
}

/** Whether a discount is taken off once, and not each time. */
export function isOnce(discount: Answer): boolean {
  return couponOf(discount)?.['duration'] === 'once'
}

function recurringOf(item: Answer): Answer | null | undefined {
  return (item['price'] as Answer | undefined)?.['recurring'] as Answer | null | undefined
}

/** What an item costs per interval, in the service's unit; null if only its invoices tell: usage, amounts that people choose. */
export function itemAmount(item: Answer, currency: string): number | null {
  const price = item['price'] as Answer | undefined
  const recurring = recurringOf(item)
  if (price === undefined || !recurring || recurring['usage_type'] === 'metered') return null
  const stated = textOf(price['currency'], 3)?.toUpperCase() ?? currency
  const options = price['currency_options'] as Answer | undefined
  const amounts = stated === currency ? price : (options?.[currency.toLowerCase()] as Answer | undefined)
  if (amounts === undefined) return null
  const quantity = numberOf(item['quantity']) ?? 1
  if (price['billing_scheme'] === 'tiered' || price['tiers_mode'] != null)
    return tieredAmount(objectsOf(amounts['tiers']) ?? [], quantity, price['tiers_mode'] === 'volume')
  const unit = amountOf(amounts, 'unit_amount')
  return unit === null ? null : unit * packages(quantity, price['transform_quantity'])
}

function amountOf(amounts: Answer, name: string): number | null {
  return numberOf(amounts[`${name}_decimal`]) ?? numberOf(amounts[name])
}

/** Prices for each started, or each full, number of units. */
function packages(quantity: number, transform: unknown): number {
  const { divide_by, round } = (transform ?? {}) as Answer
  const size = numberOf(divide_by)
  if (size === null || size <= 0) return quantity
  return round === 'down' ? Math.floor(quantity / size) : Math.ceil(quantity / size)
}

/** Null without tiers. The last one, and each whose end isn't a number, is open. */
function tieredAmount(tiers: readonly Answer[], quantity: number, isVolume: boolean): number | null {
  if (tiers.length === 0) return null
  const of = (tier: Answer, units: number) =>
    units * (amountOf(tier, 'unit_amount') ?? 0) + (amountOf(tier, 'flat_amount') ?? 0)
  let sum = 0
  let from = 0
  for (const [index, tier] of tiers.entries()) {
    const upTo = index === tiers.length - 1 ? Infinity : (numberOf(tier['up_to']) ?? Infinity)
    if (isVolume && quantity <= upTo) return of(tier, quantity)
    // The first tier's flat amount is due without any unit as well.
    if (!isVolume && (index === 0 || quantity > from)) sum += of(tier, Math.min(quantity, upTo) - from)
    from = upTo
  }
  return sum
}

function couponOf(discount: Answer): Answer | undefined {
  const source = discount['source'] as Answer | undefined
  const [coupon] = objectsOf([discount['coupon'] ?? source?.['coupon']]) ?? []
  return coupon
}

function lasts(discount: Answer, now: number): boolean {
  const end = timeOf(discount['end'])
  const coupon = couponOf(discount)
  return coupon !== undefined && coupon['duration'] !== 'once' && (end === null || end > now)
}

function appliesTo(discount: Answer, item: Answer): boolean {
  const products = (couponOf(discount)?.['applies_to'] as Answer | undefined)?.['products']
  const product = (item['price'] as Answer | undefined)?.['product']
  return (
    !Array.isArray(products) || products.includes(idOf((product as Answer | undefined)?.['id'] ?? product))
  )
}

/** Monthly amounts less a discount. An amount off is taken from each invoice, in proportion. */
function discounted(
  cents: readonly number[],
  months: readonly number[],
  discount: Answer,
  currency: string,
): number[] {
  const coupon = couponOf(discount)!
  const percent = numberOf(coupon['percent_off'])
  if (percent !== null) return cents.map((amount) => amount * Math.max(1 - percent / 100, 0))
  const stated = textOf(coupon['currency'], 3)?.toUpperCase() ?? currency
  const options = (coupon['currency_options'] as Answer | undefined)?.[currency.toLowerCase()] as
    | Answer
    | undefined
  const off = numberOf(stated === currency ? coupon['amount_off'] : options?.['amount_off']) ?? 0
  const total = cents.reduce((sum, amount) => sum + amount, 0)
  const monthly = minorToCents(off, currency) / Math.min(...months)
  return cents.map((amount) => (total <= monthly ? 0 : amount * (1 - monthly / total)))
}

/** Included taxes are no revenue: by the rates that the subscription states, else by the last invoice. */
function untaxedShare(item: Answer, { subscription, netShare }: Priced): number {
  const rates = [item['tax_rates'], subscription['default_tax_rates']].find((list) => !isEmpty(list))
  if (rates !== undefined) {
    const included = (objectsOf(rates) ?? []).filter(({ inclusive }) => inclusive === true)
    const percent = included.reduce((sum, rate) => sum + (numberOf(rate['percentage']) ?? 0), 0)
    return 1 / (1 + percent / 100)
  }
  return netShare(item) ?? 1
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0
}
