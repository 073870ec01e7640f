/** Somebody who may hold one of the slots. */
export interface SlotHolder {
  /** When it was last needed, by the monotonic clock. */
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

/** While others wait, a slot is its holder's for so many milliseconds once it is ready, however busy it is. */
const turnMs = 1_000
/** One that isn't ready after so many milliseconds goes, too. */
const startMs = 30_000

/**
 * So many slots. When all are taken and another one is needed, the holder goes that was needed least recently; where
 * all are busy the one that has had its slot longest, so that none of those who wait starves.
 */
export function createSlots(max: number): Slots {
  const held = new Map<SlotHolder, { since: number; yielding: boolean }>()
  const waiting: { holder: SlotHolder; isUrgent: () => boolean; grant: () => void }[] = []
  let timer: NodeJS.Timeout | null = null

  function grantNext(): void {
    while (waiting.length > 0 && held.size < max) {
      const urgent = waiting.findIndex(({ isUrgent }) => isUrgent())
      const [next] = waiting.splice(Math.max(0, urgent), 1)
      held.set(next!.holder, { since: performance.now(), yielding: false })
      next!.grant()
    }
    makeRoom()
  }

  function makeRoom(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const wanted = waiting.length - [...held.values()].filter(({ yielding }) => yielding).length
    const now = performance.now()
    // One that starts keeps its slot: on a slow machine a start takes longer than a turn, and nobody would get anywhere.
    const candidates = [...held].filter(
      ([{ readyAt }, { since, yielding }]) => !yielding && (readyAt !== null || now - since >= startMs),
    )
    const idle = candidates.filter(([holder]) => !holder.isBusy).sort(([a], [b]) => a.usedAt - b.usedAt)
    const busy = candidates
      .filter(([holder, { since }]) => holder.isBusy && now - (holder.readyAt ?? since) >= turnMs)
      .sort(([, a], [, b]) => a.since - b.since)
    for (const [holder, state] of [...idle, ...busy].slice(0, Math.max(0, wanted))) {
      state.yielding = true
      holder.yield()
    }
    if (waiting.length > 0) timer = setTimeout(makeRoom, turnMs / 10)
  }

  return {
    acquire: (holder, { isUrgent }) =>
      new Promise((grant) => {
        waiting.push({ holder, isUrgent, grant })
        grantNext()
      }),
    release(holder) {
      held.delete(holder)
      grantNext()
    },
  }
}
