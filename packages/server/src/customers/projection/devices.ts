import { isAlive, type Subject } from './subject.ts'

/** A device: `fingerprint:…` or `visitor:…`. */
export type DeviceKey = string

/** Who owns the anonymous events on a device. */
export type DeviceOwner =
  | { kind: 'nobody' }
  | { kind: 'person'; userId: string }
  /** Several people: decided by time (see `shared-devices.ts`). */
  | { kind: 'shared' }

export function deviceKeys(subject: Subject): DeviceKey[] {
  const keys: DeviceKey[] = []
  if (subject.fingerprint !== null) keys.push(`fingerprint:${subject.fingerprint}`)
  if (subject.visitor !== null) keys.push(`visitor:${subject.visitor}`)
  return keys
}

export function isAnonymous(subject: Subject): boolean {
  return subject.email === null && subject.externalUserId === null
}

/**
 * The subjects that decide who owns a device: those of known people; if servers state any, only those, since a browser
 * never changes a link that a server stated.
 */
export function ownerSubjects(onDevice: Iterable<Subject>): Subject[] {
  const people = [...onDevice].filter((subject) => !isAnonymous(subject) && isAlive(subject))
  return people.some((subject) => subject.trusted) ? people.filter((subject) => subject.trusted) : people
}

export function deviceOwner(onDevice: Iterable<Subject>): DeviceOwner {
  const userIds = new Set<string>()
  for (const subject of ownerSubjects(onDevice)) if (subject.userId !== null) userIds.add(subject.userId)
  if (userIds.size === 0) return { kind: 'nobody' }
  if (userIds.size > 1) return { kind: 'shared' }
  return { kind: 'person', userId: userIds.values().next().value! }
}
