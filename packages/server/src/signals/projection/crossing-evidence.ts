import type { SqlWriter } from '../../kernel/sql/database.ts'
import type { ThresholdDetection } from '../detection.ts'
import { evidenceEvents } from '../evidence.ts'

/** Crossings whose evidence is read at once. */
const pageSize = 200

/** A hit that crosses a threshold. */
interface Crossing {
  eventId: string
  /** Unix milliseconds. */
  at: number
  customerId: string
  signal: { signalId: string; detection: ThresholdDetection }
}

export interface Evidenced<C extends Crossing> {
  crossing: C
  /** When the last counted event was accepted, Unix milliseconds. */
  detectedAt: number
  /** The newest counted events, by time. */
  eventIds: string[]
}

/** Adds the events that count towards each crossing: those in its window, up to it. Page by page, in the given order. */
export async function* crossingsWithEvidence<C extends Crossing>(
  writer: SqlWriter,
  crossings: readonly C[],
): AsyncGenerator<Evidenced<C>[]> {
  for (let first = 0; first < crossings.length; first += pageSize)
    yield await readPage(writer, crossings.slice(first, first + pageSize))
}

async function readPage<C extends Crossing>(
  writer: SqlWriter,
  crossings: readonly C[],
): Promise<Evidenced<C>[]> {
  const rows = await writer.all<{ item: number; detected_at: number; event_ids: string }>(
    `with crossings as (
       select unnest(string_to_array($1, chr(31))) as signal_id, unnest(string_to_array($2, chr(31))) as customer_id,
         unnest(string_to_array($3, chr(31))::bigint[]) as happened, unnest(string_to_array($4, chr(31))::bigint[]) as window_ms,
         unnest(string_to_array($5, chr(31))::uuid[]) as event_id, unnest(string_to_array($6, chr(31))::integer[]) as item
     ), counted as (
       select c.item, h.event_id, h.received_at,
         row_number() over (partition by c.item order by h.occurred_at desc, h.event_id desc) as back
       from crossings c join subjects s on s.customer_id = c.customer_id
       join signal_hits h on h.subject = s.subject and h.signal_id = c.signal_id
       where epoch_ms(h.occurred_at) > c.happened - c.window_ms and (epoch_ms(h.occurred_at) < c.happened
         or (epoch_ms(h.occurred_at) = c.happened and h.event_id <= c.event_id))
     )
     select item, max(epoch_ms(received_at)) as detected_at,
       string_agg(event_id::varchar, ',' order by back desc) filter (where back <= ${evidenceEvents}) as event_ids
     from counted group by item order by item`,
    [
      crossings.map(({ signal }) => signal.signalId),
      crossings.map(({ customerId }) => customerId),
      crossings.map(({ at }) => at),
      crossings.map(({ signal }) => signal.detection.windowMs),
      crossings.map(({ eventId }) => eventId),
      crossings.map((_, index) => index),
    ],
  )
  return rows.map(({ item, detected_at: detectedAt, event_ids: ids }) => ({
    crossing: crossings[item]!,
    detectedAt,
    eventIds: ids.split(','),
  }))
}
