import type { IdentityKey } from '@customer-intel/contract'
import type { SqlDatabase } from '../../kernel/sql/database.ts'

const maxKeys = 200

/** The keys that were stated of a customer or a person, those of most events first. */
export function readIdentityKeys(
  database: SqlDatabase,
  owner: 'customer_id' | 'user_id',
  id: string,
): Promise<IdentityKey[]> {
  const of = (kind: string, column: string) =>
    `select '${kind}' as kind, ${column} as value, first_at, last_at, event_count, cause from theirs where ${column} is not null`
  return database.all<IdentityKey>(
    `with theirs as (
       select * from subjects where ${owner} = $1 and (event_count > 0 or statements > 0)
     ), keyed as (
       ${of('email', 'email')} union all ${of('userId', 'external_user_id')} union all ${of('customerId', 'account')}
       union all ${of('visitor', 'visitor')} union all ${of('fingerprint', 'fingerprint')}
       union all select case when about like 'domain:%' then 'domain' else 'customerId' end,
         substr(about, instr(about, ':') + 1), first_at, last_at, event_count, cause from theirs
         where about like 'domain:%' or about like 'customer:%'
     ), found as (
       select kind, value, min(first_at) as first_at, max(last_at) as last_at, sum(event_count)::bigint as events,
         arg_min(cause, first_at) as cause
       from keyed group by kind, value order by events desc, kind, value limit ${maxKeys}
     )
     select kind, value, first_at as "firstSeenAt", last_at as "lastSeenAt", events,
       case when exists (select 1 from events e where e.event_id = found.cause) then cause::text end as "eventId"
     from found order by events desc, kind, value`,
    [id],
  )
}
