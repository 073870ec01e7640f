import type { Channel } from '@customer-intel/contract'
import type { CustomerKey, SignalDefinition } from '../kernel/log/record.ts'
import type { OccurrenceEntry } from './occurrence-read-types.ts'
import { resolveCustomerKeys } from '../customers/reads/customer-keys.ts'
import { type SqlDatabase, textItems } from '../kernel/sql/database.ts'
import { createParameters } from '../kernel/sql/parameters.ts'
import type { TimeBasedFinding, FindingCursor, TimeRange } from './time-based-finding.ts'
import {
  type TimeBasedDetection,
  detectionOf,
  type EventDetection,
  isTimeBased,
  type ThresholdDetection,
} from './detection.ts'
import { isAbout } from './filter-sql.ts'
import { findAbsences, nextAbsence } from './find-absences.ts'
import { findDaily, nextDayEnd } from './find-daily.ts'
import { findThresholdCrossings } from './find-threshold-crossings.ts'
import { clockOccurrenceId, eventOccurrenceId } from './occurrence-id.ts'
import { segmentOf } from './segment-of.ts'

/**
 * What a signal would have found, had it existed: an {@link OccurrenceEntry}, but for a threshold the evidence holds only
 * the crossing event.
 */
export interface HistoricOccurrence extends OccurrenceEntry {
  /** For a time-based signal: the customer's strongest key. */
  customer: CustomerKey | null
}

export interface Evaluation {
  /** By the time they occurred, at most `limit`. */
  occurrences: HistoricOccurrence[]
  /** There are more. */
  truncated: boolean
  /** Time-based, if there are more: continue after this one. */
  resumeAfter: FindingCursor | null
  /** Time-based: when to evaluate again, Unix milliseconds; null: after the next event. */
  nextAt: number | null
}

export interface EvaluationRequest extends TimeRange {
  signalId: string
  signal: SignalDefinition
  /** Maximal number of occurrences; bounds the memory they need. */
  limit: number
  /** Time-based: only after this one. */
  after?: FindingCursor | null
  /** Time-based: without occurrences that are stored already, under whatever key the customer had then. */
  unseen?: boolean
}

/**
 * Evaluates a signal over stored events within a range of time, by the same rules as the projection does with new events,
 * or by time.
 */
export async function evaluateSignal(database: SqlDatabase, request: EvaluationRequest): Promise<Evaluation> {
  const { signalId, signal, limit } = request
  const detection = detectionOf(signal)
  if (isTimeBased(detection)) return evaluateTimeBased(database, detection, request)
  const found =
    detection.type === 'event'
      ? await matches(database, signalId, detection, request)
      : await crossings(database, signalId, detection, request)
  const occurrences = found.slice(0, limit).filter((one) => one !== null)
  return { occurrences, truncated: found.length > limit, resumeAfter: null, nextAt: null }
}

async function evaluateTimeBased(
  database: SqlDatabase,
  detection: TimeBasedDetection,
  { signalId, from, until, limit, after = null, unseen = false }: EvaluationRequest,
): Promise<Evaluation> {
  const page = { after, limit: limit + 1 }
  const found =
    detection.type === 'absence'
      ? await findAbsences(database, detection, { from, until }, page)
      : await findDaily(database, detection, { from, until }, page)
  const truncated = found.length > limit
  const taken = found.slice(0, limit)
  return {
    occurrences: await describeFindings(
      database,
      signalId,
      unseen ? await withoutStored(database, signalId, taken) : taken,
    ),
    truncated,
    resumeAfter: truncated ? (taken.at(-1) ?? null) : null,
    nextAt: detection.type === 'absence' ? await nextAbsence(database, detection, until) : nextDayEnd(until),
  }
}

/** By their current customer: its key may have changed since, and with it the occurrence's id. */
async function withoutStored(
  database: SqlDatabase,
  signalId: string,
  found: readonly TimeBasedFinding[],
): Promise<TimeBasedFinding[]> {
  if (found.length === 0) return []
  const rows = await database.all<{ customer_id: string; happened: number }>(
    `select s.customer_id, epoch_ms(o.occurred_at) as happened from occurrences o join subjects s on s.subject = o.subject
     where o.signal_id = $1 and epoch_ms(o.occurred_at) between $2::bigint and $3::bigint and s.customer_id in (${textItems(4)})`,
    [signalId, found[0]!.at, found.at(-1)!.at, [...new Set(found.map(({ customerId }) => customerId))]],
  )
  const stored = new Set(rows.map((row) => `${row.customer_id} ${row.happened}`))
  return found.filter(({ customerId, at }) => !stored.has(`${customerId} ${at}`))
}

