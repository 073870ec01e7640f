import { addDays, nextStart, startsIn, type Unit, type Window } from './window.ts'

/** Where the parts of a window stand on a chart, and which of them aren't over. */
export interface Course {
  unit: Unit
  /** The first day of each part. */
  starts: string[]
  /** Noon of it in UTC, in seconds: charts of days are drawn in UTC, where each day is one. */
  at: number[]
  /** The first part that isn't over; absent when all are. */
  openAt?: number
  openNote: string
}

/** The parts of a window up to today. */
export function toCourse(window: Window, unit: Unit, today: string): Course {
  const starts = startsIn(window, unit)
  const openAt = starts.findIndex((start) => nextStart(unit, start) > today)
  return {
    unit,
    starts,
    at: starts.map((day) => Date.parse(`${day}T12:00:00Z`) / 1_000),
    openAt: openAt === -1 ? undefined : openAt,
    openNote: unit === 'day' ? 'today isn’t over' : `this ${unit} isn’t over`,
  }
}

/** The window of a part. */
export function partOf({ unit, starts }: Course, index: number, zone: string): Window {
  const from = starts[index]!
  return { from, to: addDays(nextStart(unit, from), -1), zone }
}

/**
 * The value of each part: 0 where nothing happened; null, a gap, before anything was known (`since`, a day) and after today.
 */
export function valuesAlong<Row>(
  course: Course,
  rows: readonly Row[],
  read: { start: (row: Row) => string; value: (row: Row) => number | null },
  known: { since: string | null; today: string },
): (number | null)[] {
  const found = new Map(rows.map((row) => [read.start(row), read.value(row)]))
  return course.starts.map((start) => {
    const value = found.get(start)
    if (value !== undefined) return value
    const last = addDays(nextStart(course.unit, start), -1)
    return known.since === null || last < known.since || start > known.today ? null : 0
  })
}
