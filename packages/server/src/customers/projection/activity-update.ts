import { addActivity } from './account-facts.ts'
import type { CustomerActivity } from './account-table.ts'
import type { StoredContact } from './contact-table.ts'
import type { People } from './identity-update.ts'
import { latest, type Subject } from './subject.ts'

/**
 * The usual case, nothing but new activity: updates last activity and activation of people. Returns that of customers.
 */
export async function writeActivity(
  { contacts }: Pick<People, 'contacts'>,
  subjects: ReadonlySet<Subject>,
  {
    recomputedUsers,
    recomputedCustomers,
    engaged,
  }: {
    recomputedUsers: ReadonlySet<string>
    recomputedCustomers: ReadonlySet<string>
    /** Contacts whose engagement changed. */
    engaged: ReadonlySet<StoredContact>
  },
): Promise<ReadonlyMap<string, CustomerActivity>> {
  const ofUsers = new Map<string, CustomerActivity>()
  const ofCustomers = new Map<string, CustomerActivity>()
  for (const subject of subjects) {
    const { userId, customerId } = subject
    if (userId !== null && !recomputedUsers.has(userId)) note(ofUsers, userId, subject)
    if (customerId !== null && !recomputedCustomers.has(customerId)) note(ofCustomers, customerId, subject)
  }
  const changed = [...engaged]
  for (const { userId, row } of engaged) {
    addTo(row, ofUsers.get(userId)!)
    ofUsers.delete(userId)
  }
  for (const contact of await contacts.withIds(ofUsers.keys()))
    if (addTo(contact.row, ofUsers.get(contact.userId)!)) changed.push(contact)
  contacts.rewrite(changed)
  return ofCustomers
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

/** Adds activity to a contact's row; returns whether that changed it. */
function addTo(row: StoredContact['row'], times: CustomerActivity): boolean {
  const known = {
    productAt: row.last_product_activity_at ?? null,
    contactAt: row.last_contact_at ?? null,
    activatedAt: row.activated_at ?? null,
  }
  const { productAt, contactAt, activatedAt } = later(known, times)
  if (productAt === known.productAt && contactAt === known.contactAt && activatedAt === known.activatedAt)
    return false
  row.last_product_activity_at = productAt
  row.last_contact_at = contactAt
  row.last_activity_at = latest(productAt, contactAt)
  row.activated_at = activatedAt
  return true
}
