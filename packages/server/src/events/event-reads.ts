import type { AcceptedEvent } from '@customer-intel/contract'
import type { EventTrace, OccurringEvents, StoredEventRow } from './event-read-types.ts'
import { isOneOf } from '../kernel/sql/conditions.ts'
import type { SqlDatabase } from '../kernel/sql/database.ts'
import { createParameters } from '../kernel/sql/parameters.ts'

interface EventRow extends Record<
  'event_id' | 'received_at' | 'occurred_at' | 'event_type' | 'event_name' | 'url' | 'path' | 'properties',
  string
> {
  source: AcceptedEvent['source']
  user_id: string | null
  email: string | null
  contact_name: string | null
  customer_id: string | null
  customer_name: string | null
  domain: string | null
}

/** The stored events with these uuids that were received since a time, in log order. */
export async function findEvents(
  database: SqlDatabase,
  uuids: readonly string[],
  receivedSince: Date,
): Promise<StoredEventRow[]> {
  if (uuids.length === 0) return []
  const parameters = createParameters()
  const rows = await database.all<EventRow>(
    `select e.event_id::varchar as event_id, e.received_at, e.occurred_at, e.event_type, e.event_name, e.source,
       e.url, e.path, e.properties, s.user_id, c.email, c.name as contact_name,
       s.customer_id, a.name as customer_name, a.domain
     from events e
     join subjects s on s.subject = e.subject
     left join contacts c on c.user_id = s.user_id
     left join accounts a on a.customer_id = s.customer_id
     where e.received_at >= ${parameters.bind(receivedSince, 'timestamp')}
       and ${isOneOf('e.event_id::varchar', uuids, parameters)}
     order by e.sequence`,
    parameters.values,
  )
  return rows.map((row) => ({
    uuid: row.event_id,
    receivedAt: row.received_at,
    occurredAt: row.occurred_at,
    source: row.source,
    eventType: row.event_type,
    eventName: row.event_name,
    url: row.url,
    path: row.path,
    properties: JSON.parse(row.properties) as AcceptedEvent['properties'],
    contact: row.user_id === null ? null : { userId: row.user_id, email: row.email, name: row.contact_name },
    customer:
      row.customer_id === null
        ? null
        : { customerId: row.customer_id, name: row.customer_name, domain: row.domain },
  }))
}

interface TraceRow {
  event_type: string
  event_name: string
  occurred_at: string
  received_at: string
  source: string
  own_email: string | null
  own_user: string | null
  own_account: string | null
  user_id: string | null
  email: string | null
  name: string | null
  account: string | null
  company_domain: string | null
  customer_id: string | null
  customer_name: string | null
  domain: string | null
  cause: string
  device_cause: string | null
}

/**
 * The rows of an event, servers' before browsers', oldest first: usually one; none while it is unknown or not applied
 * yet; several if a uuid without a time came again after weeks.
 */
export async function traceEvent(database: SqlDatabase, uuid: string): Promise<EventTrace[]> {
  const rows = await database.all<TraceRow>(
    `select e.event_type, e.event_name, e.occurred_at, e.received_at, e.source,
       s.email as own_email, s.external_user_id as own_user, s.account as own_account, s.user_id,
       c.email, c.name, c.account, c.company_domain, s.customer_id, a.name as customer_name, a.domain,
       s.cause::varchar as cause,
       (select arg_min(d.cause::varchar, d.first_at) from subjects d
        where d.user_id = s.user_id and (d.email is not null or d.external_user_id is not null)
          and (d.visitor = s.visitor or d.fingerprint = s.fingerprint)) as device_cause
     from events e
     join subjects s on s.subject = e.subject
     left join contacts c on c.user_id = s.user_id
     left join accounts a on a.customer_id = s.customer_id
     where e.event_id = $1::uuid
     order by e.source = 'client', e.received_at`,
    [uuid],
  )
  return rows.map(toTrace)
}

function toTrace(row: TraceRow): EventTrace {
  const ownKey =
    row.own_email !== null ? `email:${row.own_email}` : row.own_user === null ? null : `user:${row.own_user}`
  return {
    eventType: row.event_type,
    eventName: row.event_name,
    occurredAt: row.occurred_at,
    receivedAt: row.received_at,
    source: row.source,
    ownKey,
    ownAccount: row.own_account,
    contact:
      row.user_id === null
        ? null
        : {
            userId: row.user_id,
            email: row.email,
            name: row.name,
            account: row.account,
            companyDomain: row.company_domain,
          },
    customer:
      row.customer_id === null
        ? null
        : { customerId: row.customer_id, name: row.customer_name, domain: row.domain },
    cause: row.user_id === null ? null : ownKey === null ? (row.device_cause ?? row.cause) : row.cause,
  }
}

/** The event types and names that occur, the most frequent first; at most 100 of each. */
export async function listOccurring(database: SqlDatabase): Promise<OccurringEvents> {
  const values = async (column: string): Promise<string[]> => {
    const rows = await database.all<{ value: string }>(
      `select ${column} as value from events where ${column} <> '' group by 1 order by count(*) desc, 1 limit 100`,
      [],
    )
    return rows.map(({ value }) => value)
  }
  return { eventTypes: await values('event_type'), eventNames: await values('event_name') }
}

/** How many events, without identify events, happened before a time. */
export async function countEventsBefore(database: SqlDatabase, before: Date): Promise<number> {
  const [row] = await database.all<{ count: number }>(
    `select count(*)::double as count from events
     where occurred_at < $1::timestamp and event_type <> 'IDENTIFY'`,
    [before.toISOString()],
  )
  return row?.count ?? 0
}
