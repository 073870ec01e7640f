import type { SlotHolder, Slots } from './slots.ts'

export interface ProcessLifeOptions {
  slots: Slots
  /** A process that nobody needed for so many milliseconds ends. */
  idleMs: number
  /** Somebody waits for an answer. */
  isNeeded: () => boolean
  /** Somebody was told to come again in a moment. */
  isExpected: () => boolean
  /** There is more of the log than it has applied. */
  isBehind: () => boolean
  start: () => void
  /** Ends the process once it has answered what it was asked. */
  end: () => Promise<void>
}

/** When a process is there: while somebody needs it or it has the log to follow, as far as there is a slot for it. */
export interface ProcessLife {
  readonly isAwake: boolean
  /** Somebody needs the process now. */
  use(): void
  /** It was of use a moment ago, and stays for the next. */
  used(): void
  /** Wakes it a little later, where nobody does before. */
  wakeSoon(): void
  /** It has opened its database; also each time that it was started anew. */
  opened(): void
  /** Ends it, does some work while it isn't there, and wakes it where it is needed. */
  stop(work?: () => Promise<void>): Promise<void>
  /** Ends it for good. */
  close(): Promise<void>
}

/** So long after an append a sleeping process is woken to project it, in milliseconds, where nobody asks before. */
const wakeAfterMs = 1_000

export function createProcessLife(options: ProcessLifeOptions): ProcessLife {
  const { slots, idleMs, isNeeded, isExpected, isBehind, start, end } = options
  let state: 'asleep' | 'waking' | 'awake' | 'stopping' = 'asleep'
  let isClosing = false
  let usedAt = performance.now()
  let readyAt: number | null = null
  let hasSlot = false
  let isAcquiring = false
  let idleTimer: NodeJS.Timeout | undefined
  let wakeTimer: NodeJS.Timeout | undefined
  let stopping: Promise<void> = Promise.resolve()
  const holder: SlotHolder = {
    get usedAt() {
      return usedAt
    },
    get isBusy() {
      return isNeeded() || isExpected() || isBehind()
    },
    get readyAt() {
      return readyAt
    },
    yield: () => void stop(),
  }

  function wake(): void {
    clearTimeout(wakeTimer)
    wakeTimer = undefined
    if (state !== 'asleep' || isClosing) return
    state = 'waking'
    if (isAcquiring) return
    isAcquiring = true
    void slots.acquire(holder, { isUrgent: () => isNeeded() || isExpected() }).then(() => {
      isAcquiring = false
      if (state !== 'waking') return slots.release(holder)
      hasSlot = true
      readyAt = null
      start()
    })
  }

  function stop(work?: () => Promise<void>): Promise<void> {
    const earlier = stopping
    const done = (async () => {
      await earlier.catch(() => undefined)
      state = 'stopping'
      clearTimeout(idleTimer)
      await end()
      if (hasSlot) slots.release(holder)
      hasSlot = false
      try {
        await work?.()
      } finally {
        state = 'asleep'
        if (isNeeded() || isBehind()) wake()
      }
    })()
    stopping = done
    return done
  }

  function watchIdle(ms = idleMs): void {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      if (state !== 'awake' || isClosing) return
      const leftMs = isNeeded() || isBehind() ? idleMs : usedAt + idleMs - performance.now()
      if (leftMs <= 0) void stop()
      else watchIdle(Math.ceil(leftMs))
    }, ms).unref()
  }

  return {
    get isAwake() {
      return state === 'awake'
    },
    use() {
      usedAt = performance.now()
      wake()
    },
    used() {
      usedAt = performance.now()
    },
    wakeSoon() {
      if (state === 'asleep') wakeTimer ??= setTimeout(wake, wakeAfterMs).unref()
    },
    opened() {
      if (state === 'waking') {
        state = 'awake'
        readyAt = performance.now()
      }
      watchIdle()
    },
    stop,
    close() {
      isClosing = true
      clearTimeout(wakeTimer)
      return stop()
    },
  }
}
