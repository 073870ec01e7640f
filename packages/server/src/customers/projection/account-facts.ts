import { accountCustomerId } from '../identity/resolve-customer.ts'
import { type CustomerMerges, survivorOf } from '../identity/customer-merges.ts'
import type { WinningValue } from '../identity/traits.ts'
import { listSeparator, textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { loadRevenue, noRevenue, type Revenue } from './revenue.ts'
import { aboutAccount, isAlive, latest, type Subject } from './subject.ts'
import type { TraitIndex } from './trait-index.ts'
import { traitsByOwner, type WinningTrait, winningTraits } from './trait-table.ts'

/** Of a customer's company domains, those with most people become aliases of it. */
const maxDomains = 100

/** What a customer's row is computed from. Times are Unix milliseconds. */
export interface AccountFacts {
  /** The caller's own ids of it: its own first, then those of customers that were merged into it. */
  accounts: string[]
  contactCount: number
  /** The company domains of its people: how many, and since when. */
  domains: Map<string, { people: number; since: number }>
  /** The domains that records state, the newest first. */
  recordedDomains: string[]
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
  /** Of the earliest subject that has one. */
  attribution: string
  attributionAt: number
}

/** What a contact adds to its customer. */
export interface CustomerContact {
  customerId: string
  companyDomain: string | null
  name: string | null
  email: string | null
  createdAt: number
}

/** A customer of whom nothing is known yet. */
export function emptyFacts(): AccountFacts {
  return {
    accounts: [],
    contactCount: 0,
    domains: new Map(),
    recordedDomains: [],
    person: null,
    traits: new Map(),
    ownerEmail: null,
    revenue: noRevenue,
    firstAt: Infinity,
    productAt: null,
    contactAt: null,
    activatedAt: null,
    attribution: '',
    attributionAt: Infinity,
  }
}

/** The company domains, the one with most people first after those that records state. */
export function domainsOf({ recordedDomains, domains }: AccountFacts): string[] {
  const ofPeople = [...domains].toSorted(
    ([a, left], [b, right]) => right.people - left.people || left.since - right.since || (a < b ? -1 : 1),
  )
  return [...new Set([...recordedDomains, ...ofPeople.map(([domain]) => domain)])]
}

/** Whether contacts can be added to these facts: of very many domains only the first are known. */
export function isWhole({ domains }: AccountFacts): boolean {
  return domains.size < maxDomains
}

/** Adds what is known of a subject of the customer, which has gained and lost nothing before. */
export function addSubject(facts: AccountFacts, subject: Subject, id: string, merges: CustomerMerges): void {
  if (!isAlive(subject)) return
  facts.firstAt = Math.min(facts.firstAt, subject.firstAt)
  addActivity(facts, subject)
  const { attribution, firstAt } = subject
  const isEarlier =
    firstAt < facts.attributionAt || (firstAt === facts.attributionAt && attribution < facts.attribution)
  if (subject.eventCount > 0 && attribution !== '' && isEarlier)
    Object.assign(facts, { attribution, attributionAt: firstAt })
  const account = subject.account ?? aboutAccount(subject)
  if (account !== null && !facts.accounts.includes(account))
    facts.accounts = ownFirst([...facts.accounts, account], id, merges)
}

/** Adds later activity. */
export function addActivity(
  facts: Pick<AccountFacts, 'productAt' | 'contactAt' | 'activatedAt'>,
  { productAt, contactAt, activatedAt }: Pick<AccountFacts, 'productAt' | 'contactAt' | 'activatedAt'>,
): void {
  facts.productAt = latest(facts.productAt, productAt)
  facts.contactAt = latest(facts.contactAt, contactAt)
  if (activatedAt !== null) facts.activatedAt = Math.min(facts.activatedAt ?? Infinity, activatedAt)
}

/** A contact that counts already is older than it seemed. */
export function addEarlier(facts: AccountFacts, { companyDomain, createdAt }: CustomerContact): void {
  const known = companyDomain === null ? undefined : facts.domains.get(companyDomain)
  if (companyDomain !== null && known !== undefined)
    facts.domains.set(companyDomain, { ...known, since: Math.min(known.since, createdAt) })
}

/** Adds a new contact. */
export function addContact(
  facts: AccountFacts,
  { companyDomain, name, email, createdAt }: CustomerContact,
): void {
  facts.contactCount++
  if (companyDomain === null) {
    facts.person = { name: least(facts.person?.name, name), email: least(facts.person?.email, email) }
    return
  }
  const known = facts.domains.get(companyDomain)
  facts.domains.set(companyDomain, {
    people: (known?.people ?? 0) + 1,
    since: Math.min(known?.since ?? Infinity, createdAt),
  })
}

function least(known: string | null | undefined, next: string | null): string | null {
  if (known == null || next === null) return known ?? next
  return next < known ? next : known
}

function ownFirst(accounts: readonly string[], id: string, merges: CustomerMerges): string[] {
  const theirs = accounts
    .filter((account) => survivorOf(merges, accountCustomerId(account)) === id)
    .toSorted()
  const isOwn = (account: string) => accountCustomerId(account) === id
  return [...theirs.filter(isOwn).toReversed(), ...theirs.filter((account) => !isOwn(account))]
}

/** Reads what is stored of these customers; those without people, events and records are missing. */
export async function readFacts(
  writer: SqlWriter,
  ids: string[],
  merges: CustomerMerges,
  traits: TraitIndex,
): Promise<Map<string, AccountFacts>> {
  const facts = new Map<string, AccountFacts>()
  const alive = await writer.all<{
    customer_id: string
    firstAt: number
    productAt: number | null
    contactAt: number | null
    activatedAt: number | null
    attribution: string | null
    attributionAt: number | null
    accounts: string | null
  }>(
    `select customer_id, epoch_ms(min(first_at)) as "firstAt", epoch_ms(max(product_at)) as "productAt",
       epoch_ms(max(contact_at)) as "contactAt", epoch_ms(min(activated_at)) as "activatedAt",
       arg_min(attribution, row(first_at, attribution)) filter (event_count > 0 and attribution <> '') as attribution,
       epoch_ms(min(first_at) filter (event_count > 0 and attribution <> '')) as "attributionAt",
       string_agg(distinct coalesce(account, case when about like 'customer:%' then substr(about, 10) end), chr(31))
         as accounts
     from subjects where customer_id in (${textItems(1)}) and (event_count > 0 or statements > 0)
     group by customer_id`,
    [ids],
  )
  for (const { customer_id, accounts: _, attribution, attributionAt, ...times } of alive)
    facts.set(customer_id, {
      ...emptyFacts(),
      ...times,
      attribution: attribution ?? '',
      attributionAt: attributionAt ?? Infinity,
    })
  const stated = alive.flatMap(({ accounts }) => accounts?.split(listSeparator) ?? [])
  for (const account of new Set(stated)) {
    const id = survivorOf(merges, accountCustomerId(account))
    const fact = facts.get(id)
    if (fact !== undefined) fact.accounts = ownFirst([...fact.accounts, account], id, merges)
  }
  const people = await writer.all<{
    customer_id: string
    company_domain: string | null
    people: number
    total: number
    since: number
    name: string | null
    email: string | null
  }>(
    `select customer_id, company_domain, name, email, n as people, epoch_ms(since) as since, sum(n) over (partition by customer_id)::integer as total
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
    if (row.company_domain !== null)
      fact.domains.set(row.company_domain, { people: row.people, since: row.since })
    else fact.person = { name: row.name, email: row.email }
  }
  if (writer.hasRows('record_subjects')) {
    await addRecords(writer, ids, facts)
    for (const [id, revenue] of await loadRevenue(writer, ids)) {
      const fact = facts.get(id)
      if (fact !== undefined) fact.revenue = revenue
    }
  }
  if (traits.describesCustomers)
    for (const [id, theirs] of await customerTraits(writer, ids, facts)) {
      const fact = facts.get(id)
      if (fact !== undefined) fact.traits = theirs
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
    facts.get(id)!.recordedDomains = [...new Set(domains)]
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
