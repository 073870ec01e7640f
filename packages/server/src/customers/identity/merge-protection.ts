import { type EventKeys, emailKey, personKey, userKey } from './keys.ts'

/**
 * Limits of what one key may be stated with. A key that reaches one is a mistake (a constant visitorId in a backend, one
 * userId for everybody) or an attack, not a person or a device: from then on it links nobody, in any order of arrival.
 * Servers' and browsers' statements are counted separately, so that a browser can't undo what a server stated.
 */
export interface MergeLimits {
  /** userIds of one e-mail address, e-mail addresses of one userId. */
  counterparts: number
  /** E-mail addresses and userIds that are linked as one person. */
  personKeys: number
  /** People on one device. */
  devicePeople: number
  /** Combinations of keys (people, other device ids, accounts) with one device id. */
  deviceCombinations: number
  /** Combinations of keys with a device id for one person. */
  personDevices: number
  /** Accounts that are stated for one person. */
  personAccounts: number
  /** How often a shared device changes its user. */
  deviceTurns: number
}

export const mergeLimits: MergeLimits = {
  counterparts: 20,
  personKeys: 30,
  devicePeople: 50,
  deviceCombinations: 500,
  personDevices: 500,
  personAccounts: 200,
  deviceTurns: 100,
}

/** Limits that are reached by distinct uses of one key. */
export type UseLimit = Exclude<keyof MergeLimits, 'personKeys' | 'deviceTurns'>

/** One of the distinct values that a key is stated with, to count against a limit. */
export interface KeyUse {
  /** `email:…`, `user:…`, `fingerprint:…` or `visitor:…`. */
  key: string
  limit: UseLimit
  /** What it is stated with: another key, an account, or the whole combination. */
  other: string
}

/** What the keys of one event add to the counts. */
export function keyUses(keys: EventKeys): KeyUse[] {
  const uses: KeyUse[] = []
  const { email, externalUserId, account } = keys
  const person = personKey(keys)
  const devices = deviceKeysOf(keys)
  if (email !== null && externalUserId !== null) {
    uses.push({ key: emailKey(email), limit: 'counterparts', other: externalUserId })
    uses.push({ key: userKey(externalUserId), limit: 'counterparts', other: email })
  }
  if (person !== null && account !== null) uses.push({ key: person, limit: 'personAccounts', other: account })
  if (devices.length === 0) return uses
  const combination = [person ?? '', externalUserId ?? '', account ?? '', ...devices].join('\n')
  if (person !== null) uses.push({ key: person, limit: 'personDevices', other: combination })
  for (const key of devices) {
    if (person !== null) uses.push({ key, limit: 'devicePeople', other: person })
    uses.push({ key, limit: 'deviceCombinations', other: combination })
  }
  return uses
}

/**
 * The keys of an event without overused ones, which link nobody; the same object if there are none. Whether a key is left
 * out never depends on another that was skipped, so the order in which limits are reached makes no difference.
 */
export function withoutOverusedKeys(
  keys: EventKeys,
  isOverused: (key: string, limit: UseLimit) => boolean,
): EventKeys {
  const person = personKey(keys)
  const { account, about } = keys
  // A person who acts for that many accounts is a machine: its events belong to the accounts, and to no person.
  if (person !== null && account !== null && isOverused(person, 'personAccounts'))
    return { email: null, externalUserId: null, fingerprint: null, visitor: null, account, about }
  const { email, externalUserId } = keys
  const isPair =
    email !== null &&
    externalUserId !== null &&
    !isOverused(emailKey(email), 'counterparts') &&
    !isOverused(userKey(externalUserId), 'counterparts')
  const hasDevices = person === null || !isOverused(person, 'personDevices')
  const names = (device: string) =>
    hasDevices && !isOverused(device, 'devicePeople') && !isOverused(device, 'deviceCombinations')
  const hasUser = externalUserId === null || email === null || isPair
  const hasFingerprint = keys.fingerprint === null || names(`fingerprint:${keys.fingerprint}`)
  const hasVisitor = keys.visitor === null || names(`visitor:${keys.visitor}`)
  if (hasUser && hasFingerprint && hasVisitor) return keys
  return {
    email,
    externalUserId: hasUser ? externalUserId : null,
    fingerprint: hasFingerprint ? keys.fingerprint : null,
    visitor: hasVisitor ? keys.visitor : null,
    account,
    about,
  }
}

function deviceKeysOf({ fingerprint, visitor }: EventKeys): string[] {
  const keys: string[] = []
  if (fingerprint !== null) keys.push(`fingerprint:${fingerprint}`)
  if (visitor !== null) keys.push(`visitor:${visitor}`)
  return keys
}
