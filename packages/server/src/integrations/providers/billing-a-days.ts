import type { BillingStatus } from '@customer-intel/contract'
import { idOf, objectsOf, textOf, timeOf } from '../fields.ts'
import type { Answer, BillingInput } from '../provider.ts'
import { invoicedHistory } from './billing-a-invoiced.ts'
import { currencyOf, dayOf } from './billing-a-money.ts'
import { paidByDay } from './billing-a-paid.ts'
import { currentMrr } from './billing-a-price.ts'

/** A customer's billing data. */
export interface Billed {
  /** Of every status. */
  subscriptions: readonly Answer[]
  /** With their payments. */
  invoices: readonly Answer[]
  /** Invoice items that no invoice has yet. */
  pendingItems: readonly Answer[]
  /** With their refunds and disputes. */
  charges: readonly Answer[]
  /** The customer's own discount; null: none. */
  discount: unknown
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
export function billingDays(billed: Billed, now: number): BillingInput['days'] {
  const timelines = billed.subscriptions.flatMap(
    (subscription) => timelineOf(subscription, billed, now) ?? [],
  )
  const paid = paidByDay(billed.invoices, billed.charges)
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
function timelineOf(subscription: Answer, billed: Billed, now: number): Timeline | null {
  const status = statuses[textOf(subscription['status'], 40) ?? '']
  const startedAt = timeOf(subscription['start_date']) ?? timeOf(subscription['created'])
  const id = idOf(subscription['id'])
  if (status === undefined || startedAt === null || id === null) return null
  const items = objectsOf((subscription['items'] as Answer | undefined)?.['data']) ?? []
  const currency = currencyOf(subscription['currency'])
  const invoiced = invoicedHistory(id, items, currency, billed, discountsOf(subscription, items, billed))
  const trialEnd = timeOf(subscription['trial_end'])
  const trialStart = trialEnd === null ? null : (timeOf(subscription['trial_start']) ?? startedAt)
  const steps: Step[] = []
  if (trialStart !== null) steps.push({ at: trialStart, mrrCents: 0, status: 'TRIALING' })
  for (const { at, mrrCents, isBilled } of invoiced.steps)
    if (trialEnd === null || trialStart === null || at < trialStart || at >= trialEnd)
      steps.push({ at, mrrCents, status: isBilled ? 'PAYING' : 'NONE' })
  steps.sort((left, right) => left.at - right.at)
  if (status === 'PAYING' || status === 'PAST_DUE') {
    // Its price holds since the last change that is known.
    const periods = items.flatMap((item) => timeOf(item['current_period_start']) ?? [])
    const known = steps.flatMap(({ at }) => (at <= now ? at : []))
    const at = Math.min(Math.max(startedAt, trialEnd ?? 0, ...periods, ...known), now)
    const isPaused =
      subscription['pause_collection'] !== null && subscription['pause_collection'] !== undefined
    const mrr = currentMrr(
      {
        subscription,
        items,
        customerDiscount: billed.discount,
        currency,
        lastInvoiced: (item) => invoiced.last(item)?.mrrCents ?? 0,
        netShare: (item) => invoiced.last(item)?.netShare ?? null,
      },
      now,
    )
    steps.push(isPaused ? { at, mrrCents: 0, status: 'NONE' } : { at, mrrCents: mrr, status })
  }
  if (status === 'CHURNED' || status === 'NONE') {
    const at =
      timeOf(subscription['ended_at']) ??
      timeOf(subscription['canceled_at']) ??
      (status === 'NONE' ? trialEnd : null) ??
      steps.at(-1)?.at ??
      startedAt
    // What is invoiced for the time before comes later.
    return {
      currency,
      plan: planName(items),
      steps: [...steps.filter((step) => step.at < at), { at, mrrCents: 0, status }],
    }
  }
  if (steps.length === 0) steps.push({ at: startedAt, mrrCents: 0, status })
  return { currency, plan: planName(items), steps: steps.sort((left, right) => left.at - right.at) }
}

/** All discounts that are known of a subscription, also on its invoices. */
function discountsOf(
  subscription: Answer,
  items: readonly Answer[],
  { invoices, discount }: Billed,
): Answer[] {
  const lines = invoices.flatMap(({ lines }) => objectsOf((lines as Answer | undefined)?.['data']) ?? [])
  return [subscription, ...items, ...invoices, ...lines, { discounts: [discount] }].flatMap(
    ({ discounts }) => objectsOf(discounts) ?? [],
  )
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
