import { type EventKeys, emailKey, personKey, userKey } from './keys.ts'

/**
 * How much one key may name. What reaches a limit is a mistake (a constant visitorId in a backend, one userId for
 * everybody) or an attack, not a person or a device: from then on the key links nobody, in any order of arrival. All
 * limits count servers' and browsers' statements apart, so that a browser can't undo what a server stated.
 */
export interface MergeLimits {
  /** userIds of one e-mail address, e-mail addresses of one userId. */
  counterparts: number
  /** E-mail addresses and userIds that are joined as one person. */
  personKeys: number
  /** People on one device. */
  devicePeople: number
  /** Combinations of keys (people, other device ids, accounts) that one device id comes in. */
  deviceCombinations: number
  /** Combinations of keys with a device id in which one person comes. */
  personDevices: number
  /** Accounts that are stated of one person. */
  personAccounts: number
  /** How often a shared device passes from one person to another. */
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

/** The limits that are reached by different uses of one key. */
export type UseLimit = Exclude<keyof MergeLimits, 'personKeys' | 'deviceTurns'>

/** One of the different things that a key comes with, counted against a limit. */
export interface KeyUse {
  /** `email:…`, `user:…`, `fingerprint:…` or `visitor:…`. */
  key: string
  limit: UseLimit
  /** What it comes with: another key, an account, or the whole combination. */
  other: string
}

/** What the keys of one event count for. */
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
 * The keys of an event without those that link nobody any more; the very same where all of them link. Leaving out one key never depends on another that was
 * left out, so that it makes no difference in which order limits are reached.
 */
export function withoutCrowdedKeys(
  keys: EventKeys,
  isCrowded: (key: string, limit: UseLimit) => boolean,
): EventKeys {
  const person = personKey(keys)
  const { account, about } = keys
  // Whoever acts for that many accounts is a machine: what it does is the accounts', and nobody's.
  if (person !== null && account !== null && isCrowded(person, 'personAccounts'))
    return { email: null, externalUserId: null, fingerprint: null, visitor: null, account, about }
  const { email, externalUserId } = keys
  const isPair =
    email !== null &&
    externalUserId !== null &&
    !isCrowded(emailKey(email), 'counterparts') &&
    !isCrowded(userKey(externalUserId), 'counterparts')
  const hasDevices = person === null || !isCrowded(person, 'personDevices')
  const names = (device: string) =>
    hasDevices && !isCrowded(device, 'devicePeople') && !isCrowded(device, 'deviceCombinations')
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
