import { textItems, type SqlWriter } from '../read-models/sql/database.ts'
import { type Row, tables } from '../read-models/sql/schema.ts'
import { findCrossings, type Hit } from '../signals/crossings.ts'
import type { ThresholdDetection } from '../signals/detection.ts'
import { evidenceText } from '../signals/evidence.ts'
import { eventOccurrenceId } from '../signals/occurrence-id.ts'

export interface ThresholdSignal {
  signalId: string
  since: number
  detection: ThresholdDetection
}

/** A signal's events at one customer, from some time on. */
interface Pair {
  signalId: string
  customerId: string
  /** Crossings since then may be others than are stored; Unix milliseconds. */
  from: number
}

interface StoredHit extends Hit {
  sequence: number
  subject: number
  name: string
  channel: string
  receivedAt: number
  trusted: boolean
}

/**
 * Writes which events cross thresholds at the customers that new events belong to, and at those of whom it was decided
 * anew who they are. An event that doesn't cross any more, since a late one did before it, is no occurrence any more: so
 * what stands here follows from the events and whose they are, in whatever order they came.
 */
export async function settleThresholds(
  writer: SqlWriter,
  signals: ReadonlyMap<string, ThresholdSignal>,
  hits: readonly Row<'signal_hits'>[],
  resettled: ReadonlySet<string>,
): Promise<void> {
  const pairs = [
    ...(await pairsOf(writer, hits, resettled)),
    ...(await storedPairs(writer, resettled)),
  ].filter(({ signalId }) => signals.has(signalId))
  if (resettled.size > 0) await dropNobodys(writer, [...signals.keys()])
  if (pairs.length === 0) return
  const found = await readHits(writer, signals, pairs)
  const stored = await readStored(writer, signals, pairs)
  const fresh: Row<'occurrences'>[] = []
  const gone: string[] = []
  for (const pair of pairs) {
    const { since, detection } = signals.get(pair.signalId)!
    const known = new Set(stored.get(nameOf(pair)))
    for (const crossing of findCrossings(found.get(nameOf(pair)) ?? [], detection)) {
      const last = crossing.at(-1)!
      if (last.sequence <= since || last.at < pair.from) continue
      const row = occurrenceOf(pair.signalId, detection, crossing)
      if (!known.delete(row.occurrence_id)) fresh.push(row)
    }
    gone.push(...known)
  }
  if (gone.length > 0)
    await writer.all(`delete from occurrences where occurrence_id in (${textItems(1)})`, [gone])
  await writer.append(tables.occurrences, fresh)
}

function nameOf({ signalId, customerId }: Pick<Pair, 'signalId' | 'customerId'>): string {
  return `${signalId} ${customerId}`
}

