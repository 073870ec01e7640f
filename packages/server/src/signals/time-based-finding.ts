import { detectionDayMs } from './detection.ts'

/** Days that one read evaluates, to keep it short. */
const daysPerRead = 10

/** An occurrence of a time-based signal, before it is stored. Times are Unix milliseconds. */
export interface TimeBasedFinding {
  customerId: string
  /** End of the window. */
  at: number
  /** Start of the window. */
  from: number
  /** What the detection counts. */
  count: number
  eventIds: string[]
}

/** The position of a finding: findings are ordered by time, then by customer. */
export type FindingCursor = Pick<TimeBasedFinding, 'at' | 'customerId'>

export interface FindingPage {
  /** Only findings after this one; null: from the first. */
  after: FindingCursor | null
  limit: number
}

/** Excludes `from`, includes `until`. Unix milliseconds. */
export interface TimeRange {
  from: number
  until: number
}

/** Splits a range into parts that one read can evaluate. */
export function splitRange({ from, until }: TimeRange): TimeRange[] {
  const parts: TimeRange[] = []
  for (let start = from; start < until; start += daysPerRead * detectionDayMs)
    parts.push({ from: start, until: Math.min(until, start + daysPerRead * detectionDayMs) })
  return parts
}
