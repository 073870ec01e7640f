import { keyHash } from '../identity/key-hash.ts'
import type { AddressHolders } from '../identity/address-holders.ts'
import { emailKey, type PersonKey, userKey } from '../identity/keys.ts'
import type { MergeLimits } from '../identity/merge-protection.ts'
import { type PairDecisions, PersonGraph } from '../identity/person-graph.ts'
import type { ContactTable, StoredContact } from './contact-table.ts'
import { deviceKeys, type DeviceKey, isAnonymous } from './devices.ts'
import type { SubjectTable } from './subject-table.ts'
import { isAlive, type Subject } from './subject.ts'

/** The subjects that a change can affect; it can't affect any others. */
export interface AffectedSubjects {
  /** All subjects of the affected people and on their devices. */
  known: ReadonlySet<Subject>
  /** The anonymous ones among them, which may get another owner. */
  anonymous: ReadonlySet<Subject>
  /** Whether a subject belongs to somebody who is affected. */
  isAffected: (subject: Subject) => boolean
  /** Who had their addresses when. */
  holders: AddressHolders
  people: ReadonlySet<PersonKey>
  /** The subjects whose statements may link somebody with the affected people. */
  sightings: ReadonlySet<Subject>
}

/** What changed, and the rules in force. */
export interface SubjectChanges {
  touched: Iterable<Subject>
  /** Contacts that lost something. */
  formerUserIds: Iterable<string>
  decisions: PairDecisions
  limits: MergeLimits
}

/**
 * Loads everything affected into memory: the people on these subjects and on their devices; the people whom statements
 * link with those; and whoever owns the anonymous subjects on all their devices now. The limits of
 * `identity/merge-protection.ts` bound what is loaded, however long a chain of statements is.
 */
export async function loadAffected(
  contacts: ContactTable,
  subjects: SubjectTable,
  { touched, formerUserIds, decisions, limits }: SubjectChanges,
): Promise<AffectedSubjects> {
  const known = new Set<Subject>(touched)
  const devices = new Set<DeviceKey>()
  const loadDevices = async () => {
    for (const subject of known) for (const device of deviceKeys(subject)) devices.add(device)
    await subjects.load([...devices].map(keyHash))
    for (const device of devices) for (const subject of subjects.under(device)) known.add(subject)
  }
  await loadDevices()
  const graph = new PersonGraph(decisions, limits)
  const people = new AffectedPeople(contacts, subjects, graph)
  let anonymous = new Set<Subject>()
  let found = [...[...known].flatMap(personKeys), ...keysOf(await contacts.withIds(formerUserIds))]
  do {
    for (const key of await people.add(found)) for (const subject of subjects.under(key)) known.add(subject)
    // In whose time an address was handed on may be known by their userId alone.
    for (const subject of people.sightings) if (people.has(subject)) known.add(subject)
    await loadDevices()
    // The owner of an anonymous subject depends on all its devices, also on those that no affected person has used.
    anonymous = new Set([...known].filter(isAnonymous))
    await loadDevices()
    // A person who owned one of them until now changes without it.
    found = keysOf(await contacts.withIds(formerOwners(anonymous, known, people)))
    found = found.filter((key) => !people.affected.has(key))
  } while (found.length > 0)
  return {
    known,
    anonymous,
    isAffected: (subject) => people.has(subject),
    holders: graph.holders,
    people: people.affected,
    sightings: people.sightings,
  }
}

/** The people whose keys may be linked or unlinked. */
class AffectedPeople {
  readonly affected = new Set<PersonKey>()
  readonly sightings = new Set<Subject>()
  #contacts: ContactTable
  #subjects: SubjectTable
  #graph: PersonGraph
  #loaded = new Set<PersonKey>()

  constructor(contacts: ContactTable, subjects: SubjectTable, graph: PersonGraph) {
    this.#contacts = contacts
    this.#subjects = subjects
    this.#graph = graph
  }

  has(subject: Subject): boolean {
    const key = this.#graph.holders.ownerOf(subject)
    return key !== null && this.affected.has(key)
  }

  /**
   * Adds everybody who is, was or is said to be one person with these keys. Of people with more keys than a person may
   * have, only the keys are added: they are linked with nobody.
   */
  async add(keys: Iterable<PersonKey>): Promise<ReadonlySet<PersonKey>> {
    const asked = [...keys]
    await this.#load(asked)
    const starts = new Set([...asked, ...asked.flatMap((key) => this.#graph.peers(key))])
    for (const key of keysOf(await this.#contacts.withKeys(starts))) starts.add(key)
    for (let missing: ReadonlySet<PersonKey> = starts; ;) {
      await this.#load(missing)
      missing = new Set([...starts].flatMap((key) => this.#reach(key).beyond))
      if (missing.size === 0) break
    }
    for (const key of starts) {
      const { keys: theirs, isTooLarge } = this.#reach(key)
      for (const one of isTooLarge ? [key] : theirs) this.affected.add(one)
    }
    return this.affected
  }

  #reach(key: PersonKey): ReturnType<PersonGraph['reach']> {
    return this.#graph.reach(key, (one) => this.#loaded.has(one))
  }

  async #load(keys: Iterable<PersonKey>): Promise<void> {
    const missing = [...keys].filter((key) => !this.#loaded.has(key))
    if (missing.length === 0) return
    await this.#subjects.load(missing.map(keyHash))
    for (const key of missing) {
      this.#loaded.add(key)
      for (const subject of this.#subjects.under(key)) {
        if (!isAlive(subject)) continue
        this.#graph.add(subject)
        this.sightings.add(subject)
      }
    }
  }
}

/** The contacts that own anonymous subjects now, except those that are affected anyway. */
function formerOwners(
  anonymous: Iterable<Subject>,
  known: Iterable<Subject>,
  people: AffectedPeople,
): string[] {
  const owners = new Set<string>()
  for (const { userId } of anonymous) if (userId !== null) owners.add(userId)
  if (owners.size === 0) return []
  for (const subject of known)
    if (subject.userId !== null && people.has(subject)) owners.delete(subject.userId)
  return [...owners]
}

function keysOf(contacts: readonly StoredContact[]): PersonKey[] {
  return contacts.flatMap(({ keys }) => keys)
}

function personKeys(subject: Subject): PersonKey[] {
  const keys: PersonKey[] = []
  if (subject.email !== null) keys.push(emailKey(subject.email))
  if (subject.externalUserId !== null) keys.push(userKey(subject.externalUserId))
  return keys
}
