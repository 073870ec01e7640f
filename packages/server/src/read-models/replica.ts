import { rmSync } from 'node:fs'
import { AppError } from '../errors.ts'
import type { Log, Position } from '../store/ports.ts'
import type { ReadModelCounters, Reads } from './read-models.ts'
import { createBusyGauge } from './busy-gauge.ts'
import { createPace } from './pace.ts'
import { createPositionWaiters } from './position-waiters.ts'
import type { Reply } from './protocol.ts'
import { answerWantEntries } from './remote-log.ts'
import { createRequestQueue, readDeadlineMs } from './request-queue.ts'
import { readRestingPosition } from './resting-position.ts'
import type { SlotHolder, Slots } from './slots.ts'
import type { RunUntrusted } from './sql/database.ts'
import { supervise } from './supervise.ts'

export interface ReplicaOptions {
  /** The database file. */
  path: string
  log: Pick<Log, 'end' | 'read' | 'subscribe'>
  slots: Slots
  /** A process that nobody needed for so many milliseconds ends. Default one minute. */
  idleMs?: number
}

/** A database that follows a log, in a process of its own that is there while somebody needs it. */
export interface Replica {
  readonly projected: Position
  /** Another number whenever answers may have changed. */
  readonly revision: number
  /** Tells whenever `revision` has become another number. Gives back what ends it. */
  subscribe: (listener: () => void) => () => void
  /** Why it can't be asked now; null when it can, also while it sleeps. */
  readonly unavailable: string | null
  /** Why it can't go on, though it tries again now and then; null where a short wait may do. */
  readonly stalled: string | null
  readonly counters: ReadModelCounters
  read: <Name extends keyof Reads>(
    name: Name,
    values: Parameters<Reads[Name]>,
    timeoutMs?: number,
  ) => ReturnType<Reads[Name]>
  runUntrusted: RunUntrusted
  /**
   * Resolves true once the projection has passed `position`, which is durable; false when `timeoutMs` (default 2,000) went
   * by first: beyond the start of the process, or with it where `startIncluded`. False at once with `orNot`, where so much is
   * left that it would go by in any case.
   */
  waitFor: (
    position: Position,
    options?: { timeoutMs?: number | undefined; startIncluded?: boolean; orNot?: boolean },
  ) => Promise<boolean>
  /** Does some work on the file while no process has it; what is asked meanwhile waits. `work` resolves with where the file then stands. */
  replaceFile: (work: () => Promise<Position>) => Promise<void>
  close: () => Promise<void>
}

/** Who was told to come again is expected for so many milliseconds. */
const expectedMs = 3_000
/** So often in a row the process may end before it has opened the database; then it is told that it can't. */
const maxFailedStarts = 3
/** So long after an append a sleeping process is woken to project it, in milliseconds, where nobody asks before. */
const wakeAfterMs = 1_000

/**
 * When its process ends or is killed it is started again, our own reads are asked again, and the projection goes on from
 * its checkpoint.
 */
