import type { Row } from '../../kernel/sql/define-table.ts'
import { stagedTables } from '../tables/identity-tables.ts'
import type { SqlWriter } from '../../kernel/sql/database.ts'
import type { Subject } from './subject.ts'

/** The usual case, nothing but new activity: updates last activity and activation of people and customers. */
export async function writeActivity(
  writer: SqlWriter,
  subjects: ReadonlySet<Subject>,
  settledUsers: ReadonlySet<string>,
  settledCustomers: ReadonlySet<string>,
): Promise<void> {
  const rows: Row<typeof stagedTables.staged_activity>[] = []
  for (const { userId, customerId, productAt, contactAt, activatedAt } of subjects) {
    const user = userId !== null && !settledUsers.has(userId) ? userId : null
    const customer = customerId !== null && !settledCustomers.has(customerId) ? customerId : null
    if (user !== null || customer !== null)
      rows.push({
        user_id: user,
        customer_id: customer,
        product_at: productAt,
        contact_at: contactAt,
        activated_at: activatedAt,
      })
  }
  if (rows.length === 0) return
  await writer.append(stagedTables.staged_activity, rows)
  for (const [table, column] of [
    ['contacts', 'user_id'],
    ['accounts', 'customer_id'],
  ] as const) {
    if (rows.every((row) => row[column] === null)) continue
    await writer.all(
      `update ${table} set last_product_activity_at = greatest(${table}.last_product_activity_at, s.product_at),
         last_contact_at = greatest(${table}.last_contact_at, s.contact_at),
         last_activity_at = greatest(${table}.last_activity_at, s.product_at, s.contact_at),
         activated_at = least(${table}.activated_at, s.activated_at)
       from (select ${column}, max(product_at) as product_at, max(contact_at) as contact_at, min(activated_at) as activated_at
             from staged_activity group by ${column}) s
       where ${table}.${column} = s.${column}`,
    )
  }
  await writer.all('delete from staged_activity')
}
