import { dayKey } from '../format-time.ts'

const dayMs = 86_400_000

/** What was found in some time, by its days. */
export interface History {
  from: string
  to: string
  timezone: string
  occurrenceCount: number
  byDay: readonly { day: string; occurrences: number; customers: number }[]
}

/** A bar of the chart: a day, or seven of them. */
export interface Bar {
  /** Its first and its last day, such as `2026-06-01`. */
  from: string
  to: string
  occurrences: number
  /** Today, or a week with today in it: it isn’t over. */
  isOpen: boolean
}

/** The days of a try, with those on which nothing was found. Beyond four months seven days are one bar. */
export function barsOf({ from, to, timezone, byDay }: History): Bar[] {
  const found = new Map(byDay.map(({ day, occurrences }) => [day, occurrences]))
  const days: string[] = []
  const last = dayKey(Date.parse(to), timezone)
  for (let day = dayKey(Date.parse(from), timezone); day <= last; day = nextDay(day)) days.push(day)
  const size = days.length > 130 ? 7 : 1
  const bars: Bar[] = []
  // Weeks are counted back from today: the newest is whole.
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end)
    bars.push({
      from: part[0]!,
      to: part.at(-1)!,
      occurrences: part.reduce((sum, day) => sum + (found.get(day) ?? 0), 0),
      isOpen: end === days.length,
    })
  }
  return bars.reverse()
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}