async function describeFindings(
  database: SqlDatabase,
  signalId: string,
  found: readonly TimeBasedFinding[],
): Promise<HistoricOccurrence[]> {
  const keys = await resolveCustomerKeys(database, [...new Set(found.map(({ customerId }) => customerId))])
  return found.flatMap(({ customerId, at, from, count, eventIds }) => {
    const customer = keys.get(customerId)
    if (customer === undefined) return []
    const occurredAt = new Date(at).toISOString()
    return {
      occurrenceId: clockOccurrenceId(signalId, JSON.stringify(customer), at),
      signalId,
      grain: 'CUSTOMER',
      subjectId: null,
      customerId,
      customer,
      occurredAt,
      detectedAt: occurredAt,
      eventId: null,
      eventName: null,
      eventChannel: null,
      evidence: { eventIds, count, from: new Date(from).toISOString(), until: occurredAt },
    }
  })
}

interface Hit {
  /** Unix milliseconds. */
  at: number
  eventId: string
  name: string
  channel: Channel
  customerId: string | null
  receivedAt: number
  trusted: boolean
}

/** Of an event's properties only those that name its segment. */
const segmentProperties = `json_object('segmentId', e.properties::json -> '/segmentId', 'segment', e.properties::json -> '/segment')::varchar`

/** Null for an event that isn't about any segment. */
async function matches(
  database: SqlDatabase,
  signalId: string,
  { filter, grain }: EventDetection,
  { from, until, limit }: EvaluationRequest,
): Promise<(HistoricOccurrence | null)[]> {
  const parameters = createParameters()
  const { bind } = parameters
  const hits = await database.all<Hit & { properties: string }>(
    `select epoch_ms(e.occurred_at) as "at", e.event_id::varchar as "eventId", e.event_name as name,
       e.event_channel as channel, s.customer_id as "customerId", epoch_ms(e.received_at) as "receivedAt",
       e.source <> 'client' as trusted, ${grain === 'SEGMENT' ? segmentProperties : `'{}'`} as properties
     from events e join subjects s on s.subject = e.subject
     where e.occurred_at > ${bind(new Date(from), 'timestamp')} and e.occurred_at <= ${bind(new Date(until), 'timestamp')}
       and ${isAbout(filter, parameters)}
     order by e.occurred_at, e.event_id limit ${bind(limit + 1, 'integer')}`,
    parameters.values,
  )
  return hits.map((hit) => {
    const subjectId = grain === 'SEGMENT' ? segmentOf(hit) : null
    if (grain === 'SEGMENT' && subjectId === null) return null
    const customerId = grain === 'CUSTOMER' ? hit.customerId : null
    return describeHit({ signalId, grain, subjectId, customerId }, hit, { count: 1, from: hit.at })
  })
}

async function crossings(
  database: SqlDatabase,
  signalId: string,
  detection: ThresholdDetection,
  { from, until, limit }: EvaluationRequest,
): Promise<HistoricOccurrence[]> {
  const { count, windowMs } = detection
  const found = await findThresholdCrossings(database, detection, { from, until }, limit + 1)
  return found.map((crossing) => {
    const of = { signalId, grain: 'CUSTOMER', subjectId: null, customerId: crossing.customerId } as const
    return describeHit(of, crossing, { count, from: crossing.at - windowMs })
  })
}

function describeHit(
  of: Pick<OccurrenceEntry, 'signalId' | 'grain' | 'subjectId' | 'customerId'>,
  { at, eventId, name, channel, receivedAt, trusted }: Hit,
  { count, from }: { count: number; from: number },
): HistoricOccurrence {
  const occurredAt = new Date(at).toISOString()
  return {
    occurrenceId: eventOccurrenceId(of.signalId, { eventId, trusted }),
    ...of,
    customer: null,
    occurredAt,
    detectedAt: new Date(receivedAt).toISOString(),
    eventId,
    eventName: name,
    eventChannel: channel,
    evidence: { eventIds: [eventId], count, from: new Date(from).toISOString(), until: occurredAt },
  }
}
