import type { Day, DayCounts } from './series.ts'

/** What is compared: so many days … */
export const recentDays = 14
/** … with the same number of days, this many times, before them. */
export const baselinePeriods = 4
/** A fall that lasts so long is the customer's new normal: it is closed. */
export const newNormalDays = 90

/** It opens at this part of the baseline or less, and is over at that part or more. */
export const openAt = 0.5
const closeAt = 0.75
/** Days with activity that a baseline needs: two a week. */
const baselineActiveDays = 16

/** A stretch of days in which a count lay far below what it had been. */
export interface Fall {
  opened: Day
  closed: Day | null
  /** The mean of the periods before it opened. */
  baseline: number
  /** The latest count of {@link recentDays} days while it held, and the last of these days. */
  recent: number
  recentUntil: Day
}

/**
 * Finds the falls of a count against its own past, judged at the beginning of each day over the days before it. A fall
 * opens when the last 14 days hold at most half of the mean of the four fortnights before, less than each of these,
 * and less than chance explains (three standard deviations of a count that comes at random). It is closed when three
 * quarters of that mean are back, or after {@link newNormalDays}.
 */
export function findFalls(
  counts: DayCounts,
  today: Day,
  options: {
    /** Asked before one opens, with the part of the baseline that is left. Default: it may. */
    mayOpen?: (day: Day, left: number) => boolean
  } = {},
): Fall[] {
  const { mayOpen = () => true } = options
  const falls: Fall[] = []
  if (counts.first === null) return falls
  let open: Fall | null = null
  for (let day = counts.first + recentDays * (baselinePeriods + 1); day <= today; day++) {
    const recent = counts.sum(day - recentDays, day - 1)
    if (open !== null) {
      if (recent >= closeAt * open.baseline || day - open.opened >= newNormalDays) {
        open.closed = day
        open = null
      } else {
        open.recent = recent
        open.recentUntil = day - 1
      }
      continue
    }
    const baseline = baselineAt(counts, day, recent)
    if (baseline === null || !mayOpen(day, recent / baseline)) continue
    open = { opened: day, closed: null, baseline, recent, recentUntil: day - 1 }
    falls.push(open)
  }
  return falls
}

/** The mean that `recent` has fallen far below; null when it hasn't, or when there is too little to compare with. */
function baselineAt(counts: DayCounts, day: Day, recent: number): number | null {
  const from = day - recentDays * (baselinePeriods + 1)
  const to = day - recentDays - 1
  const mean = counts.sum(from, to) / baselinePeriods
  if (recent > openAt * mean || mean - recent < 3 * Math.sqrt(mean)) return null
  if (counts.activeDays(from, to) < baselineActiveDays) return null
  for (let start = from; start < to; start += recentDays)
    if (counts.sum(start, start + recentDays - 1) <= recent) return null
  return mean
}
