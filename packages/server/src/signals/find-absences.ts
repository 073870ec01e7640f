import type { SqlDatabase } from '../kernel/sql/database.ts'
import { createParameters, type Parameters } from '../kernel/sql/parameters.ts'
import type { AbsenceDetection } from './detection.ts'
import type { TimeBasedFinding, FindingPage, TimeRange } from './time-based-finding.ts'
import { isAbout } from './filter-sql.ts'

/**
 * Windows without a matching event that closed within the range. A window starts with the last matching event, or when
 * the customer was first seen; an event exactly at its end is in it. Skips customers for whom no window can close.
 */
export async function findAbsences(
  database: SqlDatabase,
  { filter, windowMs }: AbsenceDetection,
  range: TimeRange,
  { after, limit }: FindingPage,
): Promise<TimeBasedFinding[]> {
  const { until } = range
  // Findings after the cursor can't have started earlier than that.
  const from = after === null ? range.from : Math.max(range.from, after.at - 1)
  const parameters = createParameters()
  const time = (ms: number) => parameters.bind(new Date(ms), 'timestamp')
  const began = `> ${time(from - windowMs)} and happened <= ${time(until - windowMs)}`
  const behind =
    after === null
      ? 'true'
      : `(happened > ${time(after.at - windowMs)} or customer_id > ${parameters.bind(after.customerId, 'varchar')})`
  const rows = await database.all<{ customer_id: string; event_id: string | null; began: number }>(
    `with candidates as materialized (
       select customer_id from (
         select s.customer_id, e.occurred_at as happened from events e join subjects s on s.subject = e.subject
         where e.occurred_at > ${time(from - windowMs)} and e.occurred_at <= ${time(until - windowMs)}
           and ${isAbout(filter, parameters)}
         union all select customer_id, first_seen_at from accounts
       ) where customer_id is not null and happened ${began} group by customer_id
     ), marks as (
       select s.customer_id, e.occurred_at as happened, e.event_id
       from events e join subjects s on s.subject = e.subject
       where s.customer_id in (select customer_id from candidates)
         and e.occurred_at > ${time(from - windowMs)} and e.occurred_at <= ${time(until)}
         and ${isAbout(filter, parameters)}
       union all
       select customer_id, first_seen_at, null from accounts where customer_id in (select customer_id from candidates)
     ), gaps as (
       select *, lead(happened) over (partition by customer_id order by happened, event_id nulls first) as after
       from marks where happened > ${time(from - windowMs)}
     )
     select customer_id, event_id::varchar as event_id, epoch_ms(happened) as began from gaps
     where happened ${began} and (after is null or epoch_ms(after) > epoch_ms(happened) + ${windowMs})
       and ${behind}
     order by happened, customer_id, event_id limit ${parameters.bind(limit, 'integer')}`,
    parameters.values,
  )
  return rows.map(({ customer_id: customerId, event_id: eventId, began }) => ({
    customerId,
    at: began + windowMs,
    from: began,
    count: 0,
    eventIds: eventId === null ? [] : [eventId],
  }))
}

/** When the next window may close after that time; null: none is known. */
export async function nextAbsence(
  database: SqlDatabase,
  { filter, windowMs }: AbsenceDetection,
  after: number,
): Promise<number | null> {
  const parameters: Parameters = createParameters()
  const since = parameters.bind(new Date(after - windowMs), 'timestamp')
  const [row] = await database.all<{ began: number | null }>(
    `select epoch_ms(least(
       (select min(e.occurred_at) from events e where e.occurred_at > ${since} and ${isAbout(filter, parameters)}),
       (select min(first_seen_at) from accounts where first_seen_at > ${since}))) as began`,
    parameters.values,
  )
  return row?.began == null ? null : row.began + windowMs
}
