import { textItems } from '../../kernel/sql/database.ts'
import type { People } from './identity-update.ts'

/**
 * Moves people of a domain who state no account, and records that name the customer by it, to the domain's customer.
 * Returns both the former and the new customers.
 */
export async function moveDomains(
  { writer, subjects, contacts }: People,
  domains: ReadonlyMap<string, string>,
): Promise<string[]> {
  const changed = contacts.changedDomains(domains)
  if (changed.length === 0) return []
  await contacts.flush()
  const lists = [changed.map(([domain]) => domain), changed.map(([, customerId]) => customerId)]
  const ends = await writer.all<{ former: string | null; customer_id: string }>(
    `with d as (select unnest(string_to_array($1, chr(31))) as domain, unnest(string_to_array($2, chr(31))) as customer_id)
     select distinct c.customer_id as former, d.customer_id
     from d join contacts c on c.company_domain = d.domain and c.account is null and c.customer_id <> d.customer_id
     ${
       writer.hasRows('record_subjects')
         ? `union
     select distinct s.customer_id as former, d.customer_id
     from d join subjects s on s.about = 'domain:' || d.domain and s.customer_id is distinct from d.customer_id`
         : ''
     }`,
    lists,
  )
  if (ends.length === 0) return []
  await writer.all(
    `update contacts set customer_id = d.customer_id
     from (select unnest(string_to_array($1, chr(31))) as domain, unnest(string_to_array($2, chr(31))) as customer_id) d
     where contacts.company_domain = d.domain and contacts.account is null and contacts.customer_id <> d.customer_id`,
    lists,
  )
  await writer.all(
    `update subjects set customer_id = c.customer_id
     from (select user_id, customer_id from contacts where company_domain in (${textItems(1)}) and account is null) c
     where subjects.user_id = c.user_id and subjects.account is null and subjects.about is null
       and subjects.customer_id is distinct from c.customer_id`,
    [lists[0]!],
  )
  await writer.all(
    `update subjects set customer_id = d.customer_id
     from (select unnest(string_to_array($1, chr(31))) as domain, unnest(string_to_array($2, chr(31))) as customer_id) d
     where subjects.about = 'domain:' || d.domain and subjects.customer_id is distinct from d.customer_id`,
    lists,
  )
  subjects.forget()
  contacts.forget()
  return ends.flatMap(({ former, customer_id }) => (former === null ? [customer_id] : [former, customer_id]))
}
