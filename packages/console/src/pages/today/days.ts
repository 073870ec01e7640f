import type { DayValue } from './questions.ts'

const dayMs = 86_400_000

/** The `count` days up to today, as dates. */
export function daysUpTo(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: count }, (_, at) =>
    new Date(last - (count - 1 - at) * dayMs).toISOString().replace(/T.*/, ''),
  )
}

/** The value of each day: 0 where nothing was. */
export function valuesOf(rows: readonly DayValue[], days: readonly string[]): number[] {
  const byDay = new Map(rows.map(({ day, value }) => [day, value]))
  return days.map((day) => byDay.get(day) ?? 0)
}
