import type { ActivationMatches, ActivationQuery } from './customer-reads.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import { createParameters } from '../../kernel/sql/parameters.ts'
import type { Parameters } from '../../kernel/sql/parameters.ts'

/** Whom an event name would have activated, by the same rule as the projection: only custom events count. */
export async function findActivationMatches(
  database: SqlDatabase,
  query: ActivationQuery,
): Promise<ActivationMatches> {
  const counting = createParameters()
  const listing = createParameters()
  const [counts, examples] = await Promise.all([
    database.all<Record<CountColumn, number | string>>(
      `with matches as (${matches(query, counting)})
      select count(*) as events, count(m.user_id) as contact_events,
        count(distinct m.customer_id) as customers, count(distinct m.user_id) as contacts,
        count(distinct a.customer_id) as activated_customers, count(distinct c.user_id) as activated_contacts
      from matches m
      left join accounts a on a.customer_id = m.customer_id and a.activated_at is not null
      left join contacts c on c.user_id = m.user_id and c.activated_at is not null`,
      counting.values,
    ),
    database.all<ExampleRow>(
      `with matches as (${matches(query, listing)}), firsts as (
        select distinct on (customer_id) customer_id, event_id, occurred_at
        from matches where customer_id is not null order by customer_id, occurred_at, sequence
      )
      select a.customer_id, a.name, a.domain, a.activated_at, f.occurred_at as first_matched_at,
        f.event_id::varchar as event_id
      from firsts f join accounts a on a.customer_id = f.customer_id
      order by f.occurred_at desc, a.customer_id
      limit ${listing.bind(query.exampleLimit, 'integer')}`,
      listing.values,
    ),
  ])
  const count = (column: CountColumn): number => Number(counts[0]?.[column] ?? 0)
  return {
    eventCount: count('events'),
    customerCount: count('customers'),
    activatedCustomerCount: count('activated_customers'),
    contactEventCount: count('contact_events'),
    contactCount: count('contacts'),
    activatedContactCount: count('activated_contacts'),
    examples: examples.map((row) => ({
      customer: { id: row.customer_id, name: row.name, domain: row.domain },
      activatedAt: row.activated_at,
      firstMatchedAt: row.first_matched_at,
      eventId: row.event_id,
    })),
  }
}

type CountColumn =
  | 'events'
  | 'contact_events'
  | 'customers'
  | 'contacts'
  | 'activated_customers'
  | 'activated_contacts'

interface ExampleRow {
  customer_id: string
  name: string
  domain: string | null
  activated_at: string | null
  first_matched_at: string
  event_id: string
}

function matches({ eventName, from, until }: ActivationQuery, { bind }: Parameters): string {
  return `select e.event_id, e.sequence, e.occurred_at, s.user_id, s.customer_id
    from events e join subjects s on s.subject = e.subject
    where e.event_type = 'CUSTOM_EVENT' and e.event_name = ${bind(eventName, 'varchar')}
      and e.occurred_at >= ${bind(from, 'timestamp')} and e.occurred_at <= ${bind(until, 'timestamp')}`
}
