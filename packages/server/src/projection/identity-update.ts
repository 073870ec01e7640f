import { companyDomain } from '../identity/company-domain.ts'
import { emailKey, type PersonKey, personKey, publicId, userKey } from '../identity/keys.ts'
import { type PersonLink, type ResolvedContact, resolveContacts } from '../identity/resolve-contacts.ts'
import {
  accountCustomerId,
  type AccountStatement,
  chooseAccount,
  type DomainClaim,
  domainCustomerId,
  individualCustomerId,
} from '../identity/resolve-customer.ts'
import { personName, type TraitStatement } from '../identity/traits.ts'
import { numberItems, textItems, type SqlWriter } from '../read-models/sql/database.ts'
import { deviceKeys, deviceOwner, type DeviceKey } from './devices.ts'
import { type AffectedSubjects, type Change, loadAffected } from './affected-subjects.ts'
import type { SubjectTable } from './subject-table.ts'
import { aboutAccount, aboutDomain, isAlive, type Subject } from './subject.ts'
import { traitsByOwner, type WinningTrait, winningTraits } from './trait-table.ts'

/** A contact as the identity rules make it, before what it did is added up. */
export interface IdentifiedContact extends ResolvedContact {
  userId: string
  customerId: string
  email: string | null
  externalUserId: string | null
  companyDomain: string | null
  account: AccountStatement | null
  /** The winning statement of each name. */
  traits: ReadonlyMap<string, TraitStatement>
  /** What people call it: its name, else its e-mail address. */
  contactName: string | null
  /** Everything that is theirs: their own subjects and the anonymous ones on their devices. */
  subjects: Subject[]
}

export interface IdentityChange {
  contacts: IdentifiedContact[]
  links: PersonLink[]
  /** Public ids that stood for these people before; those not among `contacts` are gone. */
  formerUserIds: Set<string>
  /** Customers to add up anew: of everybody concerned, before and after. */
  customerIds: Set<string>
  /** Anonymous subjects on devices that several people use. */
  shared: Subject[]
  /** Company domains whose customer may have become another. */
  domains: Map<string, string>
}

/** What to settle anew: besides people, customers and company domains that an earlier pass found or records claim. */
export interface Unsettled extends Change {
  customerIds: Iterable<string>
  domains: Iterable<string>
}

/** Works out anew who everybody is whom a change may affect, and writes it into the subjects in memory. */
export async function updateIdentity(
  writer: SqlWriter,
  subjects: SubjectTable,
  unsettled: Unsettled,
): Promise<IdentityChange> {
  const affected = await loadAffected(writer, subjects, unsettled)
  const change: IdentityChange = {
    contacts: [],
    links: [],
    formerUserIds: new Set(unsettled.formerUserIds),
    customerIds: new Set(unsettled.customerIds),
    shared: [],
    domains: new Map([...unsettled.domains].map((domain) => [domain, ''])),
  }
  const own = new Map<PersonKey, Subject[]>()
  for (const subject of affected.known) {
    if (subject.userId !== null && affected.isAffected(subject)) change.formerUserIds.add(subject.userId)
    if (subject.customerId !== null) change.customerIds.add(subject.customerId)
    if (subject.account !== null) change.customerIds.add(accountCustomerId(subject.account))
    const domain = aboutDomain(subject)
    if (domain !== null) change.domains.set(domain, '')
    const key = personKey(subject)
    if (key !== null && affected.isAffected(subject)) group(own, key, subject)
  }
  const resolved = resolveContacts(affected.sightings, unsettled.cuts, unsettled.limits)
  change.links = resolved.links.filter(({ left }) => affected.people.has(left))
  // A userId that only ever came with an e-mail that it was not joined with has nothing of its own: all those events
  // are the e-mail's.
  change.contacts = resolved.contacts
    .filter(({ canonical }) => affected.people.has(canonical))
    .map((contact) => describe(contact, own))
    .filter(({ subjects: theirs }) => theirs.length > 0)
  await settleCustomers(writer, subjects, change)
  await addTraits(writer, change.contacts)

  const byKey = new Map<PersonKey, IdentifiedContact>()
  for (const contact of change.contacts) for (const key of contact.keys) byKey.set(key, contact)
  for (const list of own.values())
    for (const subject of list) assign(subjects, change, subject, byKey.get(personKey(subject)!) ?? null)
  await assignAnonymous(writer, subjects, affected, change, byKey)
  return change
}

