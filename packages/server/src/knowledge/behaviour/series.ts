import type { BillingStatus } from '@customer-intel/contract'

/** A day in UTC, counted from 1970-01-01. */
export type Day = number

export const dayMs = 86_400_000

/** What the rules look at: a customer's history, day by day. Nothing else decides which facts there are. */
export interface CustomerSeries {
  customerId: string
  /** Product events a day. */
  activity: DayCounts
  /** Of each custom event's name, how often it happened a day. */
  actions: ReadonlyMap<string, DayCounts>
  people: readonly PersonSeries[]
  /** One a day at most, in order. */
  revenue: readonly RevenueDay[]
}

export interface PersonSeries {
  userId: string
  /** Name, else e-mail address; null when neither is known. */
  name: string | null
  /** Days with product activity, ascending, each once. */
  days: readonly Day[]
}

export interface RevenueDay {
  day: Day
  mrrCents: number
  paidCents: number
  billingStatus: BillingStatus
  /** ISO 4217; empty when it wasn't said. */
  currency: string
}

/** A count a day, ready to be added up over any stretch of days. */
export interface DayCounts {
  /** The first day that has one; null when there is none. */
  readonly first: Day | null
  /** Days that have one, ascending. */
  readonly days: readonly Day[]
  /** From a day to a day, both inclusive. */
  sum(from: Day, to: Day): number
  /** Days that have one, from a day to a day, both inclusive. */
  activeDays(from: Day, to: Day): number
}

/** Counts by day, in any order; a day that comes twice counts twice. Days after `today` are left out. */
export function dayCounts(entries: Iterable<readonly [Day, number]>, today: Day): DayCounts {
  const known = [...entries].filter(([day, count]) => day <= today && count > 0)
  const first = known.reduce((earliest, [day]) => Math.min(earliest, day), Infinity)
  if (first === Infinity) return { first: null, days: [], sum: () => 0, activeDays: () => 0 }
  // Totals up to each day: a rule asks for stretches around every day of a history.
  const counts = new Float64Array(today - first + 2)
  const active = new Int32Array(today - first + 2)
  for (const [day, count] of known) counts[day - first + 1]! += count
  const days: Day[] = []
  for (let place = 1; place < counts.length; place++) {
    if (counts[place]! > 0) days.push(first + place - 1)
    active[place] = days.length
    counts[place]! += counts[place - 1]!
  }
  const end = (day: Day) => Math.min(Math.max(day - first + 1, 0), counts.length - 1)
  return {
    first,
    days,
    sum: (from, to) => counts[end(to)]! - counts[end(from - 1)]!,
    activeDays: (from, to) => active[end(to)]! - active[end(from - 1)]!,
  }
}

/** How many of the ascending days lie before this one. */
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
