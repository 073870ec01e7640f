import type { Channel } from '@customer-intel/contract'
import type { SqlDatabase } from '../kernel/sql/database.ts'
import { createParameters, type Parameters } from '../kernel/sql/parameters.ts'
import type { TimeRange } from './time-based-finding.ts'
import { crossingsOf } from './crossings.ts'
import { latenessMs, type ThresholdDetection } from './detection.ts'
import { isAbout } from './filter-sql.ts'

/** Maximal number of hits per query: the engine holds all of them in memory, about 60 bytes each. */
const hitsInOneGo = 1_000_000

/** An event that crosses a customer's threshold. Times are Unix milliseconds. */
export interface FoundCrossing {
  at: number
  eventId: string
  name: string
  channel: Channel
  customerId: string
  receivedAt: number
  trusted: boolean
}

/**
 * The earliest crossings within a range of time in the stored events, at most `limit`. Computed in the engine, which
 * returns only the crossings. Many hits are processed in groups of customers; one customer's hits are always in one
 * group.
 */
export async function findThresholdCrossings(
  database: SqlDatabase,
  detection: ThresholdDetection,
  range: TimeRange,
  limit: number,
  hitsAtOnce = hitsInOneGo,
): Promise<FoundCrossing[]> {
  const parts = Math.max(1, Math.ceil((await countHits(database, detection, range)) / hitsAtOnce))
  let found: FoundCrossing[] = []
  for (let part = 0; part < parts; part++) {
    const more = await findInPart(database, detection, range, { part, parts, limit })
    found = part === 0 ? more : [...found, ...more].toSorted(byTime).slice(0, limit)
  }
  return found
}

function byTime(left: FoundCrossing, right: FoundCrossing): number {
  return left.at - right.at || (left.eventId < right.eventId ? -1 : 1)
}

async function countHits(
  database: SqlDatabase,
  detection: ThresholdDetection,
  range: TimeRange,
): Promise<number> {
  const parameters = createParameters()
  const [row] = await database.all<{ hits: number }>(
    `select count(*)::double as hits from events e where ${isHit(detection, range, parameters)}`,
    parameters.values,
  )
  return row?.hits ?? 0
}

function isHit(
  { filter, windowMs }: ThresholdDetection,
  { from, until }: TimeRange,
  parameters: Parameters,
): string {
  const { bind } = parameters
  // An event exactly one window before the first one may decide whether that one crosses.
  const since = bind(new Date(from - windowMs - 1), 'timestamp')
  return `e.occurred_at > ${since} and e.occurred_at <= ${bind(new Date(until), 'timestamp')}
    and epoch_ms(e.received_at) - epoch_ms(e.occurred_at) <= ${bind(latenessMs, 'bigint')}
    and ${isAbout(filter, parameters)}`
}

/** For every `parts`th customer. */
function findInPart(
  database: SqlDatabase,
  detection: ThresholdDetection,
  range: TimeRange,
  { part, parts, limit }: { part: number; parts: number; limit: number },
): Promise<FoundCrossing[]> {
  const parameters = createParameters()
  const { bind } = parameters
  const isInPart = `item % ${bind(parts, 'integer')} = ${bind(part, 'integer')}`
  const counting = { count: bind(detection.count, 'bigint'), windowMs: bind(detection.windowMs, 'bigint') }
  return database.all<FoundCrossing>(
    `with theirs as (
       select subject, min(subject) over (partition by customer_id) as item from subjects where customer_id is not null
     ), hits as (
       select t.item, epoch_ms(e.occurred_at) as happened, e.event_id, e.source <> 'client' as trusted, e.sequence
       from events e join (select * from theirs where ${isInPart}) t on t.subject = e.subject
       where ${isHit(detection, range, parameters)}
     ), crossings as materialized (
       select item, happened, event_id, trusted, sequence from (${crossingsOf('hits', counting)})
       where happened > ${bind(range.from, 'bigint')} order by happened, event_id limit ${bind(limit, 'integer')}
     )
     select c.happened as "at", c.event_id::varchar as "eventId", e.event_name as name, e.event_channel as channel,
       s.customer_id as "customerId", epoch_ms(e.received_at) as "receivedAt", c.trusted
     from crossings c join events e on e.sequence = c.sequence join subjects s on s.subject = e.subject
     order by c.happened, c.event_id`,
    parameters.values,
  )
}
