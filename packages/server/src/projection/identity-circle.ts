import { emailKey, type PersonKey, userKey } from '../identity/keys.ts'
import { textItems, type SqlWriter } from '../read-models/sql/database.ts'
import { deviceKeys, type DeviceKey, isAnonymous } from './devices.ts'
import type { SubjectTable } from './subject-table.ts'
import { keyHash, type Subject } from './subject.ts'

/** Whom a change may concern. Nobody outside can be changed by what is new inside. */
export interface Circle {
  /** Every subject of theirs and on their devices. */
  known: ReadonlySet<Subject>
  /** Of the anonymous ones those that may change hands. */
  concerned: ReadonlySet<Subject>
  /** Whether a subject names somebody of the circle. */
  isInside: (subject: Subject) => boolean
}

/**
 * Brings everybody concerned into memory: the people on these subjects and on their devices; everybody joined with
 * those by any chain of statements; and whoever has the anonymous subjects on all their devices now.
 */
export async function loadCircle(
  writer: SqlWriter,
  subjects: SubjectTable,
  touched: Iterable<Subject>,
): Promise<Circle> {
  const known = new Set<Subject>(touched)
  const devices = new Set<DeviceKey>()
  const loadDevices = async () => {
    for (const subject of known) for (const device of deviceKeys(subject)) devices.add(device)
    await subjects.load([...devices].map(keyHash))
    for (const device of devices) for (const subject of subjects.under(device)) known.add(subject)
  }
  await loadDevices()
  const inside = new Set<PersonKey>()
  let concerned = new Set<Subject>()
  let found = [...known].flatMap(personKeys)
  for (;;) {
    while (found.length > 0) {
      for (const key of found) inside.add(key)
      // All keys of the contacts at once: a long chain of statements must not cost a query a link.
      for (const key of await keysOfContacts(writer, found)) inside.add(key)
      await subjects.load([...inside].map(keyHash))
      found = [...reach(subjects, inside)].filter((key) => !inside.has(key))
    }
    for (const key of inside) for (const subject of subjects.under(key)) known.add(subject)
    await loadDevices()
    // Whose an anonymous subject is depends on all its devices, also on those that nobody inside has used.
    concerned = new Set([...known].filter(isAnonymous))
    await loadDevices()
    // Whoever had one of them until now is another person without it.
    found = (await keysOfPeople(writer, ownersOutside(concerned, known, inside))).filter(
      (key) => !inside.has(key),
    )
    if (found.length === 0) break
  }
  return {
    known,
    concerned,
    isInside: (subject: Subject) => personKeys(subject).some((key) => inside.has(key)),
  }
}

/** The contacts that anonymous subjects belong to now, but for those inside. */
function ownersOutside(
  anonymous: Iterable<Subject>,
  known: Iterable<Subject>,
  inside: ReadonlySet<PersonKey>,
): string[] {
  const owners = new Set<string>()
  for (const { userId } of anonymous) if (userId !== null) owners.add(userId)
  if (owners.size === 0) return []
  for (const subject of known) {
    if (subject.userId !== null && personKeys(subject).some((key) => inside.has(key)))
      owners.delete(subject.userId)
  }
  return [...owners]
}

async function keysOfPeople(writer: SqlWriter, userIds: readonly string[]): Promise<PersonKey[]> {
  if (userIds.length === 0) return []
  const rows = await writer.all<{ person_key: string }>(
    `select person_key from contact_keys where user_id in (${textItems(1)})`,
    [userIds],
  )
  return rows.map((row) => row.person_key)
}

/** Every person key that statements in memory join with these, by any number of steps. */
function reach(subjects: SubjectTable, keys: Iterable<PersonKey>): Set<PersonKey> {
  const reached = new Set(keys)
  // A set may grow while it is walked: what is added is visited too.
  for (const key of reached) {
    for (const subject of subjects.under(key)) for (const other of personKeys(subject)) reached.add(other)
  }
  return reached
}

async function keysOfContacts(writer: SqlWriter, keys: readonly PersonKey[]): Promise<PersonKey[]> {
  const rows = await writer.all<{ person_key: string }>(
    `select person_key from contact_keys where user_id in (
       select user_id from contact_keys where person_key in (${textItems(1)}))`,
    [keys],
  )
  return rows.map((row) => row.person_key)
}

function personKeys(subject: Subject): PersonKey[] {
  const keys: PersonKey[] = []
  if (subject.email !== null) keys.push(emailKey(subject.email))
  if (subject.externalUserId !== null) keys.push(userKey(subject.externalUserId))
  return keys
}
