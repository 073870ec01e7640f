import type { SqlWriter } from '../read-models/sql/database.ts'
import type { SubjectTable } from './subject-table.ts'

/**
 * People of a domain who state no account, and records that name the customer by it, follow their domain's customer; returns
 * the customers on both ends.
 */
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
  const named = await writer.all<{ about: string; former: string | null; customer_id: string }>(
    `select distinct s.about, s.customer_id as former, d.customer_id
     from (select 'domain:' || unnest(string_to_array($1, chr(31))) as about, unnest(string_to_array($2, chr(31))) as customer_id) d
     join subjects s on s.about = d.about and s.customer_id is distinct from d.customer_id`,
    [[...domains.keys()], [...domains.values()]],
  )
  if (named.length > 0) {
    await writer.all(
      `update subjects set customer_id = m.customer_id
       from (select unnest(string_to_array($1, chr(31))) as about, unnest(string_to_array($2, chr(31))) as customer_id) m
       where subjects.about = m.about`,
      [named.map(({ about }) => about), named.map((row) => row.customer_id)],
    )
    subjects.forget()
  }
  const ends = named.flatMap(({ former, customer_id }) =>
    former === null ? [customer_id] : [former, customer_id],
  )
  if (rows.length === 0) return ends
  const moved = [rows.map((row) => row.user_id), rows.map((row) => row.customer_id)]
  for (const table of ['contacts', 'subjects']) {
    await writer.all(
      `update ${table} set customer_id = m.customer_id
       from (select unnest(string_to_array($1, chr(31))) as user_id, unnest(string_to_array($2, chr(31))) as customer_id) m
       where ${table}.user_id = m.user_id and ${table}.account is null${table === 'subjects' ? ' and about is null' : ''}`,
      moved,
    )
  }
  subjects.forget()
  return [...ends, ...rows.flatMap((row) => [row.former, row.customer_id])]
}
