import type { Day, WeekCounts } from './series.ts'
import { type ActivitySpan, holds } from './spans.ts'

/** Whole weeks that are compared … */
export const recentWeeks = 2
/** … with this many weeks before them. */
export const baselineWeeks = 8
/** A fall that lasts this long is the new normal: it is closed. */
export const newNormalWeeks = 13

/** Opens at this part of the baseline or less, and closes at that part or more. */
export const openAt = 0.5
const closeAt = 0.75
/** Weeks of the baseline that must not be empty. */
export const usedWeeks = 6

/** A time in which a count was far below its baseline. */
export interface Fall {
  opened: Day
  closed: Day | null
  /** The baseline's average for {@link recentWeeks}, before it opened. */
  baseline: number
  /** The last count during the fall, and the day after those weeks. */
  recent: number
  recentUntil: Day
}

/**
 * Finds the falls of a count against its own past, evaluated on every Monday over the whole weeks before it. A fall opens
 * when two weeks have at most half of the average of the eight before them, and are further below it than chance
 * explains: three standard deviations, computed from these eight weeks, and at least those of random events. It closes
 * when three quarters of the average are reached again, or after {@link newNormalWeeks}.
 */
export function findFalls(
  { first, counts }: WeekCounts,
  options: {
    /** Called before one opens, with the remaining part of the baseline. Default: always true. */
    mayOpen?: (monday: Day, left: number) => boolean
    /** When the customer had churned, in order. */
    gone?: readonly ActivitySpan[]
  } = {},
): Fall[] {
  const { mayOpen = () => true, gone = [] } = options
  const falls: Fall[] = []
  let open: Fall | null = null
  const leaves = (fall: Fall) => gone.find(({ opened }) => opened > fall.opened)?.opened ?? Infinity
  for (let week = recentWeeks + baselineWeeks; week <= counts.length; week++) {
    const monday = first + week * 7
    const recent = sum(counts, week - recentWeeks, week)
    if (open !== null && leaves(open) <= monday) {
      open.closed = leaves(open)
      open = null
    }
    if (open !== null) {
      if (recent >= closeAt * open.baseline || monday - open.opened >= newNormalWeeks * 7) {
        open.closed = monday
        open = null
      } else {
        open.recent = recent
        open.recentUntil = monday
      }
      continue
    }
    const baseline = baselineOf(counts, week, recent)
    if (baseline === null || !mayOpen(monday, recent / baseline)) continue
    if (gone.some((span) => holds(span, monday))) continue
    open = { opened: monday, closed: null, baseline, recent, recentUntil: monday }
    falls.push(open)
  }
  if (open !== null && leaves(open) < Infinity) open.closed = leaves(open)
  return falls
}

/** The average that `recent` has fallen far below; null when it hasn't, or when there is too little data. */
function baselineOf(counts: readonly number[], week: number, recent: number): number | null {
  const from = week - recentWeeks - baselineWeeks
  const to = week - recentWeeks
  const weekly = sum(counts, from, to) / baselineWeeks
  const mean = weekly * recentWeeks
  if (recent > openAt * mean) return null
  let squares = 0
  let used = 0
  for (let place = from; place < to; place++) {
    squares += (counts[place]! - weekly) ** 2
    if (counts[place]! > 0) used++
  }
  const variance = Math.max((recentWeeks * squares) / (baselineWeeks - 1), mean)
  return used < usedWeeks || mean - recent < 3 * Math.sqrt(variance) ? null : mean
}

/** Weeks before the first one count 0. */
export function sum(counts: readonly number[], from: number, to: number): number {
  let total = 0
  for (let place = Math.max(from, 0); place < to; place++) total += counts[place]!
  return total
}
