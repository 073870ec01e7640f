import { Temporal } from 'temporal-polyfill'

/** A time (ISO 8601) in a time zone, for people: `2026-05-01 14:30`. */
export function localTime(at: string, timezone: string): string {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

/** Its day there: `2026-05-01`. */
export function localDay(at: string, timezone: string): string {
  return localTime(at, timezone).split(' ')[0]!
}
