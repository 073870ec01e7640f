import type { BillingStatus } from '@customer-intel/contract'
import { toJsonText } from '../../kernel/log/json-text.ts'
import type { BillingRecord } from '../../kernel/log/record.ts'
import type { Occurrence } from './describe-source.ts'

/** A change of what an account pays, as an event of the timeline. */
export interface BillingChange extends Occurrence {
  /** Unix milliseconds: start of the day, UTC. */
  at: number
  /** Distinguishes the changes of one account. */
  part: string
}

interface Standing {
  status: BillingStatus
  mrrCents: number
}

/** Rounding: how much an invoice may differ from the price it was computed from. */
const roundingCents = 1

/** The changes of a billing account, by day: what it pays per month, and whether it is paid. Pure. */
export function describeBilling(days: BillingRecord['days']): BillingChange[] {
  const standings = new Map<string, Standing>()
  return days.flatMap(({ date, mrrCents, currency = '', billingStatus, plan }) => {
    const status = billingStatus ?? (mrrCents > 0 ? 'PAYING' : 'NONE')
    const before = standings.get(currency)
    const title = titleOf({ status, mrrCents }, before, currency)
    if (title === null) return []
    standings.set(currency, { status, mrrCents })
    return {
      eventType: 'BILLING_UPDATED',
      eventName: 'billing_updated',
      channel: 'BILLING',
      title,
      properties: toJsonText({
        billingStatus: status,
        mrrCents,
        previousMrrCents: before?.mrrCents,
        currency: currency === '' ? undefined : currency,
        plan,
      }),
      at: Date.parse(date),
      part: `${date} ${currency}`,
    }
  })
}

/** Null when there is nothing to report. */
function titleOf(now: Standing, before: Standing | undefined, currency: string): string | null {
  const money = (cents: number) => `${(cents / 100).toFixed(2)} ${currency}`.trim()
  const { status = 'NONE', mrrCents = 0 } = before ?? {}
  if (now.status !== status)
    switch (now.status) {
      case 'TRIALING':
        return 'Trial began'
      case 'PAYING':
        return `Pays ${money(now.mrrCents)} a month`
      case 'PAST_DUE':
        return 'Payment is past due'
      case 'CHURNED':
        return mrrCents > 0 ? `Ended, after ${money(mrrCents)} a month` : 'Ended'
      case 'NONE':
        return 'Paused'
    }
  if (Math.abs(now.mrrCents - mrrCents) <= roundingCents) return null
  return `${now.mrrCents > mrrCents ? 'Up' : 'Down'} from ${money(mrrCents)} to ${money(now.mrrCents)} a month`
}
