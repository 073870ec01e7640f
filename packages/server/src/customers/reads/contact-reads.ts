import type { JourneyStage } from '@customer-intel/contract'
import type { StoredUser, UserQuery } from './customer-reads.ts'
import type { Page } from '../../kernel/sql/page.ts'
import { all, contains, matchesActivity, matchesTraits } from '../../kernel/sql/conditions.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import type { SortColumn } from '../../kernel/sql/keyset.ts'
import type { Parameters } from '../../kernel/sql/parameters.ts'
import { readPage } from '../../kernel/sql/read-page.ts'
import { inactiveAfterDays } from '../inactive-after-days.ts'

/** A row of `contacts`, joined with its customer. */
export interface ContactRow {
  user_id: string
  email: string | null
  name: string | null
  customer_id: string
  customer_name: string | null
  customer_domain: string | null
  journey_stage: JourneyStage
  last_product_activity_at: string | null
  last_contact_at: string | null
  last_activity_at: string | null
}

const sortColumns: Record<UserQuery['orderBy'], SortColumn> = {
  last_activity_at: { expression: 'c.last_activity_at', type: 'timestamp' },
  last_product_activity_at: { expression: 'c.last_product_activity_at', type: 'timestamp' },
  last_contact_at: { expression: 'c.last_contact_at', type: 'timestamp' },
  first_seen_at: { expression: 'c.first_seen_at', type: 'timestamp' },
  email: { expression: 'left(lower(c.email), 150)', type: 'varchar' },
}

/** A page of contacts, and their number. `now` decides who counts as inactive. */
export async function readUsers(
  database: SqlDatabase,
  query: UserQuery,
  now: Date,
): Promise<Page<StoredUser>> {
  const page = await readPage<ContactRow & { sort_key: string | null; sort_id: string }>(database, {
    sort: sortColumns[query.orderBy],
    id: 'c.user_id',
    direction: query.orderDirection,
    limit: query.limit,
    after: query.after,
    from: () => 'contacts c',
    where: (parameters) => filter(query, now, parameters),
    select: (matching, keyset, parameters) =>
      `with page as (
        select c.user_id, c.email, c.name, c.customer_id, c.last_product_activity_at, c.last_contact_at,
          c.last_activity_at, c.first_seen_at,
          ${journeyStage(now, parameters)} as journey_stage
        ${matching} ${keyset.tail}
      )
      select c.user_id, c.email, c.name, c.customer_id, a.name as customer_name, a.domain as customer_domain,
        c.journey_stage, c.last_product_activity_at, c.last_contact_at, c.last_activity_at, ${keyset.columns}
      from page c left join accounts a on a.customer_id = c.customer_id ${keyset.order}`,
  })
  return { ...page, items: page.items.map(toUser) }
}

function filter(query: UserQuery, now: Date, parameters: Parameters): string {
  const conditions = matchesActivity('c.last_product_activity_at', query, parameters)
  if (query.journeyStage) {
    const stage = parameters.bind(query.journeyStage, 'varchar')
    conditions.push(`${journeyStage(now, parameters)} = ${stage}`)
  }
  if (query.customerId) {
    const customerId = parameters.bind(query.customerId, 'varchar')
    conditions.push(`(c.customer_id = ${customerId}
      or c.customer_id in (select id from aliases where alias = ${customerId})
      or c.customer_id in (select customer_id from accounts where external_customer_id = ${customerId}))`)
  }
  if (query.traits) conditions.push(...matchesTraits('c.traits', query.traits, parameters))
  if (query.search) conditions.push(contains(['c.email', 'c.name'], query.search, parameters))
  return all(conditions)
}

/** The rule of the view `users`, at a given time. */
export function journeyStage(now: Date, parameters: Parameters): string {
  const inactiveSince = new Date(now.getTime() - inactiveAfterDays * 86_400_000)
  return `case
    when c.lapsed_at is not null or c.last_product_activity_at < ${parameters.bind(inactiveSince, 'timestamp')} then 'INACTIVE'
    when c.engaged_at is not null then 'ENGAGED'
    when c.activated_at is not null then 'ACTIVATED'
    when c.signed_up_at is not null then 'SIGNED_UP'
    else 'DISCOVERED'
  end`
}

export function toUser(row: ContactRow): StoredUser {
  return {
    id: row.user_id,
    email: row.email,
    name: row.name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerDomain: row.customer_domain,
    journeyStage: row.journey_stage,
    lastProductActivityAt: row.last_product_activity_at,
    lastContactAt: row.last_contact_at,
    lastActivityAt: row.last_activity_at,
  }
}
