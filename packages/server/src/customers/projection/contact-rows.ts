import type { Row } from '../../kernel/sql/define-table.ts'
import { customerTables } from '../tables/customer-tables.ts'
import { identityTables } from '../tables/identity-tables.ts'
import { publicId } from '../identity/keys.ts'
import { personName, traitsJson } from '../identity/traits.ts'
import { engagement, type ActiveDay } from '../journey.ts'
import { numberItems, textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { daysText, readDays } from './active-days.ts'
import { channelOf, sourceOf } from './attribution.ts'
import type { IdentifiedContact } from './describe-contact.ts'
import type { IdentityChange } from './identity-update.ts'
import { isAlive, latest, type Subject } from './subject.ts'

/** Writes the contacts that changed, their keys, the links between those, and their former ids. */
export async function writeContacts(writer: SqlWriter, change: IdentityChange): Promise<void> {
  const { contacts } = change
  const gone = [...new Set([...change.formerUserIds, ...contacts.map(({ userId }) => userId)])]
  if (gone.length === 0) return
  const keys = await writer.all<{ person_key: string }>(
    `select person_key from contact_keys where user_id in (${textItems(1)})`,
    [gone],
  )
  const ids = contacts.flatMap(({ idKeys }) => idKeys)
  // Without a key nothing is stored of a person.
  if (keys.length > 0) {
    await writer.all(`delete from aliases where alias in (${textItems(1)}) and former = 'person'`, [
      [...keys.map((row) => row.person_key), ...ids].map((key) => publicId('c', key)),
    ])
    for (const [table, column] of [
      ['contacts', 'user_id'],
      ['contact_keys', 'user_id'],
      ['identity_links', 'user_id'],
      ['aliases', 'id'],
    ] as const) {
      await writer.all(`delete from ${table} where ${column} in (${textItems(1)})`, [gone])
    }
  }
  const days = await activeDays(writer, contacts.filter(isSignedUp))
  await writer.append(
    customerTables.contacts,
    contacts.map((contact) => contactRow(contact, days)),
  )

  const ofKey = new Map<string, string>()
  const keyRows: Row<typeof identityTables.contact_keys>[] = []
  const aliasRows: Row<typeof customerTables.aliases>[] = []
  for (const { userId, customerId, companyDomain, canonical, keys, idKeys } of contacts) {
    for (const key of keys) {
      ofKey.set(key, userId)
      keyRows.push({ person_key: key, user_id: userId })
    }
    for (const key of idKeys) {
      if (key !== canonical) aliasRows.push({ alias: publicId('u', key), id: userId, former: 'contact' })
      const individual = publicId('c', key)
      if (companyDomain === null && individual !== customerId)
        aliasRows.push({ alias: individual, id: customerId, former: 'person' })
    }
  }
  await writer.append(identityTables.contact_keys, keyRows)
  await writer.append(customerTables.aliases, aliasRows)
  await writer.append(
    identityTables.identity_links,
    change.links.map(({ left, right, trusted, cause, firstAt, status }) => ({
      user_id: ofKey.get(left)!,
      left_key: left,
      right_key: right,
      trusted,
      cause,
      first_at: firstAt,
      status,
    })),
  )
}

function isSignedUp({ email, externalUserId, subjects }: IdentifiedContact): boolean {
  return (email !== null && externalUserId !== null) || subjects.some(({ signedUpAt }) => signedUpAt !== null)
}

/** Days of activity of each contact, over all their subjects. */
async function activeDays(
  writer: SqlWriter,
  contacts: readonly IdentifiedContact[],
): Promise<Map<IdentifiedContact, ActiveDay[]>> {
  const ids: number[] = []
  const owners: number[] = []
  for (const [owner, { subjects }] of contacts.entries()) {
    for (const { id } of subjects) {
      ids.push(id)
      owners.push(owner)
    }
  }
  if (ids.length === 0) return new Map()
  const rows = await writer.all<{ owner: number; days: string }>(
    `select p.owner, ${daysText} as days from active_days d join (
       select unnest(string_to_array($1, chr(31))::integer[]) as subject,
              unnest(string_to_array($2, chr(31))::integer[]) as owner
     ) p on p.subject = d.subject
     where d.subject in (${numberItems(1)}) group by p.owner`,
    [ids, owners],
  )
  return new Map(rows.map((row) => [contacts[row.owner]!, readDays(row.days)]))
}

function contactRow(
  contact: IdentifiedContact,
  days: ReadonlyMap<IdentifiedContact, ActiveDay[]>,
): Row<typeof customerTables.contacts> {
  const known = contact.subjects.filter(isAlive)
  const active = known.filter((subject) => subject.eventCount > 0)
  const own = known.filter((subject) => subject.email !== null || subject.externalUserId !== null)
  const emailAt = earliest(own.filter(({ email }) => email !== null))
  const userAt = earliest(own.filter(({ externalUserId }) => externalUserId !== null))
  const { engagedAt, lapsedAt } = engagement(days.get(contact) ?? [])
  const first = firstTouch(active)
  const productAt = latest(...active.map((subject) => subject.productAt))
  const contactAt = latest(...active.map((subject) => subject.contactAt))
  return {
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
