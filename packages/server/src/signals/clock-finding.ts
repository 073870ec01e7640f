import { dayMs } from './detection.ts'

/** Days that one read looks at, so that it is short. */
const daysAtOnce = 10

/** Something that the clock found. Times are Unix milliseconds. */
export interface ClockFinding {
  customerId: string
  /** The end of the window. */
  at: number
  /** Its beginning. */
  from: number
  /** What the detection counts. */
  count: number
  eventIds: string[]
}

/** Where a finding stands: they are ordered by time, and those of one moment by customer. */
export type FindingPlace = Pick<ClockFinding, 'at' | 'customerId'>

/** A part of what is found. */
export interface FindingPage {
  /** Only behind this one; null: from the first one on. */
  after: FindingPlace | null
  limit: number
}

/** Behind `from`, up to `until` and with it; Unix milliseconds. */
export interface TimeRange {
  from: number
  until: number
}

/** A range of time in parts that one read can look at. */
export function inParts({ from, until }: TimeRange): TimeRange[] {
  const parts: TimeRange[] = []
  for (let start = from; start < until; start += daysAtOnce * dayMs)
    parts.push({ from: start, until: Math.min(until, start + daysAtOnce * dayMs) })
  return parts
}
