import { availableParallelism } from 'node:os'

/** A read process that may hold a slot. */
export interface SlotHolder {
  /** When it was last used, by the monotonic clock. */
  readonly usedAt: number
  /** Whether it has a request to answer, or log to apply. */
  readonly isBusy: boolean
  /** When it became ready to work in its slot, by the monotonic clock; null while it starts. */
  readonly readyAt: number | null
  /** Makes it give up the slot: it finishes its requests, takes no more, and releases the slot. */
  yield(): void
}

/** Limits the number of processes that run at once. */
export interface Slots {
  /** Resolves once the holder has a slot. `isUrgent`: a request waits for it, so it goes before holders without one. */
  acquire(holder: SlotHolder, options: { isUrgent: () => boolean }): Promise<void>
  release(holder: SlotHolder): void
}

/**
 * While others wait, a holder keeps its slot for this long once it is ready, or as long as its start took: so that most
 * of the time isn't spent on starts.
 */
const minSlotMs = 2_000
/** A holder that isn't ready after this time loses its slot, too. */
const startMs = 30_000
/** A holder that was used within this time counts as busy: a request may take several reads. */
const pauseMs = 50
/** A holder without requests waits behind urgent ones, for this long at most. */
const maxBackgroundWaitMs = 10_000
/**
 * So many holders that nobody waits for start at the same time, of those whose start hasn't taken `maxBackgroundWaitMs`: a
 * start takes up to a second of a core, and a node that comes to hold many organizations has requests to answer meanwhile.
 */
const maxBackgroundStarts = Math.max(1, availableParallelism() - 1)

interface Held {
  since: number
  yielding: boolean
  isUrgent: () => boolean
}

/**
 * Slots are granted in the order of requests; a holder that lost its slot goes to the end of the queue. When all slots
 * are taken and another process needs one, the least recently used idle holder loses its slot, or, if all are busy, the
 * one that has held its slot the longest.
 */
export function createSlots(max: number): Slots {
  const held = new Map<SlotHolder, Held>()
  const waiting: { holder: SlotHolder; isUrgent: () => boolean; since: number; grant: () => void }[] = []
  let timer: NodeJS.Timeout | null = null

  /** Those of `waiting` that may start now, the next one first. */
  function startable(now: number): typeof waiting {
    const starting = [...held].filter(
      ([{ readyAt }, { isUrgent, since }]) =>
        readyAt === null && !isUrgent() && now - since < maxBackgroundWaitMs,
    )
    const inBackground = waiting.filter(({ isUrgent }) => !isUrgent())
    const mayStart = new Set(inBackground.slice(0, Math.max(0, maxBackgroundStarts - starting.length)))
    const able = waiting.filter((one) => one.isUrgent() || mayStart.has(one))
    const isFirst = ({ isUrgent, since }: (typeof able)[number]) =>
      isUrgent() || now - since >= maxBackgroundWaitMs
    return [...able.filter(isFirst), ...able.filter((one) => !isFirst(one))]
  }

  function grantNext(): void {
    while (held.size < max) {
      const now = performance.now()
      const [next] = startable(now)
      if (next === undefined) break
      waiting.splice(waiting.indexOf(next), 1)
      held.set(next.holder, { since: now, yielding: false, isUrgent: next.isUrgent })
      next.grant()
    }
    makeRoom()
  }

  function makeRoom(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const now = performance.now()
    const wanted = startable(now).length - [...held.values()].filter(({ yielding }) => yielding).length
    const free = [...held].filter(([, { yielding }]) => !yielding)
    const idle = free
      .filter(([{ isBusy, readyAt, usedAt }]) => !isBusy && readyAt !== null && now - usedAt >= pauseMs)
      .sort(([a], [b]) => a.usedAt - b.usedAt)
    const over = free
      .filter((one) => !idle.includes(one) && isOver(...one, now))
      .sort(([, a], [, b]) => a.since - b.since)
    for (const [holder, state] of [...idle, ...over].slice(0, Math.max(0, wanted))) {
      state.yielding = true
      holder.yield()
    }
    if (waiting.length > 0) timer = setTimeout(grantNext, pauseMs)
  }

  return {
    acquire: (holder, { isUrgent }) =>
      new Promise((grant) => {
        waiting.push({ holder, isUrgent, since: performance.now(), grant })
        grantNext()
      }),
    release(holder) {
      held.delete(holder)
      grantNext()
    },
  }
}

/**
 * A holder that is still starting keeps its slot: on a slow machine a start takes longer than `minSlotMs`, and no process
 * would ever become ready.
 */
function isOver({ readyAt }: SlotHolder, { since }: Held, now: number): boolean {
  if (readyAt === null) return now - since >= startMs
  return now - readyAt >= Math.max(minSlotMs, readyAt - since)
}
