import type { AcceptedEvent } from '@customer-intel/contract'
import { type CursorScope, decodeCursor, encodeCursor } from '../kernel/operations/cursor.ts'
import { decodeRecord, type EventsRecord } from '../kernel/log/record.ts'
import type { Log, LogEntry, Position } from '../kernel/store/ports.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'

/** So much of the log is read for one answer: a thousand events or so. */
const pageBytes = 512 * 1024

/**
 * `GET /api/events`: goes along the log, whose order never changes, and tells of each arrival that was the first of its
 * event: the read models know which.
 */
export const followEvents: RouteHandler<'followEvents'> = {
  async run({ query: { after, waitSeconds } }, { workspace }) {
    const { log, organization } = workspace
    const scope: CursorScope = { organizationId: organization.id, tool: 'followEvents', question: {} }
    const place = (position: Position) => encodeCursor({ key: position, id: '' }, scope) ?? ''
    const from = decodeCursor(after, scope)?.key
    if (typeof from !== 'number') return { events: [], next: place(await log.end()) }
    const end = await waitForMore(log, from, waitSeconds * 1_000)
    if (end <= from) return { events: [], next: place(from) }
    const { entries, next } = await log.read(from, end, { maxBytes: pageBytes })
    return { events: await firstArrivals(workspace, entries), next: place(next) }
  },
}

/** Resolves with the log's end: at once when that lies beyond a position, else when it does, or after a time. */
async function waitForMore(log: Log, position: Position, waitMs: number): Promise<Position> {
  let moved = (): void => undefined
  const more = new Promise<void>((resolve) => (moved = resolve))
  // Before the look: what is appended in between is heard of.
  const unsubscribe = log.subscribe((end) => end > position && moved())
  const timer = setTimeout(() => moved(), waitMs)
  try {
    const end = await log.end()
    if (end > position || waitMs === 0) return end
    await more
    return await log.end()
  } finally {
    clearTimeout(timer)
    unsubscribe()
  }
}

async function firstArrivals(
  { readModels }: Workspace,
  entries: readonly LogEntry[],
): Promise<AcceptedEvent[]> {
  const records = entries.flatMap(({ payload }) => eventsIn(payload) ?? [])
  const uuids = new Set(records.flatMap(({ events }) => events.flatMap((event) => event?.uuid ?? [])))
  if (uuids.size === 0) return []
  const since = Math.min(...records.map(({ receivedAt }) => receivedAt))
  // What isn't in the answers yet can't be told from what never will be.
  const reads = await readModels.exact()
  const stored = await reads.findEvents([...uuids], new Date(since))
  const rows = new Map(stored.map((event) => [keyOf(event.uuid, event.source, event.receivedAt), event]))
  const found: AcceptedEvent[] = []
  for (const { events, source, receivedAt } of records) {
    for (const event of events) {
      const key = event && keyOf(event.uuid, source, new Date(receivedAt).toISOString())
      const row = key && rows.get(key)
      if (!row) continue
      // A repetition in the same millisecond.
      rows.delete(key)
      found.push(row)
    }
  }
  return found
}

function keyOf(uuid: string, source: string, receivedAt: string): string {
  return `${uuid} ${source} ${receivedAt}`
}

/** Null for a record of another kind, or one that can't be read: that is set aside. */
function eventsIn(
  payload: Uint8Array,
): (Omit<EventsRecord, 'events'> & { events: readonly (EventsRecord['events'][number] | null)[] }) | null {
  try {
    const record = decodeRecord(payload)
    return record.kind === 'events' ? record : null
  } catch {
    return null
  }
}
