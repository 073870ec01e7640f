import type { WorkspaceUser } from '@customer-intel/contract'
import type { WorkspaceUserQuery } from './customer-reads.ts'
import type { Page } from '../../kernel/sql/page.ts'
import { all, contains, equalsIgnoringCase } from '../../kernel/sql/conditions.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import type { SortColumn } from '../../kernel/sql/keyset.ts'
import type { Parameters } from '../../kernel/sql/parameters.ts'
import { readPage } from '../../kernel/sql/read-page.ts'

interface MemberRow {
  member_id: string
  email: string
  name: string
  title: string | null
  role: string | null
  manager_email: string | null
  territory: string | null
  social_profile_url: string | null
  owned_customer_count: number | string
  sort_key: string | null
  sort_id: string
}

const sortColumns: Record<WorkspaceUserQuery['orderBy'], SortColumn> = {
  name: { expression: 'left(lower(m.name), 150)', type: 'varchar' },
  email: { expression: 'left(lower(m.email), 150)', type: 'varchar' },
  owned_customer_count: { expression: 'm.owned_customer_count', type: 'bigint' },
}

const owners = `select m.*, coalesce(o.owned, 0) as owned_customer_count from members m
  left join (
    select lower(owner_email) as email, count(*) as owned from accounts where owner_email is not null group by 1
  ) o on o.email = lower(m.email)`

/** A page of the organization's members, and their number. */
export async function readWorkspaceUsers(
  database: SqlDatabase,
  query: WorkspaceUserQuery,
): Promise<Page<WorkspaceUser>> {
  const page = await readPage<MemberRow>(database, {
    sort: sortColumns[query.orderBy],
    id: 'm.member_id',
    direction: query.orderDirection,
    limit: query.limit,
    after: query.after,
    from: () => `(${owners}) m`,
    where: (parameters) => filter(query, parameters),
    select: (matching, keyset) => `select m.*, ${keyset.columns} ${matching} ${keyset.tail}`,
  })
  return { ...page, items: page.items.map(toWorkspaceUser) }
}

function filter(query: WorkspaceUserQuery, parameters: Parameters): string {
  const conditions: string[] = []
  if (query.search) {
    const columns = ['m.name', 'm.email', 'm.title', 'm.role', 'm.territory', 'm.social_profile_url']
    conditions.push(contains(columns, query.search, parameters))
  }
  if (query.role) conditions.push(equalsIgnoringCase('m.role', query.role, parameters))
  if (query.managerEmail) {
    conditions.push(`(${equalsIgnoringCase('m.manager_email', query.managerEmail, parameters)}
      or lower(m.manager_email) in (${memberEmails(query.managerEmail, parameters)}))`)
  }
  if (query.hasOwnedCustomers !== undefined) {
    conditions.push(`m.owned_customer_count ${query.hasOwnedCustomers ? '> 0' : '= 0'}`)
  }
  return all(conditions)
}

/** SQL of the addresses, in lower case, of the members with an id or an exact name (case-insensitive). */
export function memberEmails(reference: string, parameters: Parameters): string {
  return `select lower(x.email) from members x
    where x.member_id = ${parameters.bind(reference, 'varchar')} or ${equalsIgnoringCase('x.name', reference, parameters)}`
}

function toWorkspaceUser(row: MemberRow): WorkspaceUser {
  return {
    id: row.member_id,
    email: row.email,
    name: row.name,
    title: row.title,
    role: row.role,
    managerEmail: row.manager_email,
    territory: row.territory,
    socialProfileUrl: row.social_profile_url,
    ownedCustomerCount: Number(row.owned_customer_count),
  }
}
