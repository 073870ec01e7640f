import { textItems, type SqlWriter } from '../read-models/sql/database.ts'
import type { PendingEvent } from './micro-batch.ts'

/** A uuid that carries no time is recognised as a repetition for this long after it was first received. */
export const dedupeDays = 31

const dayMs = 86_400_000

/**
 * Leaves out what is stored already: a retried event may stand in the log twice, the read models hold it once.
 *
 * A uuid v7 starts with its time and events are stored in time order, so looking one up reads only the blocks of its
 * time, however large the table is. Other uuids are looked up among what was received within {@link dedupeDays}.
 */
export async function withoutStored(
  writer: SqlWriter,
  events: readonly PendingEvent[],
): Promise<PendingEvent[]> {
  const first = new Map<string, PendingEvent>()
  for (const pending of events) if (!first.has(pending.event.uuid)) first.set(pending.event.uuid, pending)

  const timed: string[] = []
  const untimed: string[] = []
  let oldestUntimed = Infinity
  for (const [uuid, { record }] of first) {
    if (uuid[14] === '7') timed.push(uuid)
    else {
      untimed.push(uuid)
      oldestUntimed = Math.min(oldestUntimed, record.receivedAt)
    }
  }
  if (timed.length > 0) {
    timed.sort()
    const rows = await writer.all<{ event_id: string }>(
      `select event_id from events where event_id in (${textItems(1)}::uuid)
         and event_id between $2::uuid and $3::uuid`,
      [timed, timed[0]!, timed.at(-1)!],
    )
    for (const { event_id } of rows) first.delete(event_id)
  }
  if (untimed.length > 0) {
    const since = new Date(oldestUntimed - dedupeDays * dayMs).toISOString()
    const rows = await writer.all<{ event_id: string; received_at: string }>(
      `select event_id, received_at from events where event_id in (${textItems(1)}::uuid)
         and received_at >= $2::timestamp`,
      [untimed, since],
    )
    for (const { event_id, received_at } of rows) {
      const again = first.get(event_id)
      if (again !== undefined && again.record.receivedAt - Date.parse(received_at) <= dedupeDays * dayMs)
        first.delete(event_id)
    }
  }
  return [...first.values()]
}
