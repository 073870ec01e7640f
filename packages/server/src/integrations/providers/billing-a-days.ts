import type { BillingStatus } from '@customer-intel/contract'
import { idOf, numberOf, objectsOf, textOf, timeOf } from '../fields.ts'
import type { Answer, BillingInput } from '../provider.ts'

/** Billing data: a customer's subscriptions of every status, and their invoices. */
export interface Billed {
  subscriptions: readonly Answer[]
  invoices: readonly Answer[]
}

/** The state of a subscription from `at` on. */
interface Step {
  at: number
  mrrCents: number
  status: BillingStatus
}

interface Timeline {
  currency: string
  plan: string
  /** Earliest first. */
  steps: Step[]
}

/**
 * What an account paid per month, for each day on which that changed, and what it paid on that day. The same for the same
 * objects, in any order: the past from the invoices, the present from the subscriptions. Pure.
 */
export function billingDays({ subscriptions, invoices }: Billed, now: number): BillingInput['days'] {
  const timelines = subscriptions.flatMap((subscription) => timelineOf(subscription, invoices, now) ?? [])
  const paid = paidByDay(invoices)
  const currencies = new Set([...timelines.map(({ currency }) => currency), ...paid.keys()])
  const today = dayOf(now)
  const changed = new Set(timelines.flatMap(({ steps }) => steps.map(({ at }) => dayOf(at))))
  for (const days of paid.values()) for (const day of days.keys()) changed.add(day)
  const days: BillingInput['days'] = []
  for (const date of [...changed].filter((day) => day <= today).sort()) {
    const end = Date.parse(date) + 86_400_000 - 1
    for (const currency of currencies) {
      const held = timelines.filter((timeline) => timeline.currency === currency)
      const current = held.flatMap(({ steps, plan }) => {
        const step = steps.findLast(({ at }) => at <= end)
        return step === undefined ? [] : [{ ...step, plan }]
      })
      const paidCents = paid.get(currency)?.get(date) ?? 0
      // A currency that isn't used yet has no entry for this day.
      if (current.length === 0 && paidCents === 0) continue
      const running = current.filter(({ status }) => status !== 'CHURNED' && status !== 'NONE')
      days.push({
        date,
        currency,
        mrrCents: Math.round(current.reduce((sum, { mrrCents }) => sum + mrrCents, 0)),
        billingStatus: statusOf(current.map(({ status }) => status)),
        activeSubscriptions: running.length,
        ...(paidCents === 0 ? {} : { paidCents }),
        ...planOf(running.map(({ plan }) => plan)),
      })
    }
  }
  return days
}

const statuses: Readonly<Record<string, BillingStatus>> = {
  trialing: 'TRIALING',
  active: 'PAYING',
  past_due: 'PAST_DUE',
  canceled: 'CHURNED',
  unpaid: 'CHURNED',
  paused: 'NONE',
}

/** Null for a subscription that never started (`incomplete`), or with an unknown status. */
function timelineOf(subscription: Answer, invoices: readonly Answer[], now: number): Timeline | null {
  const status = statuses[textOf(subscription['status'], 40) ?? '']
  const startedAt = timeOf(subscription['start_date']) ?? timeOf(subscription['created'])
  const id = idOf(subscription['id'])
  if (status === undefined || startedAt === null || id === null) return null
  const items = objectsOf((subscription['items'] as Answer | undefined)?.['data']) ?? []
  const currency = (textOf(subscription['currency'], 3) ?? 'usd').toUpperCase()
  const paying = status === 'CHURNED' || status === 'NONE' ? 'PAYING' : status
  const steps: Step[] = []
  const trialEnd = timeOf(subscription['trial_end'])
  if (trialEnd !== null)
    steps.push({ at: timeOf(subscription['trial_start']) ?? startedAt, mrrCents: 0, status: 'TRIALING' })
  for (const { at, mrrCents } of invoicedSteps(id, invoices, currency))
    if (trialEnd === null || at >= trialEnd) steps.push({ at, mrrCents, status: 'PAYING' })
  const isRunning = status === 'PAYING' || status === 'PAST_DUE'
  if (isRunning) {
    const periods = items.flatMap((item) => timeOf(item['current_period_start']) ?? [])
    const at = Math.min(Math.max(startedAt, trialEnd ?? 0, ...periods), now)
    const isPaused =
      subscription['pause_collection'] !== null && subscription['pause_collection'] !== undefined
    steps.push({
      at,
      mrrCents: isPaused ? 0 : currentMrr(subscription, items, currency, now),
      status: isPaused ? 'NONE' : paying,
    })
  }
  if (status === 'CHURNED' || status === 'NONE') {
    const at =
      timeOf(subscription['ended_at']) ?? timeOf(subscription['canceled_at']) ?? steps.at(-1)?.at ?? startedAt
    steps.push({ at, mrrCents: 0, status })
  }
  if (steps.length === 0) steps.push({ at: startedAt, mrrCents: 0, status })
  return { currency, plan: planName(items), steps: steps.sort((left, right) => left.at - right.at) }
}