export async function openReplica({ path, log, slots, idleMs = 60_000 }: ReplicaOptions): Promise<Replica> {
  const waiters = createPositionWaiters()
  waiters.reach(await readRestingPosition(path))
  let state: 'asleep' | 'waking' | 'awake' | 'stopping' = 'asleep'
  let stalled: string | null = null
  let isRestarting = false
  let isUnopened = false
  let failedStarts = 0
  /** How far the log is durable, as far as we heard. */
  let end: Position = 0
  let announced: NodeJS.Immediate | null = null
  let hurry = false
  let usedAt = performance.now()
  let idleTimer: NodeJS.Timeout | null = null
  let wakeTimer: NodeJS.Timeout | null = null
  let stopping: Promise<void> = Promise.resolve()
  let acquiring: Promise<void> | null = null
  let hasSlot = false
  let readyAt: number | null = null
  let closing: Promise<void> | null = null
  let revision = 0
  const listeners = new Set<() => void>()
  const isBusy = createBusyGauge()
  const pace = createPace()
  const counted = { duplicates: 0, restarts: 0, quarantined: 0, occurrences: 0 }

  const child = supervise({
    path,
    onReply: receive,
    onError: () => failToOpen('Their process can not be started: see whether the machine has memory left.'),
    onEnded() {
      isRestarting = true
      counted.restarts += 1
      queue.interrupted()
      if (++failedStarts >= maxFailedStarts)
        failToOpen('Their process ends as soon as it is started: the server’s log says why.')
    },
  })
  const queue = createRequestQueue({
    get pid() {
      return child.pid
    },
    get unavailable() {
      return reasonUnavailable()
    },
    get isUnopened() {
      return isUnopened
    },
    send: child.send,
    kill: child.kill,
    onAsked: use,
  })
  const holder: SlotHolder = {
    get usedAt() {
      return usedAt
    },
    get isBusy() {
      return isNeeded() || isExpected() || waiters.reached < end
    },
    get readyAt() {
      return readyAt
    },
    yield: () => void stop(),
  }
  const stopListening = log.subscribe((position) => {
    end = Math.max(end, position)
    if (state === 'awake') return announce()
    if (state === 'asleep') wakeTimer ??= setTimeout(wake, wakeAfterMs).unref()
  })
  // What was appended before anybody listened.
  void log.end().then(
    (position) => {
      end = Math.max(end, position)
      if (waiters.reached < end) wakeTimer ??= setTimeout(wake, wakeAfterMs).unref()
    },
    () => undefined,
  )

  function reasonUnavailable(): string | null {
    return stalled ?? (isRestarting ? 'The read models are being restarted.' : null)
  }

  function changed(): void {
    revision += 1
    for (const listener of listeners) listener()
  }

  function isNeeded(): boolean {
    return queue.size > 0 || waiters.size > 0
  }

  /** Somebody was told to come again in a moment. */
  function isExpected(): boolean {
    return performance.now() - queue.refusedAt < expectedMs
  }

  function failToOpen(reason: string): void {
    stalled = reason
    isUnopened = true
    waiters.restartClocks()
    queue.hasten()
  }

  /** Somebody needs the process now. */
  function use(): void {
    usedAt = performance.now()
    wake()
  }

  function wake(): void {
    if (wakeTimer !== null) clearTimeout(wakeTimer)
    wakeTimer = null
    if (state !== 'asleep' || closing !== null) return
    state = 'waking'
    acquiring ??= slots.acquire(holder, { isUrgent: () => isNeeded() || isExpected() }).then(() => {
      acquiring = null
      if (state !== 'waking') return slots.release(holder)
      hasSlot = true
      readyAt = null
      child.start()
    })
  }

  /** Ends the process once it has answered what it was asked. */
  function stop(work?: () => Promise<void>): Promise<void> {
    const earlier = stopping
    const done = (async () => {
      await earlier.catch(() => undefined)
      state = 'stopping'
      if (idleTimer !== null) clearTimeout(idleTimer)
      await queue.drain()
      await child.stop()
      if (hasSlot) slots.release(holder)
      hasSlot = false
      stalled = null
      isRestarting = false
      isUnopened = false
      try {
        await work?.()
      } finally {
        state = 'asleep'
        if (isNeeded() || waiters.reached < end) wake()
      }
    })()
    stopping = done
    return done
  }

  function watchIdle(): void {
    if (idleTimer !== null) clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      const isIdle = !isNeeded() && waiters.reached >= end && performance.now() - usedAt >= idleMs
      if (state === 'awake' && closing === null) {
        if (isIdle) void stop()
        else watchIdle()
      }
    }, idleMs).unref()
  }

  function receive(reply: Reply): void {
    switch (reply.kind) {
      case 'open':
        counted.quarantined = reply.quarantined
        counted.occurrences = reply.occurrences
        return void opened(reply.position)
      case 'openFailed':
        return failToOpen(reply.reason)
      case 'stalled':
        stalled = reply.reason
        return
      case 'wantEntries':
        return void answerWantEntries(log, reply).then(child.send)
      case 'projected':
        counted.duplicates += reply.duplicates
        counted.quarantined = reply.quarantined
        counted.occurrences = reply.occurrences
        if (waiters.size > 0) usedAt = performance.now()
        if (reply.fullTookMs !== null) pace.applied(reply.position - waiters.reached, reply.fullTookMs)
        waiters.reach(reply.position)
        return changed()
      case 'answer':
      case 'failed':
        usedAt = performance.now()
        return queue.receive(reply)
    }
  }

  async function opened(position: Position): Promise<void> {
    end = await log.end().catch(() => end)
    if (position > end) return replaceDatabase(position)
    if (state === 'waking') {
      state = 'awake'
      readyAt = performance.now()
    }
    stalled = null
    isRestarting = false
    isUnopened = false
    failedStarts = 0
    waiters.reach(position)
    hurry ||= waiters.size > 0
    waiters.restartClocks()
    announce()
    watchIdle()
    if (state === 'awake') queue.resume()
  }

  /** Tells how far the log is, once for all that was appended in this turn of the event loop. */
  function announce(): void {
    announced ??= setImmediate(() => {
      announced = null
      if (state === 'awake') child.send({ kind: 'durable', position: end, hurry, busy: isBusy() })
      hurry = false
    })
  }

  /**
   * The read models know more than the log holds: an older log was put in their place. They are derived, so they are
   * made anew from it.
   */
  function replaceDatabase(position: Position): void {
    console.error(
      `The read models in ${path} stand at ${position}, past the log's end at ${end}. They are made anew.`,
    )
    child.kill({
      onGone() {
        rmSync(path, { force: true })
        rmSync(`${path}.wal`, { force: true })
      },
    })
  }

  return {
    get projected() {
      return waiters.reached
    },
    get revision() {
      return revision
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get counters() {
      const { running, queued, kills } = queue
      return { ...counted, queryKills: kills, runningQueries: running, queuedQueries: queued }
    },
    get unavailable() {
      return reasonUnavailable()
    },
    get stalled() {
      return stalled
    },
    read: ((name, values, timeoutMs) => queue.read(name, values, timeoutMs)) as Replica['read'],
    runUntrusted: queue.runUntrusted,

    waitFor(position, { timeoutMs = 2_000, startIncluded = false, orNot = false } = {}) {
      end = Math.max(end, position)
      if (waiters.reached >= position) return Promise.resolve(true)
      if (closing !== null) return Promise.resolve(false)
      if (orNot && queue.open && pace.isBeyond(position - waiters.reached, timeoutMs)) {
        hurry = true
        use()
        announce()
        return Promise.resolve(false)
      }
      // While the process starts nothing can be answered anyway: the wait proper begins when it is there.
      const passed = waiters.wait(
        position,
        startIncluded || queue.open || stalled !== null
          ? { firstMs: timeoutMs }
          : { firstMs: Math.max(timeoutMs, readDeadlineMs), againMs: timeoutMs },
      )
      hurry = true
      use()
      announce()
      return passed
    },

    replaceFile: (work) =>
      stop(async () => {
        if (closing !== null) throw stoppingError()
        waiters.reach(await work())
        changed()
      }),

    close() {
      closing ??= (async () => {
        stopListening()
        queue.giveUp(stoppingError())
        waiters.giveUp()
        if (wakeTimer !== null) clearTimeout(wakeTimer)
        await stop()
      })()
      return closing
    },
  }
}

export function stoppingError(): AppError {
  return new AppError('READS_UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 5 })
}
