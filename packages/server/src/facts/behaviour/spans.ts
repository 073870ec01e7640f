import type { CustomerSeries, Day, RevenueDay } from './series.ts'

/** A time on end: from its first day until the first one after it; null while it lasts. */
export interface ActivitySpan {
  opened: Day
  closed: Day | null
}

export function holds({ opened, closed }: ActivitySpan, day: Day): boolean {
  return opened <= day && (closed === null || day < closed)
}

/** The times with this billing status, in order. */
export function billed(
  { revenue }: Pick<CustomerSeries, 'revenue'>,
  status: RevenueDay['billingStatus'],
): ActivitySpan[] {
  const spans: ActivitySpan[] = []
  let open: ActivitySpan | null = null
  for (const { day, billingStatus } of revenue) {
    if (billingStatus === status) {
      if (open === null) spans.push((open = { opened: day, closed: null }))
    } else if (open !== null) {
      open.closed = day
      open = null
    }
  }
  return spans
}

/** What is left of a span without others, which are in order. */
export function without(others: readonly ActivitySpan[], { opened, closed }: ActivitySpan): ActivitySpan[] {
  const left: ActivitySpan[] = []
  let from: Day | null = opened
  for (const other of others) {
    if (from === null || (closed !== null && other.opened >= closed)) break
    if (other.closed !== null && other.closed <= from) continue
    if (other.opened > from) left.push({ opened: from, closed: other.opened })
    from = other.closed
  }
  if (from !== null && (closed === null || from < closed)) left.push({ opened: from, closed })
  return left
}
