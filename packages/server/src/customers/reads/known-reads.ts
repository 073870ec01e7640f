import type { Known } from '@customer-intel/contract'
import { publicId } from '../identity/keys.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'

/** Somebody whom a key means; `ownId`: of a customer, the caller's own id. */
export type KnownByKey = Known & { ownId: string | null }

/** See `CustomerReads.findKnown`. */
export async function findKnown(
  database: SqlDatabase,
  keys: readonly string[],
): Promise<Map<string, KnownByKey>> {
  const of = (...kinds: string[]) => keys.filter((key) => kinds.includes(key.slice(0, key.indexOf(':'))))
  // A customer has the id of each of its keys, or an alias of it.
  const ids = new Map(of('customer', 'domain').map((key) => [publicId('c', key), key]))
  const rows = await database.all<KnownByKey & { asked: string }>(
    `with customers_asked(asked) as (${textItems(1)}), people_asked(asked) as (${textItems(2)}),
      members_asked(asked) as (${textItems(3)})
    select w.asked, 'customer' as type, a.customer_id as id, coalesce(a.name, a.domain) as name,
      a.external_customer_id as "ownId"
    from customers_asked w left join aliases l on l.alias = w.asked
    join accounts a on a.customer_id = coalesce(l.id, w.asked)
    union all
    select w.asked, 'user', c.user_id, coalesce(c.name, c.email), null
    from people_asked w join contact_keys k on k.person_key = w.asked join contacts c on c.user_id = k.user_id
    union all
    select w.asked, 'member', m.member_id, m.name, null
    from members_asked w join members m on 'member:' || m.email = w.asked`,
    [[...ids.keys()], of('email', 'user'), of('member')],
  )
  return new Map(rows.map(({ asked, ...known }) => [ids.get(asked) ?? asked, known]))
}