/** The monthly price by which each period of a subscription was invoiced. Prorations are corrections, not prices. */
function invoicedSteps(subscriptionId: string, invoices: readonly Answer[], currency: string) {
  const byStart = new Map<number, number>()
  for (const invoice of invoices) {
    if (!['paid', 'open', 'uncollectible'].includes(textOf(invoice['status'], 40) ?? '')) continue
    for (const line of objectsOf((invoice['lines'] as Answer | undefined)?.['data']) ?? []) {
      const parent = line['parent'] as Answer | null | undefined
      const details = parent?.['subscription_item_details'] as Answer | null | undefined
      const period = line['period'] as Answer | undefined
      const [start, end] = [timeOf(period?.['start']), timeOf(period?.['end'])]
      const amount = numberOf(line['amount'])
      if (idOf(details?.['subscription']) !== subscriptionId || details?.['proration'] === true) continue
      if (start === null || end === null || end <= start || amount === null) continue
      const discounts = objectsOf(line['discount_amounts']) ?? []
      const net = discounts.reduce((sum, discount) => sum - (numberOf(discount['amount']) ?? 0), amount)
      const mrr = toCents(net, currency) / monthsBetween(start, end)
      byStart.set(start, (byStart.get(start) ?? 0) + mrr)
    }
  }
  return [...byStart].map(([at, mrrCents]) => ({ at, mrrCents }))
}

/** The monthly price of a subscription's items, minus discounts. Usage-based prices are only known from invoices. */
function currentMrr(subscription: Answer, items: readonly Answer[], currency: string, now: number): number {
  let mrr = 0
  let months = 1
  for (const item of items) {
    const price = item['price'] as Answer | undefined
    const recurring = price?.['recurring'] as Answer | null | undefined
    const amount = numberOf(price?.['unit_amount_decimal']) ?? numberOf(price?.['unit_amount'])
    if (!recurring || amount === null || recurring['usage_type'] === 'metered') continue
    months = intervalMonths(recurring)
    mrr += (toCents(amount, currency) * (numberOf(item['quantity']) ?? 1)) / months
  }
  for (const discount of objectsOf(subscription['discounts']) ?? []) {
    const coupon = discount['coupon'] as Answer | undefined
    const end = timeOf(discount['end'])
    // A one-time discount doesn't reduce the monthly price.
    if (coupon === undefined || coupon['duration'] === 'once' || (end !== null && end <= now)) continue
    const percent = numberOf(coupon['percent_off'])
    mrr =
      percent !== null
        ? mrr * (1 - percent / 100)
        : mrr - toCents(numberOf(coupon['amount_off']) ?? 0, currency) / months
  }
  return Math.max(mrr, 0)
}

function intervalMonths(recurring: Answer): number {
  const months = { day: 12 / 365, week: (7 * 12) / 365, month: 1, year: 12 }[
    textOf(recurring['interval'], 10) ?? ''
  ]
  return (months ?? 1) * (numberOf(recurring['interval_count']) ?? 1)
}

/** Whole months for a period of about that length: a month has 28 to 31 days. */
function monthsBetween(start: number, end: number): number {
  const months = (end - start) / ((365 / 12) * 86_400_000)
  return months > 0.9 ? Math.max(Math.round(months), 1) : months
}

function paidByDay(invoices: readonly Answer[]): Map<string, Map<string, number>> {
  const paid = new Map<string, Map<string, number>>()
  for (const invoice of invoices) {
    const transitions = invoice['status_transitions'] as Answer | undefined
    const at = timeOf(transitions?.['paid_at']) ?? timeOf(invoice['created'])
    const currency = (textOf(invoice['currency'], 3) ?? 'usd').toUpperCase()
    const amount =
      (numberOf(invoice['amount_paid']) ?? 0) - (numberOf(invoice['post_payment_credit_notes_amount']) ?? 0)
    if (invoice['status'] !== 'paid' || at === null || amount <= 0) continue
    const days = paid.get(currency) ?? new Map<string, number>()
    paid.set(currency, days)
    days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + Math.round(toCents(amount, currency)))
  }
  return paid
}

/** The strongest status of all subscriptions. */
function statusOf(held: readonly BillingStatus[]): BillingStatus {
  const order: readonly BillingStatus[] = ['PAST_DUE', 'PAYING', 'TRIALING', 'NONE', 'CHURNED']
  return order.find((status) => held.includes(status)) ?? 'NONE'
}

function planOf(plans: readonly string[]): { plan?: string } {
  const [plan = ''] = plans.filter((name) => name !== '')
  return plan === '' ? {} : { plan }
}

function planName(items: readonly Answer[]): string {
  const price = items[0]?.['price'] as Answer | undefined
  return textOf(price?.['nickname'], 200) ?? textOf(price?.['lookup_key'], 200) ?? idOf(price?.['id']) ?? ''
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Currencies without hundredths, as listed by the service (docs.stripe.com/currencies). */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const threeDecimal = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Hundredths of the currency. */
function toCents(amount: number, currency: string): number {
  if (zeroDecimal.has(currency)) return amount * 100
  return threeDecimal.has(currency) ? amount / 10 : amount
}
