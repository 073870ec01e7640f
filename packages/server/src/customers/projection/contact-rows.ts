import type { Row } from '../../kernel/sql/define-table.ts'
import type { customerTables } from '../tables/customer-tables.ts'
import { identityTables } from '../tables/identity-tables.ts'
import { keyHash } from '../identity/key-hash.ts'
import type { PersonKey } from '../identity/keys.ts'
import type { PersonLink } from '../identity/person-graph.ts'
import { personName, traitsJson } from '../identity/traits.ts'
import { engagement, type ActiveDay } from '../journey.ts'
import { numberItems, type SqlWriter } from '../../kernel/sql/database.ts'
import type { CustomerContact } from './account-facts.ts'
import { writeAliases } from './contact-aliases.ts'
import type { StoredContact } from './contact-table.ts'
import { activeDay, daysText, type NewDay, readDays } from './active-days.ts'
import { channelOf, sourceOf } from './attribution.ts'
import type { IdentifiedContact } from './describe-contact.ts'
import type { IdentityChange, People } from './identity-update.ts'
import type { SubjectTable } from './subject-table.ts'
import { isAlive, latest, type Subject } from './subject.ts'

/** What writing contacts does to customers. */
export interface WrittenContacts {
  added: CustomerContact[]
  /** Contacts that were there and are older than it seemed. */
  earlier: CustomerContact[]
  /** Customers of contacts that are gone, or that were written with another description. */
  changedCustomers: Set<string>
}

/**
 * Writes the contacts that changed, their keys, the links between those, and their former ids. `newDays`: the days of
 * product activity that this micro-batch started; null when events moved between subjects.
 */
export async function writeContacts(
  { writer, subjects, contacts: stored }: People,
  change: IdentityChange,
  newDays: readonly NewDay[] | null,
): Promise<WrittenContacts> {
  const { contacts } = change
  const before = new Set(
    contacts.filter(({ canonical }) => subjects.isKnown(canonical)).map(({ userId }) => userId),
  )
  const gone = await stored.withIds([...change.formerUserIds, ...before])
  const former = new Map(gone.map((contact) => [contact.userId, contact]))
  const aliases = await writeAliases(writer, subjects, contacts, gone)
  const linksFrom = new Map<PersonKey, LinkRow[]>()
  for (const link of change.links) {
    const list = linksFrom.get(link.left)
    if (list === undefined) linksFrom.set(link.left, [linkRow(link)])
    else list.push(linkRow(link))
  }
  const links = contacts.map(({ keys }) => keys.flatMap((key) => linksFrom.get(key) ?? []))
  const hashes = contacts.map(({ keys }, index) => keyHash(JSON.stringify([keys, links[index]])))
  /** Those whose keys and links stay as they are stored, under the number that they have. */
  const kept = new Map<IdentifiedContact, StoredContact>()
  for (const [index, contact] of contacts.entries()) {
    const known = former.get(contact.userId)
    if (known?.links === hashes[index]) kept.set(contact, known!)
  }
  await stored.remove(gone, new Set(kept.values()))
  const days = await activeDays(writer, subjects, contacts.filter(isSignedUp), newDays)
  const rows = contacts.map((contact) =>
    contactRow(kept.get(contact)?.row.contact ?? stored.next(), contact, days.get(contact) ?? []),
  )
  const keyRows: Row<typeof identityTables.contact_keys>[] = []
  const linkRows: Row<typeof identityTables.identity_links>[] = []
  for (const [index, row] of rows.entries()) {
    const contact = contacts[index]!
    stored.set(row, contact.keys, {
      days: row.engaged_at == null || row.lapsed_at != null ? (days.get(contact) ?? null) : null,
      aliases: aliases[index]!,
      links: hashes[index]!,
    })
    if (kept.has(contact)) continue
    for (const key of contact.keys)
      keyRows.push({ contact: row.contact, person_key: key, user_id: contact.userId })
    for (const link of links[index]!) linkRows.push({ contact: row.contact, ...link })
  }
  await writer.append(identityTables.contact_keys, keyRows)
  await writer.append(identityTables.identity_links, linkRows)
  return compare(rows, gone)
}

/** Without the number of its contact. */
type LinkRow = Omit<Row<typeof identityTables.identity_links>, 'contact'>

function linkRow({ left, right, trusted, cause, firstAt, status }: PersonLink): LinkRow {
  return { left_key: left, right_key: right, trusted, cause, first_at: firstAt, status }
}

