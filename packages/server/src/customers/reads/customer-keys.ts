import type { CustomerKey } from '../../kernel/log/record.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'

interface KeyRow {
  asked: string
  external_customer_id: string | null
  domain: string | null
  email: string | null
  external_user_id: string | null
}

/** See `CustomerReads.resolveCustomerKeys`. */
export async function resolveCustomerKeys(
  database: SqlDatabase,
  ids: readonly string[],
): Promise<Map<string, CustomerKey>> {
  if (ids.length === 0) return new Map()
  const rows = await database.all<KeyRow>(
    `with wanted(asked) as (${textItems(1)}), known as (
      select w.asked, coalesce(l.id, w.asked) as customer_id
      from wanted w left join aliases l on l.alias = w.asked
    ), theirs as (
      select c.customer_id, min(c.company_domain) as domain, min(c.email) as email,
        min(c.external_user_id) as external_user_id
      from contacts c where c.customer_id in (select customer_id from known) group by c.customer_id
    )
    select k.asked, a.external_customer_id, coalesce(t.domain, a.domain) as domain, t.email, t.external_user_id
    from known k join accounts a on a.customer_id = k.customer_id
    left join theirs t on t.customer_id = k.customer_id`,
    [ids],
  )
  return new Map(
    rows.flatMap((row) => {
      const key = toKey(row)
      return key === null ? [] : [[row.asked, key] as const]
    }),
  )
}

/** The strongest key that a customer has. */
function toKey(row: KeyRow): CustomerKey | null {
  if (row.external_customer_id !== null) return { customerId: row.external_customer_id }
  if (row.domain !== null) return { domain: row.domain }
  if (row.email !== null) return { email: row.email }
  return row.external_user_id === null ? null : { userId: row.external_user_id }
}
