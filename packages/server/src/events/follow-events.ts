import type { AcceptedEvent } from '@customer-intel/contract'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'
import type { Log, Position } from '../kernel/store/ports.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { decodePlace, encodePlace, placeAt } from './live/log-place.ts'
import { keyOf, storedEvents, type StoredLive } from './live/stored-events.ts'

/** So much of the log is read for one answer: a thousand events or so. */
const pageBytes = 512 * 1024

/**
 * `GET /api/events`: goes along the log, whose order never changes, and tells of each arrival that was the first of its
 * event: the read models know which. With `unread` it waits for none of them.
 */
export const followEvents: RouteHandler<'followEvents'> = {
  async run({ query: { after, waitSeconds, unread } }, { workspace }) {
    const { log } = workspace
    const place = (position: Position) => encodePlace(placeAt(position), workspace)
    const from = decodePlace(after, workspace)
    if (from === null) return { events: [], next: place(await log.end()) }
    const end = await waitForMore(log, from.position, waitSeconds * 1_000)
    if (end <= from.position) return { events: [], next: encodePlace(from, workspace) }
    const { entries, next } = await log.read(from.position, end, { maxBytes: pageBytes })
    const arrivals = entries.flatMap((entry) =>
      storedEvents(entry).flatMap((event, index) =>
        event === null || (entry.position === from.position && index < from.index)
          ? []
          : [{ event, next: entry.next }],
      ),
    )
    return { events: await describe(workspace, arrivals, unread), next: place(next) }
  },
}

/** Resolves with the log's end: at once when that lies beyond a position, else when it does, or after a time. */
async function waitForMore(log: Log, position: Position, waitMs: number): Promise<Position> {
  let moved = (): void => undefined
  const more = new Promise<void>((resolve) => (moved = resolve))
  // Before the look: what is appended in between is noticed.
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

/** First arrivals, with whose they are. `unread`: those that the read models don't hold yet, without it, instead of waiting. */
async function describe(
  { readModels }: Workspace,
  arrivals: readonly { event: StoredLive; next: Position }[],
  unread: boolean,
): Promise<AcceptedEvent[]> {
  const first = arrivals[0]
  if (first === undefined) return []
  // What isn't in the answers yet can't be told from what never will be.
  const reads = unread ? readModels : await readModels.exact()
  const isRead = unread ? ({ next }: { next: Position }) => next <= readModels.projected : () => true
  const held = arrivals.filter(isRead)
  const since = held.reduce(
    (least, { event: { receivedAt } }) => Math.min(least, Date.parse(receivedAt)),
    Infinity,
  )
  const uuids = [...new Set(held.map(({ event }) => event.uuid))]
  const stored = uuids.length === 0 ? [] : await reads.findEvents(uuids, new Date(since))
  const rows = new Map(stored.map((row) => [keyOf(row), row]))
  const heldOnes = new Set(held)
  return arrivals.flatMap((arrival): AcceptedEvent[] => {
    const { event } = arrival
    if (!heldOnes.has(arrival)) {
      const { stated: _, ...said } = event
      return [{ ...said, contact: null, customer: null, read: false }]
    }
    const row = rows.get(keyOf(event))
    // A repetition in the same millisecond.
    rows.delete(keyOf(event))
    return row ? [row] : []
  })
}
