import { cutText, isJsonObject, readEmail } from '@customer-intel/contract'
import type { Answer } from './provider.ts'

/** Readers of a provider's fields, which may have any value: an invalid one becomes null, never a wrong value. */

/** An object; throws otherwise, since none of its fields can be read. */
export function objectOf(value: unknown): Answer {
  if (isJsonObject(value)) return value
  throw new Error(`it is ${Array.isArray(value) ? 'a list' : typeof value}, not an object`)
}

/** The objects in a list; null if it isn't a list. Other items are skipped. */
export function objectsOf(value: unknown): Answer[] | null {
  return Array.isArray(value) ? value.filter(isJsonObject) : null
}

/** The list of a page. Throws if it is missing: that isn't the same as an empty list. */
export function listIn(answer: Answer, key: string): unknown[] {
  const value = answer[key]
  if (Array.isArray(value)) return value
  throw new TypeError(`the answer has no list ${key}`)
}

/** An id, given as text or number. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'string' && value.trim() !== '') return cutText(value.trim(), 500)
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null
}

/** As {@link idOf}; throws without one. */
export function requireId(item: unknown, key = 'id'): string {
  const id = isJsonObject(item) ? idOf(item[key]) : null
  if (id === null) throw new Error(`it has no ${key}`)
  return id
}

/** A text, cut to the maximal length of a record's field; null if missing or blank. */
export function textOf(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  return trimmed === '' ? null : cutText(trimmed, maxLength)
}

/** An e-mail address in lower case; null if invalid. */
export function emailOf(value: unknown): string | null {
  return readEmail(textOf(value, 320) ?? '')?.toLowerCase() ?? null
}

/** A number, given as number or text. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** A time as Unix milliseconds: from ISO 8601, Unix seconds or Unix milliseconds, given as number or text. */
export function timeOf(value: unknown): number | null {
  const number = numberOf(value)
  // 1e11 seconds are in the year 5138, 1e11 milliseconds in March 1973.
  const ms =
    number === null
      ? Date.parse(typeof value === 'string' ? value : '')
      : number < 1e11
        ? number * 1_000
        : number
  return Number.isFinite(ms) && ms >= 0 ? Math.trunc(ms) : null
}

/** A time as ISO 8601; null if invalid. */
export function isoOf(value: unknown): string | null {
  const ms = timeOf(value)
  return ms === null || ms > 8.64e15 ? null : new Date(ms).toISOString()
}

/** A web address; null if invalid. */
export function linkOf(value: unknown): string | null {
  const text = textOf(value, 2_000)
  return text !== null && /^https?:\/\/[^\s/]/i.test(text) ? text : null
}

/** Leaves out null and undefined. */
export function present<Value>(entries: Record<string, Value | null | undefined>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(entries).filter(
      (entry): entry is [string, Value] => entry[1] !== null && entry[1] !== undefined,
    ),
  )
}
