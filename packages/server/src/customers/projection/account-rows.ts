import type { Row } from '../../kernel/sql/define-table.ts'
import { customerTables } from '../tables/customer-tables.ts'
import { type CustomerMerges, survivorOf } from '../identity/customer-merges.ts'
import { publicId } from '../identity/keys.ts'
import { accountCustomerId, domainOwnId } from '../identity/resolve-customer.ts'
import { companyName, textTrait, traitsJson, type WinningValue } from '../identity/traits.ts'
import { listSeparator, textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { channelOf } from './attribution.ts'
import { traitsByOwner, type WinningTrait, winningTraits } from './trait-table.ts'
import { latest } from './subject.ts'
import { loadRevenue, noRevenue, type Revenue } from './revenue.ts'

/** Of a customer's company domains, those with most people become aliases of it. */
const maxDomains = 100

/** What a customer row is computed from. */
interface AccountFacts {
  /** The caller's own ids of it: its own first, then those of customers that were merged into it. */
  accounts: string[]
  contactCount: number
  /** Company domains of its people, the one with most people first. */
  domains: string[]
  /** The domain that a record states. */
  recordedDomain: string | null
  /** The only contact of a customer that has no company. */
  person: { name: string | null; email: string | null } | null
  traits: ReadonlyMap<string, WinningValue>
  ownerEmail: string | null
  revenue: Revenue
  firstAt: number
  /** Time of the last product activity; null without any. */
  productAt: number | null
  /** Time of the last contact with us; null without any. */
  contactAt: number | null
  activatedAt: number | null
  attribution: string
}

/** Recomputes these customers; those without people, events and records are deleted. */
export async function writeAccounts(
  writer: SqlWriter,
  customerIds: Iterable<string>,
  merges: CustomerMerges,
): Promise<void> {
  const ids = [...new Set(customerIds)]
  if (ids.length === 0) return
  const facts = await collect(writer, ids, merges)
  await writer.all(`delete from accounts where customer_id in (${textItems(1)})`, [ids])
  await writer.append(
    customerTables.accounts,
    [...facts].map(([id, account]) => accountRow(id, account)),
  )
  await writeAliases(writer, ids, facts)
}

async function collect(
  writer: SqlWriter,
  ids: string[],
  merges: CustomerMerges,
): Promise<Map<string, AccountFacts>> {
  const facts = new Map<string, AccountFacts>()
  const alive = await writer.all<{
    customer_id: string
    first_at: string
    product_at: string | null
    contact_at: string | null
    activated_at: string | null
    attribution: string | null
    accounts: string | null
  }>(
    `select customer_id, min(first_at) as first_at, max(product_at) as product_at, max(contact_at) as contact_at,
       min(activated_at) as activated_at,
       arg_min(attribution, row(first_at, attribution)) filter (event_count > 0 and attribution <> '') as attribution,
       string_agg(distinct coalesce(account, case when about like 'customer:%' then substr(about, 10) end), chr(31))
         as accounts
     from subjects where customer_id in (${textItems(1)}) and (event_count > 0 or statements > 0)
     group by customer_id`,
    [ids],
  )
  for (const row of alive) {
    facts.set(row.customer_id, {
      accounts: [],
      contactCount: 0,
      domains: [],
      recordedDomain: null,
      person: null,
      traits: new Map(),
      firstAt: Date.parse(row.first_at),
      productAt: row.product_at === null ? null : Date.parse(row.product_at),
      contactAt: row.contact_at === null ? null : Date.parse(row.contact_at),
      activatedAt: row.activated_at === null ? null : Date.parse(row.activated_at),
      attribution: row.attribution ?? '',
      ownerEmail: null,
      revenue: noRevenue,
    })
  }
  const stated = alive.flatMap(({ accounts }) => accounts?.split(listSeparator) ?? [])
  for (const account of [...new Set(stated)].sort()) {
    const own = accountCustomerId(account)
    const id = survivorOf(merges, own)
    if (own === id) facts.get(id)?.accounts.unshift(account)
    else facts.get(id)?.accounts.push(account)
  }
  const people = await writer.all<{
    customer_id: string
    company_domain: string | null
    total: number
    name: string | null
    email: string | null
  }>(
    `select customer_id, company_domain, name, email, sum(n) over (partition by customer_id)::integer as total
     from (
       select customer_id, company_domain, count(*) as n, min(name) as name, min(email) as email, min(created_at) as since
       from contacts where customer_id in (${textItems(1)}) group by customer_id, company_domain
     ) grouped
     qualify company_domain is null or row_number() over (
       partition by customer_id, company_domain is null order by n desc, since, company_domain) <= ${maxDomains}
     order by customer_id, n desc, since, company_domain`,
    [ids],
  )
  for (const row of people) {
    const fact = facts.get(row.customer_id)
    if (fact === undefined) continue
    fact.contactCount = row.total
    if (row.company_domain !== null) fact.domains.push(row.company_domain)
    else fact.person = { name: row.name, email: row.email }
  }
  await addRecords(writer, ids, facts)
  for (const [id, revenue] of await loadRevenue(writer, ids)) {
    const fact = facts.get(id)
    if (fact !== undefined) fact.revenue = revenue
  }
  for (const [id, traits] of await customerTraits(writer, ids, facts)) {
    const fact = facts.get(id)
    if (fact !== undefined) fact.traits = traits
  }
  return facts
}

/** The domains and owners that customer records state, newest first, and the domains that records name. */
async function addRecords(
  writer: SqlWriter,
  ids: string[],
  facts: ReadonlyMap<string, AccountFacts>,
): Promise<void> {
  const rows = await writer.all<{ customer_id: string; domain: string | null; owner_email: string | null }>(
    `select customer_id, domain, owner_email from (
       select s.customer_id, coalesce(r.domain, case when s.about like 'domain:%' then substr(s.about, 8) end) as domain, r.owner_email, r.stated_at, r.record_key
       from account_records r join subjects s on s.subject = r.subject
       where s.customer_id in (${textItems(1)})
       union all
       select customer_id, substr(about, 8), null, '0001-01-01'::timestamp, about from subjects
       where customer_id in (${textItems(1)}) and about like 'domain:%' and (event_count > 0 or statements > 0)
     ) stated order by stated_at desc, record_key`,
    [ids],
  )
  const recorded = new Map<string, string[]>()
  for (const { customer_id, domain, owner_email } of rows) {
    const fact = facts.get(customer_id)
    if (fact === undefined) continue
    fact.ownerEmail ??= owner_email
    if (domain !== null) recorded.set(customer_id, [...(recorded.get(customer_id) ?? []), domain])
  }
  for (const [id, domains] of recorded) {
    const fact = facts.get(id)!
    fact.domains = [...new Set([...domains, ...fact.domains])]
    fact.recordedDomain = domains[0] ?? null
  }
}

/** Traits that were stated of the customer itself: under its own id or domain, or through its people. */
async function customerTraits(
  writer: SqlWriter,
  ids: string[],
  facts: ReadonlyMap<string, AccountFacts>,
): Promise<Map<string, Map<string, WinningValue>>> {
  const holders = [...facts].flatMap(([id, { accounts }]) =>
    accounts.map((account) => ({ id, holder: `customer:${account}` })),
  )
  const rows = await writer.all<WinningTrait>(
    `with holders as (
       select unnest(string_to_array($2, chr(31))) as owner, unnest(string_to_array($3, chr(31))) as holder, 'customer' as scope
       union all
       select c.customer_id, k.person_key, 'customer' from contacts c join contact_keys k on k.user_id = c.user_id
       where c.customer_id in (${textItems(1)})
       union all
       select distinct customer_id, about, 'customer' from subjects
       where customer_id in (${textItems(1)}) and about like 'domain:%'
     ), ${winningTraits()}`,
    [ids, holders.map(({ id }) => id), holders.map(({ holder }) => holder)],
  )
  return traitsByOwner(rows)
}

function accountRow(customerId: string, facts: AccountFacts): Row<typeof customerTables.accounts> {
  const winners = facts.traits
  const servers = new Map([...winners].filter(([, { trusted }]) => trusted))
  const externalId = facts.accounts[0] ?? null
  const individual = externalId === null && facts.domains.length === 0
  const domain = individual
    ? null
    : (textTrait(servers, 'domain') ??
      facts.recordedDomain ??
      textTrait(winners, 'domain') ??
      facts.domains[0] ??
      null)
  const name = individual
    ? (facts.person?.name ?? facts.person?.email ?? null)
    : (companyName(servers) ?? facts.recordedDomain ?? companyName(winners) ?? domain ?? externalId)
  return {
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
async function writeAliases(
  writer: SqlWriter,
  ids: string[],
  facts: ReadonlyMap<string, AccountFacts>,
): Promise<void> {
  await writer.all(`delete from aliases where id in (${textItems(1)}) and former in ('domain', 'account')`, [
    ids,
  ])
  const rows: Row<typeof customerTables.aliases>[] = []
  for (const [id, { domains, accounts }] of facts) {
    for (const domain of domains) rows.push({ alias: domainOwnId(domain), id, former: 'domain' })
    for (const account of accounts) {
      const own = accountCustomerId(account)
      if (own !== id) for (const alias of [own, account]) rows.push({ alias, id, former: 'account' })
    }
  }
  await writer.append(
    customerTables.aliases,
    rows.filter(({ alias, id }) => alias !== id),
  )
}
