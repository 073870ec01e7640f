import { type CustomerMerges, survivorOf } from '../identity/customer-merges.ts'
import {
  accountCustomerId,
  type DomainClaim,
  domainCustomerId,
  individualCustomerId,
} from '../identity/resolve-customer.ts'
import { numberItems, textItems } from '../../kernel/sql/database.ts'
import type { IdentityChange, People } from './identity-update.ts'
import { aboutDomain, isAlive } from './subject.ts'

/** Sets the customer of every contact: its account's, else its company domain's, else itself. */
export async function recomputeCustomers(
  { writer, subjects, contacts }: People,
  change: IdentityChange,
  merges: CustomerMerges,
): Promise<void> {
  const customerOf = (account: string) => survivorOf(merges, accountCustomerId(account))
  const former = [...change.formerUserIds]
  const claims = new Map<string, DomainClaim[]>()
  for (const { customerId, companyDomain } of await contacts.withIds(former)) {
    change.customerIds.add(customerId)
    if (companyDomain !== null) claims.set(companyDomain, [])
  }
  for (const contact of change.contacts)
    if (contact.companyDomain !== null) claims.set(contact.companyDomain, [])
  for (const domain of change.domains.keys()) claims.set(domain, [])
  const recorded =
    claims.size === 0 ? new Set() : await addStoredClaims({ writer, subjects, contacts }, claims, former)
  for (const { companyDomain, account } of change.contacts) {
    if (companyDomain !== null && account !== null) claims.get(companyDomain)!.push(account)
  }
  for (const [domain, list] of claims)
    change.domains.set(
      domain,
      survivorOf(merges, domainCustomerId(domain, list, { isRecorded: recorded.has(domain), customerOf })),
    )
  for (const contact of change.contacts) {
    contact.customerId =
      contact.account !== null
        ? customerOf(contact.account.account)
        : contact.companyDomain !== null
          ? change.domains.get(contact.companyDomain)!
          : individualCustomerId(contact.canonical)
    change.customerIds.add(contact.customerId)
  }
}

/**
 * Adds what records, and contacts other than `former`, state about the claimed domains; returns the domains that records
 * name.
 */
async function addStoredClaims(
  { writer, subjects, contacts }: Pick<People, 'writer' | 'subjects' | 'contacts'>,
  claims: ReadonlyMap<string, DomainClaim[]>,
  former: readonly string[],
): Promise<Set<string>> {
  const recorded = new Set<string>()
  // Changes of this micro-batch aren't written yet.
  const inMemory = [...subjects.loaded()].filter((subject) => aboutDomain(subject) !== null)
  for (const subject of inMemory) if (isAlive(subject)) recorded.add(aboutDomain(subject)!)
  const stated = !writer.hasRows('record_subjects')
    ? []
    : await writer.all<{ domain: string; account: string | null }>(
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
  for (const { domain, account, trusted } of await contacts.accountsOf(claims.keys(), former))
    claims.get(domain)!.push({ account, trusted })
  return recorded
}
