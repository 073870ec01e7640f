import { type CustomerMerges, survivorOf } from '../identity/customer-merges.ts'
import type { AddressHolders } from '../identity/address-holders.ts'
import type { PersonKey } from '../identity/keys.ts'
import type { PersonLink } from '../identity/person-graph.ts'
import { resolveContacts } from '../identity/resolve-contacts.ts'
import { accountCustomerId } from '../identity/resolve-customer.ts'
import { personName } from '../identity/traits.ts'
import type { SqlWriter } from '../../kernel/sql/database.ts'
import { type AffectedSubjects, type SubjectChanges, loadAffected } from './affected-subjects.ts'
import { describeContact, type IdentifiedContact } from './describe-contact.ts'
import { deviceKeys, deviceOwner, type DeviceKey } from './devices.ts'
import { toTimestamp } from './place-by-time.ts'
import { recomputeCustomers } from './recompute-customers.ts'
import type { ContactTable } from './contact-table.ts'
import type { SubjectTable } from './subject-table.ts'
import { aboutAccount, aboutDomain, isAlive, type Subject } from './subject.ts'
import type { TraitIndex } from './trait-index.ts'
import { type TraitHolder, traitHolders } from './trait-holders.ts'
import { traitsByOwner, type WinningTrait, winningTraits } from './trait-table.ts'

export interface IdentityChange {
  contacts: IdentifiedContact[]
  links: PersonLink[]
  /** Former public ids of these people; those not in `contacts` no longer exist. */
  formerUserIds: Set<string>
  /** Customers to recompute: of everybody affected, before and after. */
  customerIds: Set<string>
  /** Customers that gained or lost stored events. */
  movedIds: Set<string>
  /** Anonymous subjects on devices that several people use. */
  shared: Subject[]
  /** Subjects with an address that was handed on, and no userId that held it. */
  handedOn: Subject[]
  /** Who had the affected people's addresses when. */
  holders: AddressHolders
  /** Company domains whose customer may have changed. */
  domains: Map<string, string>
}

/** What is stored of people. */
export interface People {
  writer: SqlWriter
  subjects: SubjectTable
  contacts: ContactTable
  traits: TraitIndex
}

/** What to recompute: besides people, customers and company domains that an earlier pass found or records claim. */
export interface ToRecompute extends SubjectChanges {
  customerIds: Iterable<string>
  domains: Iterable<string>
  merges: CustomerMerges
}

/** Recomputes the identity of everybody whom a change may affect, and writes it into the subjects in memory. */
export async function updateIdentity(people: People, toRecompute: ToRecompute): Promise<IdentityChange> {
  const { writer, subjects, contacts, traits } = people
  const customerOf = (account: string) => survivorOf(toRecompute.merges, accountCustomerId(account))
  const affected = await loadAffected(contacts, subjects, toRecompute)
  const change: IdentityChange = {
    contacts: [],
    links: [],
    formerUserIds: new Set(toRecompute.formerUserIds),
    customerIds: new Set(toRecompute.customerIds),
    movedIds: new Set(),
    shared: [],
    handedOn: [],
    holders: affected.holders,
    domains: new Map([...toRecompute.domains].map((domain) => [domain, ''])),
  }
  const own = new Map<PersonKey, Subject[]>()
  for (const subject of affected.known) {
    if (subject.userId !== null && affected.isAffected(subject)) change.formerUserIds.add(subject.userId)
    if (subject.customerId !== null) change.customerIds.add(subject.customerId)
    if (subject.account !== null) change.customerIds.add(customerOf(subject.account))
    const domain = aboutDomain(subject)
    if (domain !== null) change.domains.set(domain, '')
    const key = affected.holders.ownerOf(subject)
    if (key !== null && affected.isAffected(subject)) group(own, key, subject)
  }
  const resolved = resolveContacts(affected.sightings, toRecompute.decisions, toRecompute.limits)
  change.links = resolved.links.filter(({ left }) => affected.people.has(left))
  // A userId that was only stated with an e-mail address it wasn't linked with has no events of its own: they belong to
  // the address.
  change.contacts = resolved.contacts
    .filter(({ keys }) => affected.people.has(keys[0]!))
    .map((contact) => describeContact(contact, own))
    .filter(({ subjects: theirs }) => theirs.length > 0)
  await recomputeCustomers(people, change, toRecompute.merges)
  await addTraits(writer, traits, change)

  const assign = createAssign(subjects, change, customerOf)
  const byKey = new Map<PersonKey, IdentifiedContact>()
  for (const contact of change.contacts) for (const key of contact.keys) byKey.set(key, contact)
  for (const [key, list] of own) {
    for (const subject of list) {
      if (isAlive(subject) && affected.holders.isByTime(subject)) change.handedOn.push(subject)
      assign(subject, byKey.get(key) ?? null, affected.holders.isSensitive(subject))
    }
  }
  await assignAnonymous(contacts, affected, change, byKey, assign)
  return change
}