/** What a contact's own statements say of it. Servers' word first, then what came up last. */
function describe(contact: ResolvedContact, own: ReadonlyMap<PersonKey, Subject[]>): IdentifiedContact {
  const keys = new Set(contact.keys)
  const subjects = contact.keys.flatMap((key) => own.get(key) ?? []).filter(isAlive)
  const emails = rank(
    subjects,
    (subject) => subject.email,
    (email) => keys.has(emailKey(email)),
  )
  const userIds = rank(
    subjects,
    (subject) => subject.externalUserId,
    (id) => keys.has(userKey(id)),
  )
  const statedDomain = employer(subjects)
  const account = chooseAccount(
    subjects.flatMap(({ account: name, trusted, firstAt }) =>
      name === null ? [] : [{ account: name, trusted, firstAt }],
    ),
  )
  return {
    ...contact,
    userId: publicId('u', contact.canonical),
    customerId: '',
    email: emails[0] ?? null,
    externalUserId: userIds[0] ?? null,
    companyDomain: statedDomain ?? emails.map(companyDomain).find((domain) => domain !== null) ?? null,
    // A browser's word for an account doesn't stand against the company that a record states.
    account: account?.trusted === false && statedDomain !== null ? null : account,
    traits: new Map(),
    contactName: null,
    subjects,
  }
}

/** The company that a record states for somebody, whatever their e-mail address says: the one that came up last. */
function employer(subjects: readonly Subject[]): string | null {
  const stated = subjects.filter((subject) => subject.statements > 0 && aboutDomain(subject) !== null)
  stated.sort((a, b) => b.firstAt - a.firstAt || (a.about! < b.about! ? -1 : 1))
  return stated[0] === undefined ? null : aboutDomain(stated[0])
}

/** Values that the subjects state, best first: servers' before browsers', then the one that first came up last. */
function rank(
  subjects: Iterable<Subject>,
  valueOf: (subject: Subject) => string | null,
  belongs: (value: string) => boolean,
): string[] {
  const best = new Map<string, { trusted: boolean; firstAt: number }>()
  for (const subject of subjects) {
    const value = valueOf(subject)
    if (value === null || !belongs(value)) continue
    const known = best.get(value)
    best.set(value, {
      trusted: subject.trusted || (known?.trusted ?? false),
      firstAt: Math.min(subject.firstAt, known?.firstAt ?? Infinity),
    })
  }
  return [...best]
    .sort(
      ([a, left], [b, right]) =>
        Number(right.trusted) - Number(left.trusted) || right.firstAt - left.firstAt || (a < b ? -1 : 1),
    )
    .map(([value]) => value)
}

async function addTraits(writer: SqlWriter, contacts: readonly IdentifiedContact[]): Promise<void> {
  if (contacts.length === 0) return
  const rows = await writer.all<WinningTrait>(
    `with holders as (
       select unnest(string_to_array($1, chr(31))) as owner, unnest(string_to_array($2, chr(31))) as holder, 'user' as scope
     ), ${winningTraits}`,
    [contacts.flatMap(({ userId, keys }) => keys.map(() => userId)), contacts.flatMap(({ keys }) => keys)],
  )
  const traits = traitsByOwner(rows)
  for (const contact of contacts) {
    contact.traits = traits.get(contact.userId) ?? contact.traits
    contact.contactName = personName(contact.traits) ?? contact.email
  }
}

