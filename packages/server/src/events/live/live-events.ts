import type { LiveEvent } from '@customer-intel/contract'
import type { Log, LogEntry, Position } from '../../kernel/store/ports.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { describeRejection } from '../list-rejections.ts'
import { type KeptRejection, rejectionLogOf } from '../rejections.ts'
import { createBell } from './bell.ts'
import type { LiveFilter } from './live-filter.ts'
import { encodePlace, type LogPlace } from './log-place.ts'
import { readArrivals } from './read-arrivals.ts'
import { storedEvents, type StoredLive } from './stored-events.ts'

/** A message, and where to go on after it. */
export interface LiveMessage {
  event: LiveEvent
  id: string
}

export interface LiveOptions {
  from: LogPlace
  filter: LiveFilter
  signal: AbortSignal
  /** Whether the follower still may; asked every few seconds. */
  isAllowed: () => Promise<boolean>
  lagSeconds: () => number
}

/** So much of the log is read at once. */
const pageBytes = 256 * 1024
/** A follower that is further behind goes on where {@link resumeBytes} are left. */
const maxBehindBytes = 8 * 1024 * 1024
const resumeBytes = 1024 * 1024
/** What is skipped is counted up to here. */
const countedBytes = 32 * 1024 * 1024
/** Events that wait to be read, and rejections that wait to be taken. */
const maxWaiting = 5_000
const lagEveryMs = 5_000
/** So long the read models may rest before they are asked for the next events. */
const restMs = 500

/** Events of one log record that wait until the answers hold them. */
export interface Arrivals {
  position: Position
  next: Position
  events: StoredLive[]
}

/**
 * Follows the log from a place on, at the pace at which messages are taken: nothing is buffered but what waits to be read.
 * Ends with the signal, and when the follower may no longer follow.
 */
export async function* liveEvents(
  workspace: Workspace,
  { from, filter, signal, isAllowed, lagSeconds }: LiveOptions,
): AsyncGenerator<LiveMessage, void> {
  const { log, readModels } = workspace
  const bell = createBell()
  const rejected = collectRejections(workspace, filter, bell.ring)
  let end: Position = 0
  const unsubscribes = [
    log.subscribe((position) => {
      end = Math.max(end, position)
      bell.ring()
    }),
    readModels.subscribe(bell.ring),
    rejected.close,
  ]
  signal.addEventListener('abort', bell.ring)
  const place: LogPlace = { ...from, position: from.unread, index: 0 }
  const waiting: Arrivals[] = []
  let isAsked = false
  let lagAt = -Infinity

  const message = (event: LiveEvent): LiveMessage => ({
    event,
    id: encodePlace({ ...place, unread: waiting[0]?.position ?? place.position }, workspace),
  })

  function askToRead(): void {
    if (isAsked || waiting.length === 0) return
    isAsked = true
    const askAgain = () => {
      isAsked = false
      bell.ring()
    }
    readModels
      .fresh({ withinMs: lagEveryMs })
      .catch(() => undefined)
      .finally(() => setTimeout(askAgain, restMs).unref())
  }

  /** Where the known ones end: nothing before is reported as stored again. */
  const isKnown = (position: Position, index: number) =>
    position < from.position || (position === from.position && index < from.index)

  try {
    end = Math.max(end, await log.end())
    while (!signal.aborted) {
      let isIdle = true
      for (const event of rejected.take()) {
        isIdle = false
        yield message(event)
      }
      if (end - place.position > maxBehindBytes || place.position > end) {
        const skipped = await skip(log, place.position, end)
        const after = encodePlace(place, workspace)
        Object.assign(place, { position: skipped.position, index: 0 })
        waiting.length = 0
        yield message({ type: 'gap', skipped: skipped.events, after })
      }
      if (place.position < end) {
        isIdle = false
        const { entries, next } = await log.read(place.position, end, { maxBytes: pageBytes })
        for (const entry of entries) {
          const events = wantedOf(entry, filter)
          if (events.length > 0)
            waiting.push({
              position: entry.position,
              next: entry.next,
              events: events.map(([, event]) => event),
            })
          for (const [index, event] of events) {
            if (!filter.isImmediate || isKnown(entry.position, index)) continue
            Object.assign(place, { position: entry.position, index: index + 1 })
            yield message({ type: 'stored', event })
          }
          Object.assign(place, { position: entry.next, index: 0 })
        }
        Object.assign(place, { position: next, index: 0 })
        forgetOldest(waiting)
      }
      const read = await readArrivals(readModels, waiting)
      if (read === null) askToRead()
      for (const { event, known } of read ?? []) {
        isIdle = false
        if (!filter.wantsRead(known)) continue
        if (!filter.isImmediate) yield message({ type: 'stored', event })
        yield message(known)
      }
      if (performance.now() - lagAt >= lagEveryMs) {
        if (!(await isAllowed())) return
        lagAt = performance.now()
        yield message({ type: 'lag', seconds: lagSeconds() })
      }
      if (isIdle) await bell.wait(Math.max(0, lagAt + lagEveryMs - performance.now()))
    }
  } finally {
    signal.removeEventListener('abort', bell.ring)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

function wantedOf(entry: LogEntry, filter: LiveFilter): [index: number, event: StoredLive][] {
  return [...storedEvents(entry).entries()].filter(
    (pair): pair is [number, StoredLive] => pair[1] !== null && filter.wantsStored(pair[1]),
  )
}

/** The place to go on from, and how many events lie before it; null: too many to be counted. */
async function skip(
  log: Log,
  from: Position,
  end: Position,
): Promise<{ position: Position; events: number | null }> {
  // The log was replaced by an older one.
  if (from > end) return { position: end, events: null }
  const until = await log.startOfLast(resumeBytes)
  if (until <= from) return { position: from, events: 0 }
  if (until - from > countedBytes) return { position: until, events: null }
  let events = 0
  for (let position = from; position < until;) {
    const { entries, next } = await log.read(position, until, { maxBytes: pageBytes })
    for (const entry of entries) events += storedEvents(entry).length
    if (next === position) break
    position = next
  }
  return { position: until, events }
}

/** While the answers are far behind, what came first is never reported as read. */
function forgetOldest(waiting: Arrivals[]): void {
  let events = waiting.reduce((sum, one) => sum + one.events.length, 0)
  while (events > maxWaiting) events -= waiting.shift()?.events.length ?? 0
}

/** What is rejected from now on, until it is taken. */
function collectRejections(
  workspace: Workspace,
  filter: LiveFilter,
  onMore: () => void,
): { take(): LiveEvent[]; close: () => void } {
  let rejections: KeptRejection[] = []
  let skipped = 0
  const close = filter.rejections
    ? rejectionLogOf(workspace).subscribe((rejection) => {
        if (!filter.wantsRejected(rejection)) return
        if (rejections.length >= maxWaiting) skipped += 1
        else rejections.push(rejection)
        onMore()
      })
    : () => undefined
  return {
    take() {
      const taken = rejections.map((rejection): LiveEvent => ({
        type: 'rejected',
        rejection: describeRejection(rejection),
      }))
      if (skipped > 0) taken.push({ type: 'gap', skipped, after: null })
      rejections = []
      skipped = 0
      return taken
    },
    close,
  }
}
