import type { BillingStatus, MrrCalculationStatus } from '@customer-intel/contract'
import { statedRevenue } from '../reads/stated-revenue.ts'
import { textItems, type SqlWriter } from '../../kernel/sql/database.ts'

/** What a customer pays, computed from its snapshots. Money is in cents. */
export interface Revenue {
  mrrCents: number | null
  /** ISO 4217; null when unknown or when there are several. */
  currency: string | null
  mrrStatus: MrrCalculationStatus
  lifetimeCents: number
  activeSubscriptions: number
  billingStatus: BillingStatus
  plan: string
  /** Unix milliseconds; null unless churned. */
  churnedAt: number | null
}

export const noRevenue: Revenue = {
  mrrCents: null,
  currency: null,
  mrrStatus: 'unavailable',
  lifetimeCents: 0,
  activeSubscriptions: 0,
  billingStatus: 'NONE',
  plan: '',
  churnedAt: null,
}

/** One customer's snapshot of a day. */
export interface Snapshot {
  /** `YYYY-MM-DD`. */
  date: string
  mrrCents: number
  currency: string
  billingStatus: BillingStatus
  plan: string
  activeSubscriptions: number | null
  paidCents: number
}

/**
 * Adds up snapshots, which are ordered by date. The last day decides what is paid now; with several currencies on that
 * day there is no total. Pure.
 */
export function addUpRevenue(snapshots: readonly Snapshot[]): Revenue {
  const last = snapshots.at(-1)
  if (last === undefined) return noRevenue
  const paid = new Map<string, Snapshot>()
  for (const snapshot of snapshots) if (snapshot.date === last.date) paid.set(snapshot.currency, snapshot)
  // A record without a currency gives way to one of the same day that has one.
  if (paid.size > 1) paid.delete('')
  const paying = [...paid.values()].filter(({ mrrCents }) => mrrCents > 0)
  const now = paying.at(-1) ?? [...paid.values()].at(-1) ?? last
  const mixed = paying.length > 1
  const churn = snapshots.slice(
    snapshots.findLastIndex(({ billingStatus }) => billingStatus !== 'CHURNED') + 1,
  )[0]
  return {
    mrrCents: mixed ? null : now.mrrCents,
    currency: mixed || now.currency === '' ? null : now.currency,
    mrrStatus: mixed ? 'mixed_currency' : 'calculated',
    // Amounts in other currencies can't be added to those of the current one.
    lifetimeCents: snapshots.reduce(
      (sum, { currency, paidCents }) =>
        currency === now.currency ? Math.min(sum + paidCents, Number.MAX_SAFE_INTEGER) : sum,
      0,
    ),
    activeSubscriptions: [...paid.values()].reduce(
      (sum, { activeSubscriptions, mrrCents }) => sum + (activeSubscriptions ?? (mrrCents > 0 ? 1 : 0)),
      0,
    ),
    billingStatus: now.billingStatus,
    plan: now.plan,
    churnedAt: churn === undefined ? null : Date.parse(churn.date),
  }
}

/** Revenue of these customers; those without any are skipped. */
export async function loadRevenue(
  writer: SqlWriter,
  customerIds: readonly string[],
): Promise<Map<string, Revenue>> {
  const rows = await writer.all<{
    customer_id: string
    snapshot_date: string
    mrr_cents: number
    currency: string
    billing_status: BillingStatus
    plan: string
    active_subscriptions: number | null
    paid_cents: number
  }>(
    `select customer_id, snapshot_date, mrr_cents, currency, billing_status, plan, active_subscriptions, paid_cents
     from ${statedRevenue(`s.customer_id in (${textItems(1)})`)}
     order by snapshot_date, stated_at, record_key, currency`,
    [customerIds],
  )
  const snapshots = new Map<string, Snapshot[]>()
  for (const row of rows) {
    const list = snapshots.get(row.customer_id) ?? []
    snapshots.set(row.customer_id, list)
    list.push({
      date: row.snapshot_date,
      mrrCents: row.mrr_cents,
      currency: row.currency,
      billingStatus: row.billing_status,
      plan: row.plan,
      activeSubscriptions: row.active_subscriptions,
      paidCents: row.paid_cents,
    })
  }
  return new Map([...snapshots].map(([id, list]) => [id, addUpRevenue(list)]))
}