/** A contact that is written anew as it was adds nothing to its customer, and takes nothing away. */
function compare(
  rows: readonly Row<typeof customerTables.contacts>[],
  gone: readonly StoredContact[],
): WrittenContacts {
  const former = new Map(gone.map((contact) => [contact.userId, contact]))
  const written: WrittenContacts = { added: [], earlier: [], changedCustomers: new Set() }
  for (const row of rows) {
    const before = former.get(row.user_id)
    former.delete(row.user_id)
    const after = {
      customerId: row.customer_id,
      companyDomain: row.company_domain ?? null,
      name: row.name ?? null,
      email: row.email ?? null,
      createdAt: row.created_at,
    }
    if (before === undefined) written.added.push(after)
    else if (
      before.customerId !== after.customerId ||
      before.companyDomain !== after.companyDomain ||
      before.row.created_at < after.createdAt ||
      // Only a customer without a company has their name.
      (after.companyDomain === null && before.contactName !== (after.name ?? after.email))
    )
      written.changedCustomers.add(before.customerId).add(after.customerId)
    else if (after.createdAt < before.row.created_at) written.earlier.push(after)
  }
  for (const { customerId } of former.values()) written.changedCustomers.add(customerId)
  return written
}

function isSignedUp({ email, externalUserId, subjects }: IdentifiedContact): boolean {
  return (email !== null && externalUserId !== null) || subjects.some(({ signedUpAt }) => signedUpAt !== null)
}

/** Days of activity of each contact, over all their subjects. */
async function activeDays(
  writer: SqlWriter,
  subjects: SubjectTable,
  contacts: readonly IdentifiedContact[],
  newDays: readonly NewDay[] | null,
): Promise<Map<IdentifiedContact, ActiveDay[]>> {
  const found = new Map<IdentifiedContact, ActiveDay[]>(contacts.map((contact) => [contact, []]))
  const ownerOf = new Map<Subject, IdentifiedContact>()
  const ids: number[] = []
  const owners: number[] = []
  for (const [owner, contact] of contacts.entries()) {
    const isNew = newDays !== null && contact.subjects.every((subject) => subjects.isNew(subject))
    for (const subject of contact.subjects) {
      if (isNew) ownerOf.set(subject, contact)
      else {
        ids.push(subject.id)
        owners.push(owner)
      }
    }
  }
  // The days of those whom this micro-batch has brought are in memory.
  for (const { subject, at } of newDays ?? []) {
    const contact = ownerOf.get(subject)
    if (contact !== undefined) found.get(contact)!.push(activeDay(at))
  }
  if (ids.length === 0) return found
  const rows = await writer.all<{ owner: number; days: string }>(
    `select p.owner, ${daysText} as days from active_days d join (
       select unnest(string_to_array($1, chr(31))::integer[]) as subject,
              unnest(string_to_array($2, chr(31))::integer[]) as owner
     ) p on p.subject = d.subject
     where d.subject in (${numberItems(1)}) group by p.owner`,
    [ids, owners],
  )
  for (const row of rows) found.set(contacts[row.owner]!, readDays(row.days))
  return found
}

function contactRow(
  number: number,
  contact: IdentifiedContact,
  days: readonly ActiveDay[],
): Row<typeof customerTables.contacts> {
  const known = contact.subjects.filter(isAlive)
  const active = known.filter((subject) => subject.eventCount > 0)
  const own = known.filter((subject) => subject.email !== null || subject.externalUserId !== null)
  const emailAt = earliest(own.filter(({ email }) => email !== null))
  const userAt = earliest(own.filter(({ externalUserId }) => externalUserId !== null))
  const { engagedAt, lapsedAt } = engagement(days)
  const first = firstTouch(active)
  const productAt = latest(...active.map((subject) => subject.productAt))
  const contactAt = latest(...active.map((subject) => subject.contactAt))
  return {
    contact: number,
    user_id: contact.userId,
    customer_id: contact.customerId,
    email: contact.email,
    external_user_id: contact.externalUserId,
    name: personName(contact.traits),
    traits: traitsJson(contact.traits),
    discovered_at: emailAt,
    signed_up_at: least([
      emailAt === null || userAt === null ? null : Math.max(emailAt, userAt),
      ...active.map(({ signedUpAt }) => signedUpAt),
    ]),
    activated_at: least(active.map(({ activatedAt }) => activatedAt)),
    engaged_at: engagedAt,
    lapsed_at: lapsedAt,
    company_domain: contact.companyDomain,
    account: contact.account?.account ?? null,
    account_trusted: contact.account?.trusted ?? false,
    first_visitor_channel: channelOf(first),
    first_visitor_source: sourceOf(first),
    // A person exists since the first event or record about them.
    created_at: earliest(own)!,
    first_seen_at: earliest(known)!,
    last_product_activity_at: productAt,
    last_contact_at: contactAt,
    last_activity_at: latest(productAt, contactAt),
  }
}

/** The attribution of the earliest subject that has one; at the same time the smaller text. */
function firstTouch(subjects: readonly Subject[]): string {
  const telling = subjects.filter((subject) => subject.attribution !== '')
  telling.sort((a, b) => a.firstAt - b.firstAt || (a.attribution < b.attribution ? -1 : 1))
  return telling[0]?.attribution ?? ''
}

function earliest(subjects: readonly Subject[]): number | null {
  return least(subjects.map(({ firstAt }) => firstAt))
}

function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.min(...known)
}
