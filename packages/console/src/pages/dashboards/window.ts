/** Days of a workspace, both included, as `2026-03-29`. */
export interface Window {
  from: string
  to: string
  /** Where these days begin and end: an IANA time zone. */
  zone: string
}

/** What days are counted together. Weeks begin on Monday. */
export type Unit = 'day' | 'week' | 'month'

const dayMs = 86_400_000

/** The day that is `days` later, or earlier. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs)
}

/** How many days a window has. */
export function lengthOf({ from, to }: Pick<Window, 'from' | 'to'>): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

/** The window of the same length before. */
export function windowBefore(window: Window): Window {
  return { ...window, from: addDays(window.from, -lengthOf(window)), to: addDays(window.from, -1) }
}

/** The first day of the unit that a day is in. */
export function startOf(unit: Unit, day: string): string {
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  return unit === 'day' ? day : addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** The first day of the next unit. */
export function nextStart(unit: Unit, start: string): string {
  return unit === 'month' ? startOf('month', addDays(start, 31)) : addDays(start, unit === 'week' ? 7 : 1)
}

/** The window with its first and last unit whole: a part of a week is no week. */
export function wholeUnits(window: Window, unit: Unit): Window {
  const from = startOf(unit, window.from)
  return { ...window, from, to: addDays(nextStart(unit, startOf(unit, window.to)), -1) }
}

/** The first days of the units that a window touches. */
export function startsIn(window: Pick<Window, 'from' | 'to'>, unit: Unit): string[] {
  const starts: string[] = []
  for (let start = startOf(unit, window.from); start <= window.to; start = nextStart(unit, start))
    starts.push(start)
  return starts
}

/** The first moment of a day in a zone. */
export function startOfDay(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // What clocks are ahead of UTC half a day before and after: one of them gives midnight, unless clocks skip it.
  const moments = [-dayMs / 2, dayMs / 2].map((away) => midnight - offsetAt(midnight + away, zone))
  const found = moments.filter((at) => at + offsetAt(at, zone) === midnight)
  return found.length > 0 ? Math.min(...found) : Math.max(...moments)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
