import { numberList, type SqlWriter } from '../../kernel/sql/database.ts'
import type { StoredContact } from './contact-table.ts'
import type { People } from './identity-update.ts'
import { latest, type Subject } from './subject.ts'

/** What activity changes of people and customers; Unix milliseconds. */
type ActivityTimes = Pick<StoredContact, 'productAt' | 'contactAt' | 'activatedAt'>

/** The usual case, nothing but new activity: updates last activity and activation of people and customers. */
export async function writeActivity(
  { writer, contacts }: Pick<People, 'writer' | 'contacts'>,
  subjects: ReadonlySet<Subject>,
  settledUsers: ReadonlySet<string>,
  settledCustomers: ReadonlySet<string>,
): Promise<void> {
  const ofUsers = new Map<string, ActivityTimes>()
  const ofCustomers = new Map<string, ActivityTimes>()
  for (const subject of subjects) {
    const { userId, customerId } = subject
    if (userId !== null && !settledUsers.has(userId)) note(ofUsers, userId, subject)
    if (customerId !== null && !settledCustomers.has(customerId)) note(ofCustomers, customerId, subject)
  }
  await updateContacts(writer, await contacts.withIds(ofUsers.keys()), ofUsers)
  await updateAccounts(writer, ofCustomers)
}

function note(times: Map<string, ActivityTimes>, id: string, next: ActivityTimes): void {
  const known = times.get(id)
  times.set(id, known === undefined ? next : later(known, next))
}

function later(known: ActivityTimes, next: ActivityTimes): ActivityTimes {
  return {
    productAt: latest(known.productAt, next.productAt),
    contactAt: latest(known.contactAt, next.contactAt),
    activatedAt:
      next.activatedAt === null
        ? known.activatedAt
        : Math.min(known.activatedAt ?? Infinity, next.activatedAt),
  }
}

async function updateContacts(
  writer: SqlWriter,
  contacts: readonly StoredContact[],
  times: ReadonlyMap<string, ActivityTimes>,
): Promise<void> {
  const changed = new Set<StoredContact>()
  let isProductAlone = true
  for (const contact of contacts) {
    const { productAt, contactAt, activatedAt } = later(contact, times.get(contact.userId)!)
    if (contactAt !== contact.contactAt || activatedAt !== contact.activatedAt) isProductAlone = false
    else if (productAt === contact.productAt) continue
    Object.assign(contact, { productAt, contactAt, activatedAt })
    changed.add(contact)
  }
  if (changed.size === 0) return
  const rows = [...changed]
  // Each column that is written costs a third of the statement.
  const others = isProductAlone
    ? ''
    : ', last_contact_at = make_timestamp_ms(s.contact_at), activated_at = make_timestamp_ms(s.activated_at)'
  await writer.all(
    `update contacts set last_product_activity_at = make_timestamp_ms(s.product_at),
       last_activity_at = make_timestamp_ms(greatest(s.product_at, s.contact_at))${others}
     from (select unnest(${numberList(1)}) as contact, unnest(${numberList(2)}) as product_at,
                  unnest(${numberList(3)}) as contact_at, unnest(${numberList(4)}) as activated_at) s
     where contacts.contact = s.contact`,
    [
      rows.map(({ contact }) => contact),
      rows.map(({ productAt }) => productAt),
      rows.map(({ contactAt }) => contactAt),
      rows.map(({ activatedAt }) => activatedAt),
    ],
  )
}

async function updateAccounts(writer: SqlWriter, times: ReadonlyMap<string, ActivityTimes>): Promise<void> {
  if (times.size === 0) return
  const rows = [...times.values()]
  await writer.all(
    `update accounts set
       last_product_activity_at = greatest(accounts.last_product_activity_at, make_timestamp_ms(s.product_at)),
       last_contact_at = greatest(accounts.last_contact_at, make_timestamp_ms(s.contact_at)),
       last_activity_at = greatest(accounts.last_activity_at, make_timestamp_ms(greatest(s.product_at, s.contact_at))),
       activated_at = least(accounts.activated_at, make_timestamp_ms(s.activated_at))
     from (select unnest(string_to_array($1, chr(31))) as customer_id, unnest(${numberList(2)}) as product_at,
                  unnest(${numberList(3)}) as contact_at, unnest(${numberList(4)}) as activated_at) s
     where accounts.customer_id = s.customer_id`,
    [
      [...times.keys()],
      rows.map(({ productAt }) => productAt),
      rows.map(({ contactAt }) => contactAt),
      rows.map(({ activatedAt }) => activatedAt),
    ],
  )
}
