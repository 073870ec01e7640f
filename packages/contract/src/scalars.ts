import * as v from 'valibot'
import { emailPattern, readEmail } from './addresses.ts'
import { limits } from './limits.ts'

/** Versions 1 to 8 with the RFC variant, and the all-zero and all-f uuids. Any case. */
export const uuidPattern =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/i

const datePart = String.raw`(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const timePart = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`
const offsetPart = String.raw`[+-](?:[01]\d|2[0-3]):?[0-5]\d`

/** A day. */
export const calendarDatePattern = new RegExp(`^${datePart}$`)
/** A date-time in UTC: ends in `Z`; seconds and their fraction may be missing. */
export const utcDateTimePattern = new RegExp(`^${datePart}T${timePart}Z$`)
/** A date-time with `Z` or a numeric offset. */
export const zonedDateTimePattern = new RegExp(`^${datePart}T${timePart}(?:Z|${offsetPart})$`)
/** A date, or a date-time with or without a zone: what calendar widgets send. */
export const looseDateTimePattern = new RegExp(`^${datePart}(?:[T ]${timePart}(?:Z|${offsetPart})?)?$`)

/** NUL can't stand in PostgreSQL's text, a lone surrogate not in UTF-8. */
const unstorable = /[\0\p{Surrogate}]/u

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidPattern.test(value)
}

/** Whether this is one e-mail address, in any form that the API accepts. */
export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && (readEmail(value)?.length ?? Infinity) <= limits.ingest.emailLength
}

/** Whether a string can be stored everywhere: no NUL, no lone surrogate. */
export function isStorable(value: string): boolean {
  return !unstorable.test(value)
}

/** The text with U+FFFD for each NUL and each lone surrogate. */
export function toStorable(value: string): string {
  return value.replace(/[\0\p{Surrogate}]/gu, '\ufffd')
}

/** Whether the day exists: 2026-02-30 does not. Takes the `YYYY-MM-DD` at the start of a string. */
export function isCalendarDate(value: string): boolean {
  const year = Number(value.slice(0, 4))
  const month = Number(value.slice(5, 7))
  const day = Number(value.slice(8, 10))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const storableMessage = 'must not contain NUL characters or lone surrogates'

/** A string of `min` to `max` code units that can be stored anywhere. */
export const text = (max: number, min = 0) =>
  v.pipe(v.string(), v.minLength(min), v.maxLength(max), v.check(isStorable, storableMessage))

/** The same, trimmed first, so that blanks alone count as empty. */
export const trimmedText = (max: number, min = 1) =>
  v.pipe(v.string(), v.trim(), v.minLength(min), v.maxLength(max), v.check(isStorable, storableMessage))

/** A uuid; comes out in lower case. */
export const UuidSchema = v.pipe(
  v.string(),
  v.regex(uuidPattern, 'must be a uuid, such as 0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'),
  v.toLowerCase(),
)

/** An e-mail address, in any form that {@link readEmail} reads; comes out as it does. */
export const EmailSchema = v.pipe(
  v.string(),
  v.transform((value) => readEmail(value) ?? value.trim()),
  v.maxLength(limits.ingest.emailLength),
  v.regex(emailPattern, 'must be an e-mail address, such as jane@acme.example'),
)

const dayMessage = 'must name a day that exists'

/** A day, such as `2026-06-01`. */
export const CalendarDateSchema = v.pipe(
  v.string(),
  v.regex(calendarDatePattern, 'must be a date, such as 2026-06-01'),
  v.check(isCalendarDate, dayMessage),
)

/** A date-time in UTC, such as `2026-06-01T12:30:00Z`. */
export const UtcDateTimeSchema = v.pipe(
  v.string(),
  v.regex(utcDateTimePattern, 'must be a date-time in UTC that ends in Z, such as 2026-06-01T12:30:00Z'),
  v.check(isCalendarDate, dayMessage),
)

/** A date-time with `Z` or a numeric offset, such as `2026-06-01T12:30:00+02:00`. */
export const ZonedDateTimeSchema = v.pipe(
  v.string(),
  v.regex(zonedDateTimePattern, 'must be a date-time with a zone, such as 2026-06-01T12:30:00Z'),
  v.check(isCalendarDate, dayMessage),
)

/** A date-time that a calendar widget sent: the zone may be missing. */
export const LooseDateTimeSchema = v.pipe(
  v.string(),
  v.regex(looseDateTimePattern, 'must be an ISO 8601 date-time, such as 2026-06-01T12:30:00Z'),
  v.check(isCalendarDate, dayMessage),
)

/** The last moment that a `Date` holds, in the year 275760, Unix milliseconds; the first one is as far before 1970. */
export const maxTimestamp = 8.64e15

/** Unix milliseconds: whole (a fraction is cut off), and no further away than a `Date` reaches. */
export function toTimestamp(ms: number): number {
  // Plus 0, so that -0 is 0.
  return Math.trunc(Math.min(Math.max(ms, -maxTimestamp), maxTimestamp)) + 0
}

/** A moment in Unix milliseconds; any finite number is taken, and brought into bounds by {@link toTimestamp}. */
export const TimestampSchema = v.pipe(v.number(), v.finite(), v.transform(toTimestamp))

/** A whole number from `min` to `max`. */
export const integer = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** A count: a whole number, not negative. */
export const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A date-time in a response: ISO 8601, UTC. */
export const DateTimeSchema = UtcDateTimeSchema
