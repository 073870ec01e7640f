import type { BillingStatus, CustomerRevenue, MrrCalculationStatus, Owner } from '@customer-intel/contract'
import type { CustomerMatch, CustomerName, CustomerQuery, StoredCustomer } from './customer-reads.ts'
import type { Page } from '../../kernel/sql/page.ts'
import { companyOfHost } from '../identity/company-domain.ts'
import { normalizeEmail, normalizeId } from '../identity/keys.ts'
import {
  all,
  contains,
  equalsIgnoringCase,
  isOneOf,
  matchesActivity,
  matchesTraits,
} from '../../kernel/sql/conditions.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'
import { memberEmails } from './member-reads.ts'
import type { SortColumn } from '../../kernel/sql/keyset.ts'
import { createParameters } from '../../kernel/sql/parameters.ts'
import type { Parameters } from '../../kernel/sql/parameters.ts'
import { readPage } from '../../kernel/sql/read-page.ts'

interface RevenueRow {
  mrr_cents: number | string | null
  mrr_currency: string | null
  mrr_status: MrrCalculationStatus
}

/** A row of `accounts`, joined with its owner. */
interface AccountRow extends RevenueRow {
  customer_id: string
  name: string | null
  domain: string | null
  billing_status: BillingStatus
  activated_at: string | null
  first_seen_at: string | null
  last_product_activity_at: string | null
  last_contact_at: string | null
  last_activity_at: string | null
  contact_count: number
  owner_id: string | null
  owner_email: string | null
  owner_name: string | null
}

// Names may be long: 150 characters keep a cursor within its limit; beyond that the id decides.
const sortColumns: Record<CustomerQuery['orderBy'], SortColumn> = {
  last_activity_at: { expression: 'a.last_activity_at', type: 'timestamp' },
  last_product_activity_at: { expression: 'a.last_product_activity_at', type: 'timestamp' },
  last_contact_at: { expression: 'a.last_contact_at', type: 'timestamp' },
  first_seen_at: { expression: 'a.first_seen_at', type: 'timestamp' },
  name: { expression: 'left(lower(a.name), 150)', type: 'varchar' },
  mrr_cents: { expression: 'a.mrr_cents', type: 'bigint' },
}

const ownerJoin = 'left join members m on lower(m.email) = lower(a.owner_email)'
const accountColumns = `a.customer_id, a.name, a.domain, a.billing_status, a.activated_at, a.first_seen_at,
  a.last_product_activity_at, a.last_contact_at, a.last_activity_at, a.contact_count, a.mrr_cents, a.mrr_currency,
  a.mrr_status`
const columns = `${accountColumns}, a.owner_id, a.owner_email, coalesce(m.name, a.owner_email) as owner_name`

/** A page of customers, and their number. Joins the owners for the rows of the page only. */
export async function selectCustomers(
  database: SqlDatabase,
  query: CustomerQuery,
): Promise<Page<StoredCustomer>> {
  const page = await readPage<AccountRow & { sort_key: string | null; sort_id: string }>(database, {
    sort: sortColumns[query.orderBy],
    id: 'a.customer_id',
    direction: query.orderDirection,
    limit: query.limit,
    after: query.after,
    from: () => 'accounts a',
    where: (parameters) => filter(query, parameters),
    select: (matching, keyset) =>
      `with page as (select ${accountColumns}, a.owner_id, a.owner_email ${matching} ${keyset.tail})
      select ${columns}, ${keyset.columns} from page a ${ownerJoin} ${keyset.order}`,
  })
  return { ...page, items: page.items.map(toCustomer) }
}