/** Gives every contact its customer: its account's, else its company domain's, else itself. */
async function settleCustomers(
  writer: SqlWriter,
  subjects: SubjectTable,
  change: IdentityChange,
): Promise<void> {
  const former = [...change.formerUserIds]
  const formerContacts = await writer.all<{ customer_id: string; company_domain: string | null }>(
    `select customer_id, company_domain from contacts where user_id in (${textItems(1)})`,
    [former],
  )
  const claims = new Map<string, DomainClaim[]>()
  for (const row of formerContacts) {
    change.customerIds.add(row.customer_id)
    if (row.company_domain !== null) claims.set(row.company_domain, [])
  }
  for (const contact of change.contacts)
    if (contact.companyDomain !== null) claims.set(contact.companyDomain, [])
  for (const domain of change.domains.keys()) claims.set(domain, [])
  const recorded = new Set<string>()
  // What this micro-batch changed isn't written yet.
  const inMemory = [...subjects.loaded()].filter((subject) => aboutDomain(subject) !== null)
  for (const subject of inMemory) if (isAlive(subject)) recorded.add(aboutDomain(subject)!)
  const stated = await writer.all<{ domain: string; account: string | null }>(
    `select distinct domain, account from account_records where domain in (${textItems(1)})
     union
     select distinct substr(about, 8), null from subjects
     where about in (select concat('domain:', domain) from (${textItems(1)}) asked(domain))
       and (event_count > 0 or statements > 0) and subject not in (${numberItems(2)})`,
    [[...claims.keys()], inMemory.map(({ id }) => id)],
  )
  for (const { domain, account } of stated) {
    recorded.add(domain)
    if (account !== null) claims.get(domain)!.push({ account, trusted: true })
  }
  const others = await writer.all<{ company_domain: string; account: string; account_trusted: boolean }>(
    `select distinct company_domain, account, account_trusted from contacts
     where company_domain in (${textItems(1)}) and account is not null
       and user_id not in (${textItems(2)})`,
    [[...claims.keys()], former],
  )
  for (const row of others)
    claims.get(row.company_domain)!.push({ account: row.account, trusted: row.account_trusted })
  for (const { companyDomain, account } of change.contacts) {
    if (companyDomain !== null && account !== null) claims.get(companyDomain)!.push(account)
  }
  for (const [domain, list] of claims)
    change.domains.set(domain, domainCustomerId(domain, list, { isRecorded: recorded.has(domain) }))
  for (const contact of change.contacts) {
    contact.customerId =
      contact.account !== null
        ? accountCustomerId(contact.account.account)
        : contact.companyDomain !== null
          ? change.domains.get(contact.companyDomain)!
          : individualCustomerId(contact.canonical)
    change.customerIds.add(contact.customerId)
  }
}

async function assignAnonymous(
  writer: SqlWriter,
  subjects: SubjectTable,
  { known, anonymous }: AffectedSubjects,
  change: IdentityChange,
  byKey: ReadonlyMap<PersonKey, IdentifiedContact>,
): Promise<void> {
  const onDevice = new Map<DeviceKey, Subject[]>()
  for (const subject of known) {
    for (const device of deviceKeys(subject)) group(onDevice, device, subject)
  }
  const byUserId = new Map(change.contacts.map((contact) => [contact.userId, contact]))
  const outside = new Map<string, Owner>()
  const strangers = [...known].flatMap((s) =>
    s.userId !== null && !byUserId.has(s.userId) ? [s.userId] : [],
  )
  if (strangers.length > 0) {
    const rows = await writer.all<{ user_id: string; customer_id: string; contact_name: string | null }>(
      `select user_id, customer_id, coalesce(name, email) as contact_name from contacts
       where user_id in (${textItems(1)})`,
      [[...new Set(strangers)]],
    )
    for (const { user_id: userId, customer_id: customerId, contact_name: contactName } of rows)
      outside.set(userId, { userId, customerId, contactName })
  }
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
    assign(subjects, change, subject, contact ?? stranger ?? null, owner.kind === 'shared')
    contact?.subjects.push(subject)
  }
}

/** The contact that a subject belongs to, as far as the subject tells. */
type Owner = Pick<IdentifiedContact, 'userId' | 'customerId' | 'contactName'>

function assign(
  subjects: SubjectTable,
  { domains, customerIds }: IdentityChange,
  subject: Subject,
  contact: Owner | null,
  shared = false,
): void {
  const userId = contact?.userId ?? null
  const contactName = contact?.contactName ?? null
  const domain = aboutDomain(subject)
  const account = aboutAccount(subject) ?? subject.account
  const customerId =
    domain !== null
      ? domains.get(domain)!
      : account !== null
        ? accountCustomerId(account)
        : (contact?.customerId ?? null)
  if (
    subject.userId === userId &&
    subject.contactName === contactName &&
    subject.customerId === customerId &&
    subject.shared === shared
  )
    return
  // A domain may have become a customer that none of its people belongs to.
  if (customerId !== null) customerIds.add(customerId)
  subject.userId = userId
  subject.contactName = contactName
  subject.customerId = customerId
  subject.shared = shared
  subjects.markChanged(subject)
}

function group<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = groups.get(key)
  if (list) list.push(value)
  else groups.set(key, [value])
}
