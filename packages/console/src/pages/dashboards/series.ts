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
  /** The first part that is known, where it isn't whole. */
  beganAt?: number
  /** What isn't whole; empty when all is. */
  openNote: string
}

/**
 * The parts of a window up to today. Not whole are: what isn't over; the part in which what is counted began (`since`, a day);
 * and, where the question is `cut` at the window, a first or last part that goes beyond it.
 */
export function toCourse(
  window: Window,
  unit: Unit,
  today: string,
  { since = null, cut = false }: { since?: string | null; cut?: boolean } = {},
): Course {
  const starts = startsIn(window, unit)
  const ends = starts.map((start) => addDays(nextStart(unit, start), -1))
  const openAt = ends.findIndex((end) => end >= today || (cut && end > window.to))
  const beganAt =
    cut && starts[0]! < window.from
      ? 0
      : starts.findIndex((start, at) => since !== null && start <= since && since <= ends[at]!)
  const openIs =
    ends[openAt]! >= today
      ? unit === 'day'
        ? 'today isn’t over'
        : `this ${unit} isn’t over`
      : `the last ${unit} isn’t whole`
  return {
    unit,
    starts,
    at: starts.map((day) => Date.parse(`${day}T12:00:00Z`) / 1_000),
    openAt: openAt === -1 ? undefined : openAt,
    beganAt: beganAt === -1 ? undefined : beganAt,
    openNote: [
      ...(openAt === -1 ? [] : [openIs]),
      ...(beganAt === -1 ? [] : [`the first ${unit} isn’t whole`]),
    ].join(', '),
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
