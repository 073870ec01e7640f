import { textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import type { PendingEvent } from './pending-event.ts'

/** How long a uuid without a time is recognised as a duplicate after it was first received. */
export const dedupeDays = 31

const dayMs = 86_400_000

/**
 * Removes events that are stored already: a retried event may be in the log twice, but is in the read models once. Uuids
 * of browsers and of servers are separate: a browser that guesses a server's uuid can't make the server's event look like
 * a duplicate.
 *
 * A uuid v7 starts with its time, and events are stored in order of time: so a lookup reads only the blocks of that time,
 * however large the table is. Other uuids are looked up among events received within {@link dedupeDays}.
 */
export async function withoutStored(
  writer: SqlWriter,
  events: readonly PendingEvent[],
): Promise<PendingEvent[]> {
  const first = new Map<string, PendingEvent>()
  for (const pending of events) {
    const name = nameOf(pending.event.uuid, pending.trusted)
    if (!first.has(name)) first.set(name, pending)
  }

  const timed: string[] = []
  const untimed: string[] = []
  let oldestUntimed = Infinity
  for (const { event, record } of first.values()) {
    if (event.uuid[14] === '7') timed.push(event.uuid)
    else {
      untimed.push(event.uuid)
      oldestUntimed = Math.min(oldestUntimed, record.receivedAt)
    }
  }
  if (timed.length > 0) {
    timed.sort()
    const rows = await writer.all<{ event_id: string; trusted: boolean }>(
      `select event_id, source <> 'client' as trusted from events
       where event_id in (${textItems(1)}::uuid) and event_id between $2::uuid and $3::uuid`,
      [timed, timed[0]!, timed.at(-1)!],
    )
    for (const { event_id, trusted } of rows) first.delete(nameOf(event_id, trusted))
  }
  if (untimed.length > 0) {
    const since = new Date(oldestUntimed - dedupeDays * dayMs).toISOString()
    const rows = await writer.all<{ event_id: string; trusted: boolean; received_at: string }>(
      `select event_id, source <> 'client' as trusted, received_at from events
       where event_id in (${textItems(1)}::uuid) and received_at >= $2::timestamp`,
      [untimed, since],
    )
    for (const { event_id, trusted, received_at } of rows) {
      const name = nameOf(event_id, trusted)
      const again = first.get(name)
      if (again !== undefined && again.record.receivedAt - Date.parse(received_at) <= dedupeDays * dayMs)
        first.delete(name)
    }
  }
  return [...first.values()]
}

function nameOf(uuid: string, trusted: boolean): string {
  return `${trusted ? 1 : 0}${uuid}`
}