function filter(query: CustomerQuery, parameters: Parameters): string {
  const { bind } = parameters
  const conditions = matchesActivity('a.last_product_activity_at', query, parameters)
  if (query.activatedSince) conditions.push(`a.activated_at >= ${bind(query.activatedSince, 'timestamp')}`)
  if (query.billingStatus) conditions.push(`a.billing_status = ${bind(query.billingStatus, 'varchar')}`)
  if (query.mrrAboveCents !== undefined)
    conditions.push(`a.mrr_cents > ${bind(query.mrrAboveCents, 'double precision')}`)
  if (query.mrrBelowCents !== undefined)
    conditions.push(`a.mrr_cents < ${bind(query.mrrBelowCents, 'double precision')}`)
  if (query.currency) conditions.push(equalsIgnoringCase('a.mrr_currency', query.currency, parameters))
  if (query.mrrCalculationStatus)
    conditions.push(`a.mrr_status = ${bind(query.mrrCalculationStatus, 'varchar')}`)
  if (query.factTypes?.length)
    conditions.push(`a.customer_id in (
      select coalesce(f.customer_id, k.customer_id) from facts f left join subjects k on k.subject = f.subject
      where f.status = 'ACTIVE' and ${isOneOf('f.fact_type', query.factTypes, parameters)})`)
  if (query.traits) conditions.push(...matchesTraits('a.traits', query.traits, parameters))
  if (query.search) conditions.push(contains(['a.name', 'a.domain'], query.search, parameters))
  conditions.push(...matchesOwner(query, parameters))
  return all(conditions)
}

function matchesOwner(query: CustomerQuery, parameters: Parameters): string[] {
  const conditions: string[] = []
  if (query.ownerId !== undefined) {
    conditions.push(`(a.owner_id = ${parameters.bind(query.ownerId, 'varchar')}
      or ${equalsIgnoringCase('a.owner_email', query.ownerId, parameters)}
      or lower(a.owner_email) in (${memberEmails(query.ownerId, parameters)}))`)
  }
  if (query.ownerEmail !== undefined) {
    conditions.push(equalsIgnoringCase('a.owner_email', query.ownerEmail, parameters))
  }
  if (query.hasOwner !== undefined) conditions.push(`a.owner_id is ${query.hasOwner ? 'not ' : ''}null`)
  return conditions
}

type NameRow = Pick<AccountRow, 'customer_id' | 'name' | 'domain' | 'last_activity_at'> & {
  external_customer_id: string | null
}

/** Ids consist of letters, digits and `_`: a domain, an e-mail address or a name of several words can't be one. */
const idForm = /^\w+$/

/** Maximal number of contacts with the same name that are considered. */
const manyNamesakes = 100

/**
 * See `CustomerReads.findCustomer`. The ways to match are tried in order, each only if the ones before matched nothing.
 * Ids, which other tools return, and domains are compared exactly, which is fast; names ignore case.
 */
export async function findCustomer(database: SqlDatabase, reference: string): Promise<CustomerMatch> {
  const text = reference.trim()
  // Ids were normalised when they were received.
  const id = normalizeId(reference) ?? text
  const ways: ((bind: Parameters['bind']) => string)[] = [
    (bind) =>
      `a.external_customer_id = ${bind(id, 'varchar')} or a.domain = ${bind(text.toLowerCase(), 'varchar')}`,
    // The caller's own id of a customer that was merged into another.
    (bind) =>
      `a.customer_id in (select id from aliases where alias = ${bind(id, 'varchar')} and former = 'account')`,
    (bind) =>
      `lower(a.name) = lower(${bind(text, 'varchar')})
      order by a.last_activity_at desc nulls last limit ${manyNamesakes}`,
  ]
  if (idForm.test(id))
    ways.unshift(
      (bind) => `a.customer_id = ${bind(id, 'varchar')}`,
      (bind) => `a.customer_id in (select id from aliases where alias = ${bind(id, 'varchar')})`,
    )
  if (text.includes('@'))
    ways.push(
      (bind) =>
        `a.customer_id in (select customer_id from contacts where email = ${bind(normalizeEmail(text) ?? text.toLowerCase(), 'varchar')})`,
    )
  // A customer has its registrable domain, also if a record or a reference names a host of it.
  const domain = text.includes('@') ? null : companyOfHost(text)
  if (domain !== null) ways.push((bind) => `a.domain = ${bind(domain, 'varchar')}`)
  for (const way of ways) {
    const parameters = createParameters()
    const rows = await database.all<NameRow>(
      `select a.customer_id, a.name, a.domain, a.last_activity_at, a.external_customer_id
      from accounts a where ${way(parameters.bind)}`,
      parameters.values,
    )
    if (rows.length > 0) return toMatch(rows, id)
  }
  return { kind: 'missing' }
}