async function addTraits(
  writer: SqlWriter,
  index: TraitIndex,
  { contacts, holders: addresses }: Pick<IdentityChange, 'contacts' | 'holders'>,
): Promise<void> {
  if (contacts.length === 0) return
  const holders = contacts.flatMap(({ userId, keys }) =>
    traitHolders(keys, addresses)
      .filter(({ holder }) => index.has({ holder, scope: 'user' }))
      .map((held) => ({ userId, ...held })),
  )
  const traits =
    holders.length === 0 ? new Map<string, never>() : traitsByOwner(await readTraits(writer, holders))
  for (const contact of contacts) {
    contact.traits = traits.get(contact.userId) ?? contact.traits
    contact.contactName = personName(contact.traits) ?? contact.email
  }
}

async function readTraits(
  writer: SqlWriter,
  holders: readonly (TraitHolder & { userId: string })[],
): Promise<WinningTrait[]> {
  return writer.all<WinningTrait>(
    `with holders as (
       select unnest(string_to_array($1, chr(31))) as owner, unnest(string_to_array($2, chr(31))) as holder,
              unnest(string_to_array($3, chr(31))::timestamp[]) as since,
              unnest(string_to_array($4, chr(31))::timestamp[]) as until, 'user' as scope
     ), ${winningTraits('t.stated_at >= h.since and t.stated_at < h.until')}`,
    [
      holders.map(({ userId }) => userId),
      holders.map(({ holder }) => holder),
      holders.map(({ from }) => toTimestamp(from)),
      holders.map(({ until }) => toTimestamp(until)),
    ],
  )
}

async function assignAnonymous(
  contacts: ContactTable,
  { known, anonymous }: AffectedSubjects,
  change: IdentityChange,
  byKey: ReadonlyMap<PersonKey, IdentifiedContact>,
  assign: Assign,
): Promise<void> {
  const onDevice = new Map<DeviceKey, Subject[]>()
  for (const subject of known) {
    for (const device of deviceKeys(subject)) group(onDevice, device, subject)
  }
  const byUserId = new Map(change.contacts.map((contact) => [contact.userId, contact]))
  const strangers = [...known].flatMap((s) =>
    s.userId !== null && !byUserId.has(s.userId) ? [s.userId] : [],
  )
  const outside = new Map((await contacts.withIds(strangers)).map((contact) => [contact.userId, contact]))
  const owners = new Map([...onDevice].map(([device, list]) => [device, deviceOwner(list)]))
  for (const subject of anonymous) {
    const owner = deviceKeys(subject)
      .map((device) => owners.get(device)!)
      .find(({ kind }) => kind !== 'nobody') ?? { kind: 'nobody' as const }
    if (owner.kind === 'shared') change.shared.push(subject)
    const userId =
      owner.kind === 'person'
        ? owner.userId
        : owner.kind === 'shared' && subject.span !== null
          ? (byKey.get(subject.span)?.userId ?? subject.userId)
          : null
    const contact = userId === null ? undefined : byUserId.get(userId)
    const stranger = userId === null ? undefined : outside.get(userId)
    assign(subject, contact ?? stranger ?? null, owner.kind === 'shared')
    contact?.subjects.push(subject)
  }
}

/** The contact that owns a subject, as stored in the subject. */
type Owner = Pick<IdentifiedContact, 'userId' | 'customerId' | 'contactName'>

/** Sets the owner of a subject. */
type Assign = (subject: Subject, contact: Owner | null, shared?: boolean) => void

function createAssign(
  subjects: SubjectTable,
  { domains, customerIds, movedIds }: IdentityChange,
  customerOf: (account: string) => string,
): Assign {
  return (subject, contact, shared = false) => {
    const userId = contact?.userId ?? null
    const contactName = contact?.contactName ?? null
    const domain = aboutDomain(subject)
    const account = aboutAccount(subject) ?? subject.account
    const customerId =
      domain !== null
        ? domains.get(domain)!
        : account !== null
          ? customerOf(account)
          : (contact?.customerId ?? null)
    if (
      subject.userId === userId &&
      subject.contactName === contactName &&
      subject.customerId === customerId &&
      subject.shared === shared
    )
      return
    // A domain may have become a customer without people.
    if (customerId !== null) customerIds.add(customerId)
    if (customerId !== subject.customerId && !subjects.created.has(subject))
      for (const id of [subject.customerId, customerId]) if (id !== null) movedIds.add(id)
    subject.userId = userId
    subject.contactName = contactName
    subject.customerId = customerId
    subject.shared = shared
    subjects.markChanged(subject)
  }
}

function group<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = groups.get(key)
  if (list) list.push(value)
  else groups.set(key, [value])
}
