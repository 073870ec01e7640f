import type { Row } from '../../kernel/sql/define-table.ts'
import { keyHash } from '../identity/key-hash.ts'
import { publicId } from '../identity/keys.ts'
import { accountCustomerId, domainOwnId } from '../identity/resolve-customer.ts'
import { companyName, textTrait, traitsJson } from '../identity/traits.ts'
import type { customerTables } from '../tables/customer-tables.ts'
import { type AccountFacts, domainsOf } from './account-facts.ts'
import { channelOf } from './attribution.ts'
import { latest } from './subject.ts'

/** The row of a customer. */
export function accountRow(
  account: number,
  customerId: string,
  facts: AccountFacts,
): Row<typeof customerTables.accounts> {
  const winners = facts.traits
  const domains = domainsOf(facts)
  const recordedDomain = facts.recordedDomains[0] ?? null
  const servers = new Map([...winners].filter(([, { trusted }]) => trusted))
  const externalId = facts.accounts[0] ?? null
  const individual = externalId === null && domains.length === 0
  const domain = individual
    ? null
    : (textTrait(servers, 'domain') ?? recordedDomain ?? textTrait(winners, 'domain') ?? domains[0] ?? null)
  const name = individual
    ? (facts.person?.name ?? facts.person?.email ?? null)
    : (companyName(servers) ?? recordedDomain ?? companyName(winners) ?? domain ?? externalId)
  return {
    account,
    id_hash: keyHash(customerId),
    customer_id: customerId,
    type: individual ? 'INDIVIDUAL' : 'COMPANY',
    external_customer_id: externalId,
    domain: domain?.toLowerCase() ?? null,
    name,
    traits: traitsJson(winners),
    plan: facts.revenue.plan || (textTrait(winners, 'plan') ?? ''),
    billing_status: facts.revenue.billingStatus,
    mrr_cents: facts.revenue.mrrCents,
    mrr_currency: facts.revenue.currency,
    mrr_status: facts.revenue.mrrStatus,
    lifetime_revenue_cents: facts.revenue.lifetimeCents,
    active_subscription_count: facts.revenue.activeSubscriptions,
    churned_at: facts.revenue.churnedAt,
    activated_at: facts.activatedAt,
    attribution_channel: channelOf(facts.attribution),
    owner_id: facts.ownerEmail === null ? null : publicId('m', facts.ownerEmail),
    owner_email: facts.ownerEmail,
    contact_count: facts.contactCount,
    created_at: facts.firstAt,
    first_seen_at: facts.firstAt,
    last_product_activity_at: facts.productAt,
    last_contact_at: facts.contactAt,
    last_activity_at: latest(facts.productAt, facts.contactAt),
  }
}

/** The ids that a customer's domains would have on their own, or that merged accounts had, are aliases of it. */
export function aliasRows(id: string, facts: AccountFacts): Row<typeof customerTables.aliases>[] {
  const rows: Row<typeof customerTables.aliases>[] = []
  for (const domain of domainsOf(facts)) rows.push({ alias: domainOwnId(domain), id, former: 'domain' })
  for (const account of facts.accounts) {
    const own = accountCustomerId(account)
    if (own !== id) for (const alias of [own, account]) rows.push({ alias, id, former: 'account' })
  }
  return rows.filter(({ alias }) => alias !== id)
}
