import type { Row } from '../../kernel/sql/define-table.ts'
import { signalTables } from '../signal-tables.ts'
import { textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { crossingsOf } from '../crossings.ts'
import type { ThresholdDetection } from '../detection.ts'
import { evidenceText } from '../evidence.ts'
import { eventOccurrenceId } from '../occurrence-id.ts'
import { type Evidenced, crossingsWithEvidence } from './crossing-evidence.ts'

export interface ThresholdSignal {
  signalId: string
  since: number
  detection: ThresholdDetection
}

/** A signal and a customer whose occurrences are recomputed. */
interface Pair {
  signalId: string
  customerId: string
  /** Crossings from this time on may differ from the stored ones; Unix milliseconds. */
  from: number
}

/** A hit that crosses a threshold. */
interface Crossing {
  sequence: number
  eventId: string
  subject: number
  name: string
  channel: string
  /** Unix milliseconds. */
  at: number
  trusted: boolean
}

interface FreshCrossing extends Crossing {
  occurrenceId: string
  customerId: string
  signal: ThresholdSignal
}

/**
 * Recomputes which events cross thresholds, for the customers of new events and for those that gained or lost stored
 * events (`moved`). A late event may cross a threshold in place of a stored one, whose occurrence is then deleted: so the
 * result depends only on the events and their customers, not on their order.
 */
export async function recomputeThresholds(
  writer: SqlWriter,
  signals: ReadonlyMap<string, ThresholdSignal>,
  hits: readonly Row<typeof signalTables.signal_hits>[],
  moved: ReadonlySet<string>,
): Promise<void> {
  const pairs = [
    ...(await pairsOf(writer, signals, hits, moved)),
    ...(await storedPairs(writer, moved)),
  ].filter(({ signalId }) => signals.has(signalId))
  if (moved.size > 0) await dropNobodys(writer, [...signals.keys()])
  if (pairs.length === 0) return
  const gone = await readStored(writer, signals, pairs)
  const fresh: FreshCrossing[] = []
  for (const { pair, ...crossing } of await findCrossings(writer, signals, pairs)) {
    const { signalId, customerId } = pairs[pair]!
    const occurrenceId = eventOccurrenceId(signalId, crossing)
    if (gone.delete(occurrenceId)) continue
    fresh.push({ ...crossing, occurrenceId, customerId, signal: signals.get(signalId)! })
  }
  if (gone.size > 0)
    await writer.all(`delete from occurrences where occurrence_id in (${textItems(1)})`, [[...gone]])
  for await (const page of crossingsWithEvidence(writer, fresh))
    await writer.append(signalTables.occurrences, page.map(occurrenceOf))
}

/** The customers of the new hits that have enough hits, except customers that are recomputed as a whole. */
async function pairsOf(
  writer: SqlWriter,
  signals: ReadonlyMap<string, ThresholdSignal>,
  hits: readonly Row<typeof signalTables.signal_hits>[],
  moved: ReadonlySet<string>,
): Promise<Pair[]> {
  const ids = [...new Set(hits.map(({ signal_id: id }) => id))].filter((id) => signals.has(id))
  if (ids.length === 0) return []
  const detections = ids.map((id) => signals.get(id)!.detection)
  // The subject of a hit may have changed meanwhile: a shared device was split.
  const rows = await writer.all<{ signal_id: string; customer_id: string; since: number }>(
    `with thresholds as (
       select unnest(string_to_array($2, chr(31))) as signal_id, unnest(string_to_array($3, chr(31))::bigint[]) as needed,
         unnest(string_to_array($4, chr(31))::bigint[]) as window_ms
     ), fresh as (
       select h.signal_id, s.customer_id, epoch_ms(min(h.occurred_at)) as since
       from signal_hits h join subjects s on s.subject = h.subject
       where h.sequence >= $1 and s.customer_id is not null group by 1, 2
     )
     select f.signal_id, f.customer_id, f.since from fresh f join thresholds t on t.signal_id = f.signal_id
     join subjects s on s.customer_id = f.customer_id
     join signal_hits h on h.subject = s.subject and h.signal_id = f.signal_id
     where epoch_ms(h.occurred_at) >= f.since - t.window_ms
     group by 1, 2, 3 having count(*) >= max(t.needed)`,
    [
      hits.reduce((least, { sequence }) => Math.min(least, sequence), Infinity),
      ids,
      detections.map(({ count }) => count),
      detections.map(({ windowMs }) => windowMs),
    ],
  )
  return rows.flatMap(({ signal_id: signalId, customer_id: customerId, since }) =>
    moved.has(customerId) ? [] : [{ signalId, customerId, from: since }],
  )
}

async function storedPairs(writer: SqlWriter, customerIds: ReadonlySet<string>): Promise<Pair[]> {
  if (customerIds.size === 0) return []
  const rows = await writer.all<{ signal_id: string; customer_id: string }>(
    `with theirs as (select subject, customer_id from subjects where customer_id in (${textItems(1)}))
     select h.signal_id, t.customer_id from signal_hits h join theirs t on t.subject = h.subject
     union select o.signal_id, t.customer_id from occurrences o join theirs t on t.subject = o.subject
     where o.event_id is not null`,
    [[...customerIds]],
  )
  return rows.map((row) => ({ signalId: row.signal_id, customerId: row.customer_id, from: -Infinity }))
}

/** Deletes occurrences of events that no longer belong to any customer. */
async function dropNobodys(writer: SqlWriter, signalIds: readonly string[]): Promise<void> {
  await writer.all(
    `delete from occurrences where signal_id in (${textItems(1)})
       and sequence > (select since from signals where signals.signal_id = occurrences.signal_id)
       and subject in (select subject from subjects where customer_id is null)`,
    [signalIds],
  )
}

async function findCrossings(
  writer: SqlWriter,
  signals: ReadonlyMap<string, ThresholdSignal>,
  pairs: readonly Pair[],
): Promise<(Crossing & { pair: number })[]> {
  const of = pairs.map(({ signalId }) => signals.get(signalId)!)
  return writer.all<Crossing & { pair: number }>(
    `with pairs as (
       select unnest(string_to_array($1, chr(31))) as signal_id, unnest(string_to_array($2, chr(31))) as customer_id,
         unnest(string_to_array($3, chr(31))::bigint[]) as since, unnest(string_to_array($4, chr(31))::bigint[]) as needed,
         unnest(string_to_array($5, chr(31))::bigint[]) as window_ms, unnest(string_to_array($6, chr(31))::bigint[]) as behind,
         unnest(string_to_array($7, chr(31))::integer[]) as item
     ), found as (
       select p.item, p.needed, p.window_ms, p.since, p.behind, h.sequence, h.event_id, h.subject, h.event_name,
         h.event_channel, h.trusted, epoch_ms(h.occurred_at) as happened
       from pairs p join subjects s on s.customer_id = p.customer_id
       join signal_hits h on h.subject = s.subject and h.signal_id = p.signal_id
       where epoch_ms(h.occurred_at) >= p.since - p.window_ms
       qualify count(*) over (partition by p.item) >= p.needed
     )
     select item as pair, sequence, event_id::varchar as "eventId", subject, event_name as name, event_channel as channel,
       happened as "at", trusted
     from (${crossingsOf('found', { count: 'needed', windowMs: 'window_ms' })})
     where sequence > behind and happened >= since order by happened, event_id`,
    [
      pairs.map(({ signalId }) => signalId),
      pairs.map(({ customerId }) => customerId),
      pairs.map(({ from }) => Math.max(from, minTime)),
      of.map(({ detection }) => detection.count),
      of.map(({ detection }) => detection.windowMs),
      of.map(({ since }) => since),
      pairs.map((_, index) => index),
    ],
  )
}

/** Earlier than any event, in Unix milliseconds. */
const minTime = -62_135_596_800_000

/** Ids of stored occurrences by the current definitions, which may have to be deleted. */
async function readStored(
  writer: SqlWriter,
  signals: ReadonlyMap<string, ThresholdSignal>,
  pairs: readonly Pair[],
): Promise<Set<string>> {
  const rows = await writer.all<{ occurrence_id: string }>(
    `with pairs as (
       select unnest(string_to_array($1, chr(31))) as signal_id, unnest(string_to_array($2, chr(31))) as customer_id,
         unnest(string_to_array($3, chr(31))::bigint[]) as since, unnest(string_to_array($4, chr(31))::bigint[]) as behind
     )
     select o.occurrence_id from pairs p join subjects s on s.customer_id = p.customer_id
     join occurrences o on o.subject = s.subject and o.signal_id = p.signal_id
     where epoch_ms(o.occurred_at) >= p.since and o.sequence > p.behind`,
    [
      pairs.map(({ signalId }) => signalId),
      pairs.map(({ customerId }) => customerId),
      pairs.map(({ from }) => Math.max(from, minTime)),
      pairs.map(({ signalId }) => signals.get(signalId)!.since),
    ],
  )
  return new Set(rows.map((row) => row.occurrence_id))
}

function occurrenceOf({
  crossing: { signal, occurrenceId, at, subject, sequence, eventId, name, channel },
  detectedAt,
  eventIds,
}: Evidenced<FreshCrossing>): Row<typeof signalTables.occurrences> {
  const { count, windowMs } = signal.detection
  return {
    occurrence_id: occurrenceId,
    signal_id: signal.signalId,
    grain: 'CUSTOMER',
    subject,
    occurred_at: at,
    detected_at: detectedAt,
    event_id: eventId,
    event_name: name,
    event_channel: channel,
    evidence: evidenceText({ eventIds, count, from: at - windowMs, until: at }),
    sequence,
  }
}
