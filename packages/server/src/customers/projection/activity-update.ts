import { numberList, type SqlWriter } from '../../kernel/sql/database.ts'
import { addActivity } from './account-facts.ts'
import type { AccountTable, CustomerActivity } from './account-table.ts'
import type { StoredContact } from './contact-table.ts'
import type { People } from './identity-update.ts'
import type { Subject } from './subject.ts'

/** The usual case, nothing but new activity: updates last activity and activation of people and customers. */
export async function writeActivity(
  { writer, contacts, accounts }: Pick<People, 'writer' | 'contacts'> & { accounts: AccountTable },
  subjects: ReadonlySet<Subject>,
  {
    settledUsers,
    settledCustomers,
    engaged,
  }: {
    settledUsers: ReadonlySet<string>
    settledCustomers: ReadonlySet<string>
    /** Contacts whose engagement changed. */
    engaged: ReadonlySet<StoredContact>
  },
): Promise<void> {
  const ofUsers = new Map<string, CustomerActivity>()
  const ofCustomers = new Map<string, CustomerActivity>()
  for (const subject of subjects) {
    const { userId, customerId } = subject
    if (userId !== null && !settledUsers.has(userId)) note(ofUsers, userId, subject)
    if (customerId !== null && !settledCustomers.has(customerId)) note(ofCustomers, customerId, subject)
  }
  await updateContacts(writer, await contacts.withIds(ofUsers.keys()), ofUsers, engaged)
  await accounts.updateActivity(ofCustomers)
}

function note(times: Map<string, CustomerActivity>, id: string, next: CustomerActivity): void {
  const known = times.get(id)
  times.set(id, known === undefined ? next : later(known, next))
}

function later(known: CustomerActivity, next: CustomerActivity): CustomerActivity {
  const { productAt, contactAt, activatedAt } = known
  const sum = { productAt, contactAt, activatedAt }
  addActivity(sum, next)
  return sum
}

async function updateContacts(
  writer: SqlWriter,
  contacts: readonly StoredContact[],
  times: ReadonlyMap<string, CustomerActivity>,
  engaged: ReadonlySet<StoredContact>,
): Promise<void> {
  const changed = new Set(engaged)
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
  const engagement =
    engaged.size === 0
      ? ''
      : ', engaged_at = make_timestamp_ms(s.engaged_at), lapsed_at = make_timestamp_ms(s.lapsed_at)'
  await writer.all(
    `update contacts set last_product_activity_at = make_timestamp_ms(s.product_at),
       last_activity_at = make_timestamp_ms(greatest(s.product_at, s.contact_at))${others}${engagement}
     from (select unnest(${numberList(1)}) as contact, unnest(${numberList(2)}) as product_at,
                  unnest(${numberList(3)}) as contact_at, unnest(${numberList(4)}) as activated_at,
                  unnest(${numberList(5)}) as engaged_at, unnest(${numberList(6)}) as lapsed_at) s
     where contacts.contact = s.contact`,
    [
      rows.map(({ contact }) => contact),
      rows.map(({ productAt }) => productAt),
      rows.map(({ contactAt }) => contactAt),
      rows.map(({ activatedAt }) => activatedAt),
      rows.map(({ engagedAt }) => engagedAt),
      rows.map(({ lapsedAt }) => lapsedAt),
    ],
  )
}
