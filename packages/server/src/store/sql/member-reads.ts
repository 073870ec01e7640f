import type { Page, WorkspaceUser, WorkspaceUserQuery } from '../customer-reads.ts'
import { all, contains, equalsIgnoringCase } from './conditions.ts'
import type { SqlDatabase } from './database.ts'
import { createKeyset, takePage } from './keyset.ts'
import type { SortColumn } from './keyset.ts'
import { createParameters } from './parameters.ts'
import type { Parameters } from './parameters.ts'

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

/** A page of the people who work here, and how many there are. */
export async function listWorkspaceUsers(
  database: SqlDatabase,
  query: WorkspaceUserQuery,
): Promise<Page<WorkspaceUser>> {
  const counting = createParameters()
  const paging = createParameters()
  const keyset = createKeyset(
    {
      sort: sortColumns[query.orderBy],
      id: 'm.member_id',
      direction: query.orderDirection,
      limit: query.limit,
      after: query.after,
    },
    paging,
  )
  const [counts, found] = await Promise.all([
    database.all<{ total: number | string }>(
      `with owners as (${owners}) select count(*) as total from owners m where ${filter(query, counting)}`,
      counting.values,
    ),
    database.all<MemberRow>(
      `with owners as (${owners})
      select m.*, ${keyset.columns} from owners m
      where ${filter(query, paging)} and ${keyset.condition} ${keyset.tail}`,
      paging.values,
    ),
  ])
  const { rows, end } = takePage(found, query.limit)
  return { items: rows.map(toWorkspaceUser), total: Number(counts[0]?.total ?? 0), end }
}

function filter(query: WorkspaceUserQuery, parameters: Parameters): string {
  const conditions: string[] = []
  if (query.search) {
    const columns = ['m.name', 'm.email', 'm.title', 'm.role', 'm.territory']
    conditions.push(contains(columns, query.search, parameters))
  }
  if (query.role) conditions.push(equalsIgnoringCase('m.role', query.role, parameters))
  if (query.managerEmail) {
    conditions.push(equalsIgnoringCase('m.manager_email', query.managerEmail, parameters))
  }
  if (query.hasOwnedCustomers !== undefined) {
    conditions.push(`m.owned_customer_count ${query.hasOwnedCustomers ? '> 0' : '= 0'}`)
  }
  return all(conditions)
}

function toWorkspaceUser(row: MemberRow): WorkspaceUser {
  return {
    memberId: row.member_id,
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
