import { publicId } from '../identity/keys.ts'
import { personName, traitsJson } from '../identity/traits.ts'
import { engagement, type ActiveDay } from '../customers/journey.ts'
import { numberItems, textItems, type Cell, type SqlWriter } from '../read-models/sql/database.ts'
import { daysText, readDays } from './active-days.ts'
import { channelOf, sourceOf } from './attribution.ts'
import type { IdentifiedContact, IdentityChange } from './identity-update.ts'
import { isAlive, latest, type Subject } from './subject.ts'

/** Writes the contacts that changed, their keys, the links that made them, and the ids that they went by. */
export async function writeContacts(writer: SqlWriter, change: IdentityChange): Promise<void> {
  const { contacts } = change
  const gone = [...new Set([...change.formerUserIds, ...contacts.map(({ userId }) => userId)])]
  if (gone.length === 0) return
  const keys = await writer.all<{ person_key: string }>(
    `select person_key from contact_keys where user_id in (${textItems(1)})`,
    [gone],
  )
  await writer.all(`delete from aliases where alias in (${textItems(1)}) and former = 'person'`, [
    [...keys.map((row) => row.person_key), ...contacts.flatMap((contact) => contact.keys)].map((key) =>
      publicId('c', key),
    ),
  ])
  for (const [table, column] of [
    ['contacts', 'user_id'],
    ['contact_keys', 'user_id'],
    ['identity_links', 'user_id'],
    ['aliases', 'id'],
  ] as const) {
    await writer.all(`delete from ${table} where ${column} in (${textItems(1)})`, [gone])
  }
  const days = await activeDays(writer, contacts.filter(isSignedUp))
  await writer.append(
    'contacts',
    contactKinds,
    contacts.map((contact) => contactCells(contact, days)),
  )

  const ofKey = new Map<string, string>()
  const keyRows: Cell[][] = []
  const aliasRows: Cell[][] = []
  for (const { userId, customerId, companyDomain, canonical, keys } of contacts) {
    for (const key of keys) {
      ofKey.set(key, userId)
      keyRows.push([key, userId])
      if (key !== canonical) aliasRows.push([publicId('u', key), userId, 'contact'])
      const individual = publicId('c', key)
      if (companyDomain === null && individual !== customerId)
        aliasRows.push([individual, customerId, 'person'])
    }
  }
  await writer.append('contact_keys', ['text', 'text'], keyRows)
  await writer.append('aliases', ['text', 'text', 'text'], aliasRows)
  await writer.append(
    'identity_links',
    ['text', 'text', 'text', 'boolean', 'uuid', 'timestamp', 'text'],
    change.links.map((l) => [ofKey.get(l.left)!, l.left, l.right, l.trusted, l.cause, l.firstAt, l.status]),
  )
}

function isSignedUp(contact: IdentifiedContact): boolean {
  return contact.email !== null && contact.externalUserId !== null
}

/** Days of activity of each contact, from all that is theirs. */
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

const contactKinds = [
  'text',
  'text',
  'text',
  'text',
  'text',
  'text',
  'timestamp',
  'timestamp',
  'timestamp',
  'timestamp',
  'timestamp',
  'text',
  'text',
  'boolean',
  'text',
  'text',
  'timestamp',
  'timestamp',
  'timestamp',
  'timestamp',
  'timestamp',
] as const

function contactCells(contact: IdentifiedContact, days: ReadonlyMap<IdentifiedContact, ActiveDay[]>): Cell[] {
  const known = contact.subjects.filter(isAlive)
  const active = known.filter((subject) => subject.eventCount > 0)
  const own = known.filter((subject) => subject.email !== null || subject.externalUserId !== null)
  const emailAt = earliest(own.filter(({ email }) => email !== null))
  const userAt = earliest(own.filter(({ externalUserId }) => externalUserId !== null))
  const { engagedAt, lapsedAt } = engagement(days.get(contact) ?? [])
  const first = firstTouch(active)
  const productAt = latest(...active.map((subject) => subject.productAt))
  const contactAt = latest(...active.map((subject) => subject.contactAt))
  return [
    contact.userId,
    contact.customerId,
    contact.email,
    contact.externalUserId,
    personName(contact.traits),
    traitsJson(contact.traits),
    emailAt,
    emailAt === null || userAt === null ? null : Math.max(emailAt, userAt),
    least(active.map(({ activatedAt }) => activatedAt)),
    engagedAt,
    lapsedAt,
    contact.companyDomain,
    contact.account?.account ?? null,
    contact.account?.trusted ?? false,
    channelOf(first),
    sourceOf(first),
    earliest(own),
    earliest(known),
    productAt,
    contactAt,
    latest(productAt, contactAt),
  ]
}

/** Where the earliest subject that tells came from; of two at the same instant the smaller text. */
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
