import type { SqlWriter } from '../store/sql/database.ts'
import type { SubjectTable } from './subject-table.ts'

/** People of a domain who state no account follow their domain's customer; returns the customers on both ends. */
export async function moveDomains(
  writer: SqlWriter,
  subjects: SubjectTable,
  domains: ReadonlyMap<string, string>,
): Promise<string[]> {
  if (domains.size === 0) return []
  const rows = await writer.all<{ user_id: string; former: string; customer_id: string }>(
    `select c.user_id, c.customer_id as former, d.customer_id
     from (select unnest(string_to_array($1, chr(31))) as domain, unnest(string_to_array($2, chr(31))) as customer_id) d
     join contacts c on c.company_domain = d.domain and c.account is null and c.customer_id <> d.customer_id`,
    [[...domains.keys()], [...domains.values()]],
  )
  if (rows.length === 0) return []
  const moved = [rows.map((row) => row.user_id), rows.map((row) => row.customer_id)]
  for (const table of ['contacts', 'subjects']) {
    await writer.all(
      `update ${table} set customer_id = m.customer_id
       from (select unnest(string_to_array($1, chr(31))) as user_id, unnest(string_to_array($2, chr(31))) as customer_id) m
       where ${table}.user_id = m.user_id and ${table}.account is null`,
      moved,
    )
  }
  subjects.forget()
  return rows.flatMap((row) => [row.former, row.customer_id])
}
