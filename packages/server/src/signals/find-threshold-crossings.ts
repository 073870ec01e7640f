import type { Channel } from '@customer-intel/contract'
import type { SqlDatabase } from '../read-models/sql/database.ts'
import { createParameters } from '../read-models/sql/parameters.ts'
import type { TimeRange } from './clock-finding.ts'
import { crossingsOf } from './crossings.ts'
import { latenessMs, type ThresholdDetection } from './detection.ts'
import { isAbout } from './filter-sql.ts'

/** An event with which a customer crossed a threshold. Times are Unix milliseconds. */
export interface FoundCrossing {
  at: number
  eventId: string
  name: string
  channel: Channel
  customerId: string
  receivedAt: number
  trusted: boolean
}

/** The crossings within a range of time in what is stored, the earliest ones, at most `limit`. The engine counts: only they leave it. */
export function findThresholdCrossings(
  database: SqlDatabase,
  { filter, count, windowMs }: ThresholdDetection,
  { from, until }: TimeRange,
  limit: number,
): Promise<FoundCrossing[]> {
  const parameters = createParameters()
  const { bind } = parameters
  // An event exactly a window before the first one may decide whether that crosses.
  const since = bind(new Date(from - windowMs - 1), 'timestamp')
  const needed = bind(count, 'bigint')
  return database.all<FoundCrossing>(
    `with theirs as (
       select subject, min(subject) over (partition by customer_id) as item from subjects where customer_id is not null
     ), hits as (
       select t.item, epoch_ms(e.occurred_at) as happened, e.event_id, e.source <> 'client' as trusted, e.sequence
       from events e join theirs t on t.subject = e.subject
       where e.occurred_at > ${since} and e.occurred_at <= ${bind(new Date(until), 'timestamp')}
         and epoch_ms(e.received_at) - epoch_ms(e.occurred_at) <= ${bind(latenessMs, 'bigint')}
         and ${isAbout(filter, parameters)}
     ), crossings as materialized (
       select item, happened, event_id, trusted, sequence
       from (${crossingsOf('hits', { count: needed, windowMs: bind(windowMs, 'bigint') })})
       where happened > ${bind(from, 'bigint')} order by happened, event_id limit ${bind(limit, 'integer')}
     )
     select c.happened as "at", c.event_id::varchar as "eventId", e.event_name as name, e.event_channel as channel,
       s.customer_id as "customerId", epoch_ms(e.received_at) as "receivedAt", c.trusted
     from crossings c join events e on e.sequence = c.sequence join subjects s on s.subject = e.subject
     order by c.happened, c.event_id`,
    parameters.values,
  )
}
