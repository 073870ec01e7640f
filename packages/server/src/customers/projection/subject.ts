import { type ActivityEventType, activityKind } from '@customer-intel/contract'
import { keyHash } from '../identity/key-hash.ts'
import { type EventKeys, keyTexts } from '../identity/keys.ts'

/** A row of the subjects table: keys that were stated together, and who owns them now. */
export interface Subject extends EventKeys {
  /** 0 until the table gives it one. */
  id: number
  trusted: boolean
  /** On a shared device: the key of the person who used it at the time of these events. */
  span: string | null
  userId: string | null
  /** The name shown for that contact: its name, else its e-mail address. */
  contactName: string | null
  customerId: string | null
  shared: boolean
  cause: string
  firstAt: number
  lastAt: number
  /** Time of its last product activity; null without any. */
  productAt: number | null
  /** Time of its last contact with us; null without any. */
  contactAt: number | null
  /** Time of its next activity, which is planned and doesn't count yet; null without any. */
  plannedAt: number | null
  eventCount: number
  /** Number of records that state this combination. */
  statements: number
  activatedAt: number | null
  /** The earliest sign-up that a provider states. */
  signedUpAt: number | null
  /** Attribution of its earliest event (see `attribution.ts`). */
  attribution: string
  /** The last counted day of product activity (days since 1970-01-01, UTC). */
  productDay: number | null
  /** Whether events had exactly these keys; else they had another one, too, that links nobody. */
  stated: boolean
}

/** A new combination of keys, with totals of zero. In one literal, since there are as many as keys: all of one shape. */
export function newSubject(
  { email, externalUserId, fingerprint, visitor, account, about }: EventKeys,
  { trusted, cause, at }: { trusted: boolean; cause: string; at: number },
): Subject {
  return {
    id: 0,
    email,
    externalUserId,
    fingerprint,
    visitor,
    account,
    about,
    trusted,
    span: null,
    userId: null,
    contactName: null,
    customerId: null,
    shared: false,
    cause,
    firstAt: at,
    lastAt: at,
    productAt: null,
    contactAt: null,
    plannedAt: null,
    eventCount: 0,
    statements: 0,
    activatedAt: null,
    signedUpAt: null,
    attribution: '',
    productDay: null,
    stated: false,
  }
}

/** The same subject under other keys, with totals of zero. */
export function underOtherKeys(former: Subject, keys: EventKeys): Subject {
  const { trusted, cause, firstAt: at, lastAt, userId, contactName, customerId } = former
  return Object.assign(newSubject(keys, { trusted, cause, at }), { lastAt, userId, contactName, customerId })
}

/** Identifies a combination of keys, as text. */
export function subjectTuple(keys: EventKeys, trusted: boolean, span: string | null): string {
  return JSON.stringify([
    trusted ? 1 : 0,
    keys.email,
    keys.externalUserId,
    keys.fingerprint,
    keys.visitor,
    keys.account,
    keys.about,
    span,
  ])
}

/**
 * The hashes by which a subject is found: of each key of a person or device; of the customer only if there is no other
 * (every subject of a large account has it). 53 bits, so that they fit into a number; a collision costs a comparison
 * only, since callers compare the keys themselves.
 */
export function subjectHashes(keys: EventKeys): number[] {
  const named = keyTexts(keys)
  if (named.length === 0) {
    if (keys.about !== null) named.push(`about:${keys.about}`)
    if (keys.account !== null || keys.about === null) named.push(`account:${keys.account ?? ''}`)
  }
  return named.map(keyHash)
}

/** Updates first and last times with an activity; one after `now` is planned. */
export function noteActivity(subject: Subject, eventType: ActivityEventType, at: number, now: number): void {
  // Until its first event a subject has only statements, or events that were removed.
  if (subject.eventCount++ === 0)
    Object.assign(subject, {
      lastAt: at,
      productAt: null,
      contactAt: null,
      plannedAt: null,
      signedUpAt: null,
    })
  subject.lastAt = Math.max(subject.lastAt, at)
  if (eventType === 'SIGNED_UP') subject.signedUpAt = Math.min(subject.signedUpAt ?? Infinity, at)
  const kind = activityKind(eventType)
  if (kind !== null && at > now) subject.plannedAt = Math.min(subject.plannedAt ?? Infinity, at)
  else if (kind === 'PRODUCT') subject.productAt = Math.max(subject.productAt ?? -Infinity, at)
  else if (kind === 'CONTACT') subject.contactAt = Math.max(subject.contactAt ?? -Infinity, at)
}

/** The latest of these times; null when there is none. */
export function latest(...times: readonly (number | null)[]): number | null {
  return times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null)
}

/** Whether any events or statements with this combination are left. */
export function isAlive(subject: Subject): boolean {
  return subject.eventCount > 0 || subject.statements > 0
}

const accountPrefix = 'customer:'
const domainPrefix = 'domain:'

/** The caller's own customer id, if a record names the customer by it. */
export function aboutAccount({ about }: Pick<Subject, 'about'>): string | null {
  return about?.startsWith(accountPrefix) ? about.slice(accountPrefix.length) : null
}

/** The company domain, if a record names the customer by it. */
export function aboutDomain({ about }: Pick<Subject, 'about'>): string | null {
  return about?.startsWith(domainPrefix) ? about.slice(domainPrefix.length) : null
}
