import type { BillingStatus } from '@customer-intel/contract'

/** A day in UTC, counted from 1970-01-01. */
export type Day = number

export const dayMs = 86_400_000

/** A customer's history: the only input of the rules. */
export interface CustomerSeries {
  customerId: string
  /** Days on which anybody was active, identified or not; ascending, distinct. */
  days: readonly Day[]
  /** Product events per week. */
  activity: WeekCounts
  /** By custom event's name, its number per week. */
  actions: ReadonlyMap<string, WeekCounts>
  people: readonly PersonSeries[]
  /** At most one per day, in order. */
  revenue: readonly RevenueDay[]
}

export interface PersonSeries {
  userId: string
  email: string | null
  name: string | null
  /** Days with product activity, ascending, distinct. */
  days: readonly Day[]
}

export interface RevenueDay {
  day: Day
  mrrCents: number
  paidCents: number
  billingStatus: BillingStatus
  /** ISO 4217; empty when unknown. */
  currency: string
}

/** Counts of whole weeks, Monday to Sunday (UTC). */
export interface WeekCounts {
  /** The Monday of the first week. */
  first: Day
  /** From the first week to the last complete one. */
  counts: readonly number[]
}

/** Counts by Monday, in any order. Weeks that aren't complete at the start of `today` are skipped. */
export function weekCounts(entries: Iterable<readonly [Monday: Day, count: number]>, today: Day): WeekCounts {
  const known = [...entries].filter(([monday]) => monday + 7 <= today)
  const first = known.reduce((earliest, [monday]) => Math.min(earliest, monday), Infinity)
  if (first === Infinity) return { first: 0, counts: [] }
  const counts = Array.from({ length: Math.floor((today - first) / 7) }, () => 0)
  for (const [monday, count] of known) counts[(monday - first) / 7]! += count
  return { first, counts }
}

/** Distinct days in order, none after `today`. */
export function sortedDays(days: readonly Day[], today: Day): Day[] {
  let first = today
  for (const day of days) if (day < first) first = day
  // A history has few days and many entries: marking is faster than sorting.
  const seen = new Uint8Array(today - first + 1)
  for (const day of days) if (day <= today) seen[day - first] = 1
  const sorted: Day[] = []
  for (let place = 0; place < seen.length; place++) if (seen[place] === 1) sorted.push(first + place)
  return sorted
}

/** Pauses of more than this many whole days: the day before, and the day of the return, if any. */
export function pauses(
  days: readonly Day[],
  longerThan: number,
  today: Day,
): { last: Day; back: Day | null }[] {
  const found: { last: Day; back: Day | null }[] = []
  for (let place = 0; place < days.length; place++) {
    const back = days[place + 1] ?? null
    if ((back ?? today) - days[place]! > longerThan) found.push({ last: days[place]!, back })
  }
  return found
}

/** Number of the ascending days from a day to a day, both inclusive. */
export function countDays(days: readonly Day[], from: Day, to: Day): number {
  return before(days, to + 1) - before(days, from)
}

/** Number of the ascending days before this one. */
export function before(days: readonly Day[], day: Day): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}

export function toDay(time: number): Day {
  return Math.floor(time / dayMs)
}

export function dayText(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}