/** The caller's own id wins over an equal domain. Several matches are ordered by activity, latest first. */
function toMatch(rows: readonly NameRow[], id: string): CustomerMatch {
  const own = rows.filter((row) => row.external_customer_id === id)
  const best = (own.length > 0 ? own : rows).toSorted(
    (a, b) =>
      (b.last_activity_at ?? '').localeCompare(a.last_activity_at ?? '') ||
      (a.customer_id < b.customer_id ? -1 : 1),
  )
  const [customer] = best.map(toName)
  return best.length === 1 && customer
    ? { kind: 'found', customer }
    : { kind: 'ambiguous', candidates: best.slice(0, 10).map(toName) }
}

/** See `CustomerReads.getCustomer`. */
export async function readCustomer(
  database: SqlDatabase,
  customerId: string,
): Promise<StoredCustomer | null> {
  const [row] = await database.all<AccountRow>(
    `select ${columns} from (select * from accounts where customer_id = $1::varchar) a ${ownerJoin}`,
    [customerId],
  )
  return row ? toCustomer(row) : null
}

/** Customers by public id, former ids included; those that are not there are skipped. */
export async function readCustomersById(
  database: SqlDatabase,
  ids: readonly string[],
): Promise<Map<string, StoredCustomer>> {
  const rows = await database.all<AccountRow & { asked: string }>(
    `with wanted(asked) as (${textItems(1)})
    select w.asked, ${columns} from wanted w left join aliases l on l.alias = w.asked
    join accounts a on a.customer_id = coalesce(l.id, w.asked) ${ownerJoin}`,
    [ids],
  )
  return new Map(rows.map((row) => [row.asked, toCustomer(row)]))
}

/** Null when there is no such customer. */
export async function getRevenue(database: SqlDatabase, customerId: string): Promise<CustomerRevenue | null> {
  const [row] = await database.all<
    RevenueRow & { lifetime_revenue_cents: number | string; active_subscription_count: number }
  >(
    `select mrr_cents, mrr_currency, mrr_status, lifetime_revenue_cents, active_subscription_count
    from accounts where customer_id = $1::varchar`,
    [customerId],
  )
  if (!row) return null
  return {
    ...toCurrentRevenue(row),
    lifetimeRevenue: Number(row.lifetime_revenue_cents),
    activeSubscriptions: row.active_subscription_count,
  }
}

function toName({ customer_id: id, name, domain }: NameRow): CustomerName {
  return { id, name, domain }
}

function toCustomer(row: AccountRow): StoredCustomer {
  return {
    id: row.customer_id,
    name: row.name,
    domain: row.domain,
    billingStatus: row.billing_status,
    activatedAt: row.activated_at,
    firstSeenAt: row.first_seen_at,
    lastProductActivityAt: row.last_product_activity_at,
    lastContactAt: row.last_contact_at,
    lastActivityAt: row.last_activity_at,
    contactCount: row.contact_count,
    ...toCurrentRevenue(row),
    owner: toOwner(row),
  }
}

function toCurrentRevenue({ mrr_cents, mrr_currency, mrr_status }: RevenueRow) {
  return {
    currentMrr: mrr_cents === null ? null : Number(mrr_cents),
    currency: mrr_currency,
    mrrCalculationStatus: mrr_status,
  }
}

function toOwner(row: AccountRow): Owner | null {
  const { owner_id: id, owner_email: email, owner_name: name } = row
  return id === null || email === null || name === null ? null : { id, email, name }
}