/** Whose the new hits are, but for customers that are looked at as a whole. */
async function pairsOf(
  writer: SqlWriter,
  hits: readonly Row<'signal_hits'>[],
  resettled: ReadonlySet<string>,
): Promise<Pair[]> {
  if (hits.length === 0) return []
  // A hit's subject may be another by now: a device that several people use was split.
  const rows = await writer.all<{ signal_id: string; customer_id: string; since: number }>(
    `select h.signal_id, s.customer_id, epoch_ms(min(h.occurred_at)) as since
     from signal_hits h join subjects s on s.subject = h.subject
     where h.sequence >= $1 and s.customer_id is not null group by 1, 2`,
    [hits.reduce((least, { sequence }) => Math.min(least, sequence), Infinity)],
  )
  return rows.flatMap(({ signal_id: signalId, customer_id: customerId, since }) =>
    resettled.has(customerId) ? [] : [{ signalId, customerId, from: since }],
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

/** Thresholds are crossed by customers: what was one's and is nobody's now is no occurrence. */
async function dropNobodys(writer: SqlWriter, signalIds: readonly string[]): Promise<void> {
  await writer.all(
    `delete from occurrences where signal_id in (${textItems(1)})
       and sequence > (select since from signals where signals.signal_id = occurrences.signal_id)
       and subject in (select subject from subjects where customer_id is null)`,
    [signalIds],
  )
}

/** Of pairs that have enough events to cross anything. */
async function readHits(
  writer: SqlWriter,
  signals: ReadonlyMap<string, ThresholdSignal>,
  pairs: readonly Pair[],
): Promise<Map<string, StoredHit[]>> {
  const detections = pairs.map(({ signalId }) => signals.get(signalId)!.detection)
  const rows = await writer.all<{
    pair: number
    sequence: number
    event_id: string
    subject: number
    event_name: string
    event_channel: string
    happened: number
    received: number
    trusted: boolean
  }>(
    `with pairs as (
       select unnest(string_to_array($1, chr(31))) as signal_id, unnest(string_to_array($2, chr(31))) as customer_id,
         unnest(string_to_array($3, chr(31))::bigint[]) as since, unnest(string_to_array($4, chr(31))::integer[]) as needed,
         unnest(string_to_array($5, chr(31))::integer[]) as pair
     ), found as (
       select p.pair, p.needed, h.*, epoch_ms(h.occurred_at) as happened, epoch_ms(h.received_at) as received
       from pairs p join subjects s on s.customer_id = p.customer_id
       join signal_hits h on h.subject = s.subject and h.signal_id = p.signal_id
       where epoch_ms(h.occurred_at) >= p.since
     )
     select pair, sequence, event_id, subject, event_name, event_channel, happened, received, trusted
     from found qualify count(*) over (partition by pair) >= needed`,
    [
      pairs.map(({ signalId }) => signalId),
      pairs.map(({ customerId }) => customerId),
      pairs.map(({ from }, index) => (Number.isFinite(from) ? from - detections[index]!.windowMs : minTime)),
      detections.map(({ count }) => count),
      pairs.map((_, index) => index),
    ],
  )
  const found = new Map<string, StoredHit[]>()
  for (const row of rows) {
    const name = nameOf(pairs[row.pair]!)
    const hit: StoredHit = {
      at: row.happened,
      eventId: row.event_id,
      sequence: row.sequence,
      subject: row.subject,
      name: row.event_name,
      channel: row.event_channel,
      receivedAt: row.received,
      trusted: row.trusted,
    }
    const list = found.get(name)
    if (list) list.push(hit)
    else found.set(name, [hit])
  }
  return found
}

/** Before every event there is, in Unix milliseconds. */
const minTime = -62_135_596_800_000

/** Ids of the occurrences that may have to go, by pair: those by the definition that holds. */
async function readStored(
  writer: SqlWriter,
  signals: ReadonlyMap<string, ThresholdSignal>,
  pairs: readonly Pair[],
): Promise<Map<string, string[]>> {
  const signalIds = [...new Set(pairs.map(({ signalId }) => signalId))]
  const rows = await writer.all<{
    occurrence_id: string
    signal_id: string
    customer_id: string
    sequence: number
    happened: number
  }>(
    `select o.occurrence_id, o.signal_id, s.customer_id, o.sequence, epoch_ms(o.occurred_at) as happened
     from occurrences o join subjects s on s.subject = o.subject
     where o.signal_id in (${textItems(1)}) and s.customer_id in (${textItems(2)})`,
    [signalIds, [...new Set(pairs.map(({ customerId }) => customerId))]],
  )
  const from = new Map(pairs.map((pair) => [nameOf(pair), pair.from]))
  const stored = new Map<string, string[]>()
  for (const row of rows) {
    const name = nameOf({ signalId: row.signal_id, customerId: row.customer_id })
    const isOpen =
      row.happened >= (from.get(name) ?? Infinity) && row.sequence > signals.get(row.signal_id)!.since
    if (!isOpen) continue
    const list = stored.get(name)
    if (list) list.push(row.occurrence_id)
    else stored.set(name, [row.occurrence_id])
  }
  return stored
}

function occurrenceOf(
  signalId: string,
  { windowMs }: ThresholdDetection,
  crossing: readonly StoredHit[],
): Row<'occurrences'> {
  const last = crossing.at(-1)!
  return {
    occurrence_id: eventOccurrenceId(signalId, last),
    signal_id: signalId,
    grain: 'CUSTOMER',
    subject: last.subject,
    occurred_at: last.at,
    detected_at: crossing.reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), 0),
    event_id: last.eventId,
    event_name: last.name,
    event_channel: last.channel,
    evidence: evidenceText({
      eventIds: crossing.map(({ eventId }) => eventId),
      count: crossing.length,
      from: last.at - windowMs,
      until: last.at,
    }),
    sequence: last.sequence,
  }
}
