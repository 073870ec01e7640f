import { hash } from 'node:crypto'
import { readEmail } from '@customer-intel/contract'
import { isPlaceholder, isTemplate } from './placeholders.ts'

/**
 * The raw keys of one event, normalised. Null: not stated, or a value that can't identify anybody. Strongest first:
 * e-mail and userId identify a person, fingerprint and visitor a device, account a customer.
 */
export interface EventKeys {
  email: string | null
  /** The caller's own user id. */
  externalUserId: string | null
  fingerprint: string | null
  visitor: string | null
  /** The caller's own customer id. */
  account: string | null
  /** The customer that a record is about, whoever took part: `customer:acct_1` or `domain:acme.example`. Null for events. */
  about: string | null
}

/** A key that names a person, as text: `email:jane@acme.example` or `user:u-17`. */
export type PersonKey = string

/** Words before the `@` of addresses that documentation and forms show, besides those that are no id. */
const placeholderLocalParts = new Set([
  'user',
  'you',
  'your',
  'youremail',
  'your.email',
  'your-email',
  'foo',
  'bar',
  'asdf',
  'noreply',
  'no-reply',
])
const placeholderDomains = new Set([
  'example.com',
  'example.org',
  'example.net',
  'test.com',
  'email.com',
  'domain.com',
  'yourdomain.com',
  'localhost',
])

/** Control characters are removed from keys: they separate the items of lists (`listSeparator`). */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f]/g

/** A text without the characters that keys can't contain. */
export const withoutControls = (text: string): string => text.replace(controls, '')

/**
 * In lower case, its domain in ASCII; null when it is missing, a template or a placeholder such as `test@example.com`.
 */
export function normalizeEmail(value: string | undefined | null): string | null {
  const text = withoutControls(value ?? '').trim()
  const email = (readEmail(text) ?? text).toLowerCase()
  const at = email.lastIndexOf('@')
  if (at < 1) return null
  const local = email.slice(0, at)
  if (isTemplate(local)) return null
  if (!placeholderDomains.has(email.slice(at + 1))) return email
  return placeholderLocalParts.has(local) || isPlaceholder(local) ? null : email
}

/** Trimmed, case kept; null when it is missing or a placeholder such as `undefined`, `{{user.id}}` or the nil uuid. */
export function normalizeId(value: string | undefined | null): string | null {
  const id = withoutControls(value ?? '').trim()
  return isPlaceholder(id) ? null : id
}

/** The key of the person an event is about: the e-mail, else the userId, else null. */
export function personKey(keys: Pick<EventKeys, 'email' | 'externalUserId'>): PersonKey | null {
  if (keys.email !== null) return emailKey(keys.email)
  if (keys.externalUserId !== null) return userKey(keys.externalUserId)
  return null
}

export function emailKey(email: string): PersonKey {
  return `email:${email}`
}

export function userKey(externalUserId: string): PersonKey {
  return `user:${externalUserId}`
}

/** The keys of persons and devices, as text. */
export function keyTexts({ email, externalUserId, fingerprint, visitor }: EventKeys): string[] {
  const named: string[] = []
  if (email !== null) named.push(emailKey(email))
  if (externalUserId !== null) named.push(userKey(externalUserId))
  if (fingerprint !== null) named.push(`fingerprint:${fingerprint}`)
  if (visitor !== null) named.push(`visitor:${visitor}`)
  return named
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * The public id that is computed from a key: the same on every machine and in every replay. `u` (contact), `c` (customer)
 * or `m` (member) and 11 base-62 digits of the key's SHA-256: 65 bits, and short enough for the engine to store it inline
 * in its vectors (longer ids make distinct counts a third slower).
 */
export function publicId(prefix: 'u' | 'c' | 'm', key: string): string {
  const number = BigInt(`0x${hash('sha256', key).slice(0, 16)}`)
  // In two halves that plain numbers can hold: much faster than digit by digit.
  return prefix + digits(Number(number / lowerDigits), 5) + digits(Number(number % lowerDigits), 6)
}

const lowerDigits = 62n ** 6n

function digits(value: number, count: number): string {
  let text = ''
  for (let rest = value; text.length < count; rest = Math.floor(rest / 62)) text = alphabet[rest % 62]! + text
  return text
}
