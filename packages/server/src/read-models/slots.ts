/** Somebody who may hold one of the slots. */
export interface SlotHolder {
  /** When it was last asked or last answered, by the monotonic clock. */
  readonly usedAt: number
  /** Whether it answers somebody now, or has the log to follow. */
  readonly isBusy: boolean
  /** Since when it can work in its slot, by the monotonic clock; null while it starts. */
  readonly readyAt: number | null
  /** Asked to let others have its slot: it finishes what it has begun, begins nothing else, and releases the slot. */
  yield(): void
}

/** Bounds how many processes there are at once. */
export interface Slots {
  /** Resolves once the holder has a slot. `isUrgent`: somebody waits for it, so it goes before those for whom nobody does. */
  acquire(holder: SlotHolder, options: { isUrgent: () => boolean }): Promise<void>
  release(holder: SlotHolder): void
}

/**
 * While others wait, a slot is its holder's for so many milliseconds once it is ready, however busy it is; for longer where
 * its start took longer, so that most of the time isn't spent on starting.
 */
const minSlotMs = 2_000
/** One that isn't ready after so many milliseconds goes, too. */
const startMs = 30_000
/** One that was asked a moment ago is likely to be asked on: a request may take several reads. */
const pauseMs = 50
/** For whom nobody waits it is granted behind the others, but no longer than so many milliseconds. */
const maxBackgroundWaitMs = 10_000

interface Held {
  since: number
  yielding: boolean
}

/**
 * So many slots, given in the order in which they were asked for: who had one stands behind everybody who waits. When all
 * are taken and another one is needed, the holder goes that was needed least recently; where all are busy the one that
 * has had its slot longest.
 */
export function createSlots(max: number): Slots {
  const held = new Map<SlotHolder, Held>()
  const waiting: { holder: SlotHolder; isUrgent: () => boolean; since: number; grant: () => void }[] = []
  let timer: NodeJS.Timeout | null = null

  function grantNext(): void {
    while (waiting.length > 0 && held.size < max) {
      const now = performance.now()
      const urgent = waiting.findIndex(
        ({ isUrgent, since }) => isUrgent() || now - since >= maxBackgroundWaitMs,
      )
      const [next] = waiting.splice(Math.max(0, urgent), 1)
      held.set(next!.holder, { since: now, yielding: false })
      next!.grant()
    }
    makeRoom()
  }

  function makeRoom(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const wanted = waiting.length - [...held.values()].filter(({ yielding }) => yielding).length
    const now = performance.now()
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
    if (waiting.length > 0) timer = setTimeout(makeRoom, pauseMs)
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

/** One that starts keeps its slot: on a slow machine a start takes longer than a turn, and nobody would get anywhere. */
function isOver({ readyAt }: SlotHolder, { since }: Held, now: number): boolean {
  if (readyAt === null) return now - since >= startMs
  return now - readyAt >= Math.max(minSlotMs, readyAt - since)
}
