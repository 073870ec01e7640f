import { type ActivityEventType, activityKind } from '@customer-intel/contract'
import { keyHash } from '../identity/key-hash.ts'
import { type EventKeys, keyTexts } from '../identity/keys.ts'

/** A subject as it stands in its table: the keys that events carried together, and whose they are now. */
export interface Subject extends EventKeys {
  id: number
  trusted: boolean
  /** On a shared device: the person key in whose span of time these events fall. */
  span: string | null
  userId: string | null
  /** What that contact is called: its name, else its e-mail address. */
  contactName: string | null
  customerId: string | null
  shared: boolean
  cause: string
  firstAt: number
  lastAt: number
  /** Its last product activity; null while there is none. */
  productAt: number | null
  /** The last contact with us; null while there is none. */
  contactAt: number | null
  eventCount: number
  /** Records that state this combination. */
  statements: number
  activatedAt: number | null
  /** How the earliest of its events got here (see `attribution.ts`). */
  attribution: string
  /** The day of product activity that was counted last (days since 1970-01-01, UTC). */
  productDay: number | null
  /** Whether events came with exactly these keys: else only with one more, that links nobody. */
  stated: boolean
}

const nothingHappened = {
  span: null,
  shared: false,
  productAt: null,
  contactAt: null,
  eventCount: 0,
  statements: 0,
  activatedAt: null,
  attribution: '',
  productDay: null,
  stated: false,
}

/** A combination of keys that is heard of for the first time, of which nothing is counted yet. */
export function newSubject(
  keys: EventKeys,
  { trusted, cause, at }: { trusted: boolean; cause: string; at: number },
): Omit<Subject, 'id'> {
  const nobodys = { userId: null, contactName: null, customerId: null }
  return { ...keys, ...nobodys, ...nothingHappened, trusted, cause, firstAt: at, lastAt: at }
}

/** The same subject under other keys, of which nothing is counted yet. */
export function underOtherKeys(former: Subject, keys: EventKeys): Omit<Subject, 'id'> {
  return { ...former, ...keys, ...nothingHappened }
}

/** The text that stands for a combination of keys. */
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
 * The hashes that a subject is found by: each key of a person or device; the customer only where there is no other
 * (everybody of a large account carries it). 53 bits, so that a plain number holds them; a collision costs a
 * comparison, never a mistake, since whoever looks up compares the keys themselves.
 */
export function subjectHashes(keys: EventKeys): number[] {
  const named = keyTexts(keys)
  if (named.length === 0) {
    if (keys.about !== null) named.push(`about:${keys.about}`)
    if (keys.account !== null || keys.about === null) named.push(`account:${keys.account ?? ''}`)
  }
  return named.map(keyHash)
}

/** Takes in what happened under this combination: what kind of activity it is, and when it was. */
export function noteActivity(subject: Subject, eventType: ActivityEventType, at: number): void {
  // What was only stated so far, or is taken away again, did nothing.
  if (subject.eventCount++ === 0) Object.assign(subject, { lastAt: at, productAt: null, contactAt: null })
  subject.lastAt = Math.max(subject.lastAt, at)
  const kind = activityKind(eventType)
  if (kind === 'PRODUCT') subject.productAt = Math.max(subject.productAt ?? -Infinity, at)
  if (kind === 'CONTACT') subject.contactAt = Math.max(subject.contactAt ?? -Infinity, at)
}

/** The latest of these times; null when there is none. */
export function latest(...times: readonly (number | null)[]): number | null {
  return times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null)
}

/** Whether anything still happened or is stated under this combination. */
export function isAlive(subject: Subject): boolean {
  return subject.eventCount > 0 || subject.statements > 0
}

const accountPrefix = 'customer:'
const domainPrefix = 'domain:'

/** The caller's own customer id, where a record names the customer by it. */
export function aboutAccount({ about }: Pick<Subject, 'about'>): string | null {
  return about?.startsWith(accountPrefix) ? about.slice(accountPrefix.length) : null
}

/** The company domain, where a record names the customer by it. */
export function aboutDomain({ about }: Pick<Subject, 'about'>): string | null {
  return about?.startsWith(domainPrefix) ? about.slice(domainPrefix.length) : null
}
