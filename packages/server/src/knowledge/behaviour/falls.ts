import type { Day, WeekCounts } from './series.ts'

/** What is compared: so many whole weeks … */
export const recentWeeks = 2
/** … with so many before them. */
export const baselineWeeks = 8
/** A fall that lasts so long is the customer's new normal: it is closed. */
export const newNormalWeeks = 13

/** It opens at this part of the baseline or less, and is over at that part or more. */
export const openAt = 0.5
const closeAt = 0.75
/** Weeks of the baseline that need to have something. */
export const usedWeeks = 6

/** A time in which a count lay far below what it had been. */
export interface Fall {
  opened: Day
  closed: Day | null
  /** What {@link recentWeeks} held on average before it opened. */
  baseline: number
  /** What they held at last while it lasted, and the day after them. */
  recent: number
  recentUntil: Day
}

/**
 * Finds the falls of a count against its own past, judged on every Monday over the whole weeks before it. A fall opens
 * when two weeks hold at most half of what the eight before them held on average, and lie further below that than
 * chance explains: three standard deviations, taken from these eight weeks, and no less than those of events that come
 * at random. It is closed when three quarters of the average are back, or after {@link newNormalWeeks}.
 */
export function findFalls(
  { first, counts }: WeekCounts,
  options: {
    /** Asked before one opens, with the part of the baseline that is left. Default: it may. */
    mayOpen?: (monday: Day, left: number) => boolean
  } = {},
): Fall[] {
  const { mayOpen = () => true } = options
  const falls: Fall[] = []
  let open: Fall | null = null
  for (let week = recentWeeks + baselineWeeks; week <= counts.length; week++) {
    const monday = first + week * 7
    const recent = sum(counts, week - recentWeeks, week)
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
    open = { opened: monday, closed: null, baseline, recent, recentUntil: monday }
    falls.push(open)
  }
  return falls
}

/** The average that `recent` has fallen far below; null when it hasn't, or when there is too little to compare with. */
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

/** The count of a week is 0 before the first one. */
export function sum(counts: readonly number[], from: number, to: number): number {
  let total = 0
  for (let place = Math.max(from, 0); place < to; place++) total += counts[place]!
  return total
}
