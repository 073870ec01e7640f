import type { SlotHolder, Slots } from './slots.ts'

export interface ProcessLifeOptions {
  slots: Slots
  /** The process ends after this time without use. */
  idleMs: number
  /** A request waits for an answer. */
  isNeeded: () => boolean
  /** A caller was asked to retry in a moment. */
  isExpected: () => boolean
  /** The process hasn't applied the whole log. */
  isBehind: () => boolean
  start: () => void
  /** Ends the process once its requests are answered. */
  end: () => Promise<void>
}

/** Starts and ends a read process: it runs while there are requests or a log to apply, and while it has a slot. */
export interface ProcessLife {
  readonly isAwake: boolean
  /** The process is needed now: starts it. */
  use(): void
  /** The process answered a request: it stays for the next ones. */
  used(): void
  /** Starts it after a delay, unless it is needed before. */
  wakeSoon(): void
  /** The process has opened its database, after the start or a restart. */
  opened(): void
  /** Ends the process, does `work` while it is gone, and starts it again if it is needed. */
  stop(work?: () => Promise<void>): Promise<void>
  /** Ends it for good. */
  close(): Promise<void>
}

/** Delay between an append and the start of a stopped process that is to project it. */
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
