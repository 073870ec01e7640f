import type { Channel } from '@customer-intel/contract'
import type { CustomerKey, SignalDefinition } from '../log/record.ts'
import type { OccurrenceEntry } from '../read-models/reads/occurrence-reads.ts'
import { resolveCustomerKeys } from '../read-models/sql/customer-keys.ts'
import type { SqlDatabase } from '../read-models/sql/database.ts'
import { createParameters } from '../read-models/sql/parameters.ts'
import type { ClockFinding, TimeRange } from './clock-finding.ts'
import { findCrossings, type Hit } from './crossings.ts'
import {
  type ClockDetection,
  detectionOf,
  type EventFilter,
  isByClock,
  latenessMs,
  type SignalGrain,
} from './detection.ts'
import { evidenceText } from './evidence.ts'
import { isAbout } from './filter-sql.ts'
import { findAbsences, nextAbsence } from './find-absences.ts'
import { findDaily, nextDayEnd } from './find-daily.ts'
import { clockOccurrenceId, eventOccurrenceId } from './occurrence-id.ts'
import { segmentOf } from './segment-of.ts'

/** What a signal would have seen, had it been there; as {@link OccurrenceEntry}. */
export interface HistoricOccurrence extends OccurrenceEntry {
  /** Of those that the clock finds: the customer's strongest key. */
  customer: CustomerKey | null
}

export interface Evaluation {
  /** By the time of their occurring, at most as many as were asked for. */
  occurrences: HistoricOccurrence[]
  /** There are more. */
  truncated: boolean
  /** By the clock: when to look again, Unix milliseconds; null: when something happened. */
  nextAt: number | null
}

export interface EvaluationRequest extends TimeRange {
  signalId: string
  signal: SignalDefinition
  limit: number
}

/**
 * What a signal sees in what is stored, within a range of time: by the rules by which the projection sees it in what comes,
 * and what the clock finds.
 */
export async function evaluateSignal(database: SqlDatabase, request: EvaluationRequest): Promise<Evaluation> {
  const { signalId, signal, from, until, limit } = request
  const detection = detectionOf(signal)
  if (isByClock(detection)) {
    const found = await findByClock(database, detection, { from, until })
    const occurrences = await describeFindings(database, signalId, found.slice(0, limit))
    const nextAt =
      detection.type === 'absence' ? await nextAbsence(database, detection, until) : nextDayEnd(until)
    return { occurrences, truncated: found.length > limit, nextAt }
  }
  const occurrences =
    detection.type === 'event'
      ? await matches(database, signalId, detection.filter, detection.grain, request)
      : await crossings(database, signalId, detection, request)
  return { occurrences: occurrences.slice(0, limit), truncated: occurrences.length > limit, nextAt: null }
}

function findByClock(
  database: SqlDatabase,
  detection: ClockDetection,
  range: TimeRange,
): Promise<ClockFinding[]> {
  return detection.type === 'absence'
    ? findAbsences(database, detection, range)
    : findDaily(database, detection, range)
}

async function describeFindings(
  database: SqlDatabase,
  signalId: string,
  found: readonly ClockFinding[],
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

interface StoredHit extends Hit {
  name: string
  channel: Channel
  customerId: string | null
  properties: string
  receivedAt: number
  trusted: boolean
}

async function readHits(
  database: SqlDatabase,
  filter: EventFilter,
  { from, until }: TimeRange,
  limit: number | null,
): Promise<StoredHit[]> {
  const parameters = createParameters()
  const { bind } = parameters
  const rows = await database.all<Omit<StoredHit, 'at'> & { happened: number }>(
    `select epoch_ms(e.occurred_at) as happened, e.event_id::varchar as "eventId", e.event_name as name,
       e.event_channel as channel, s.customer_id as "customerId", e.properties, epoch_ms(e.received_at) as "receivedAt",
       e.source <> 'client' as trusted
     from events e join subjects s on s.subject = e.subject
     where e.occurred_at > ${bind(new Date(from), 'timestamp')} and e.occurred_at <= ${bind(new Date(until), 'timestamp')}
       and ${isAbout(filter, parameters)}
     order by e.occurred_at, e.event_id ${limit === null ? '' : `limit ${bind(limit, 'integer')}`}`,
    parameters.values,
  )
  return rows.map(({ happened, ...rest }) => ({ ...rest, at: happened }))
}

async function matches(
  database: SqlDatabase,
  signalId: string,
  filter: EventFilter,
  grain: SignalGrain,
  { from, until, limit }: EvaluationRequest,
): Promise<HistoricOccurrence[]> {
  const hits = await readHits(database, filter, { from, until }, limit + 1)
  return hits.flatMap((hit) => {
    const subjectId = grain === 'SEGMENT' ? segmentOf(hit) : null
    if (grain === 'SEGMENT' && subjectId === null) return []
    const of = { signalId, grain, subjectId, customerId: grain === 'CUSTOMER' ? hit.customerId : null }
    return describeHits(of, [hit], hit.at)
  })
}

async function crossings(
  database: SqlDatabase,
  signalId: string,
  detection: { filter: EventFilter; count: number; windowMs: number },
  { from, until }: EvaluationRequest,
): Promise<HistoricOccurrence[]> {
  const { filter, windowMs } = detection
  // An event exactly a window before the first one may decide whether that crosses.
  const hits = await readHits(database, filter, { from: from - windowMs - 1, until }, null)
  const byCustomer = new Map<string | null, StoredHit[]>()
  for (const hit of hits) {
    const theirs = byCustomer.get(hit.customerId)
    if (theirs) theirs.push(hit)
    else byCustomer.set(hit.customerId, [hit])
  }
  return [...byCustomer]
    .flatMap(([customerId, theirs]) => {
      if (customerId === null) return []
      const inTime = theirs.filter(({ at, receivedAt }) => receivedAt - at <= latenessMs)
      const of = { signalId, grain: 'CUSTOMER' as const, subjectId: null, customerId }
      return findCrossings(inTime, detection)
        .filter((crossing) => crossing.at(-1)!.at > from)
        .map((crossing) => describeHits(of, crossing, crossing.at(-1)!.at - windowMs))
    })
    .toSorted((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
}

function describeHits(
  of: Pick<OccurrenceEntry, 'signalId' | 'grain' | 'subjectId' | 'customerId'>,
  hits: readonly StoredHit[],
  from: number,
): HistoricOccurrence {
  const last = hits.at(-1)!
  const evidence = {
    eventIds: hits.map(({ eventId }) => eventId),
    count: hits.length,
    from,
    until: last.at,
  }
  return {
    occurrenceId: eventOccurrenceId(of.signalId, last),
    ...of,
    customer: null,
    occurredAt: new Date(last.at).toISOString(),
    detectedAt: new Date(Math.max(...hits.map(({ receivedAt }) => receivedAt))).toISOString(),
    eventId: last.eventId,
    eventName: last.name,
    eventChannel: last.channel,
    evidence: JSON.parse(evidenceText(evidence)) as OccurrenceEntry['evidence'],
  }
}
