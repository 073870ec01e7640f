import { rmSync } from 'node:fs'
import type { Log, Position } from '../../kernel/store/ports.ts'
import type { ProcessUsage, ReadModelCounters, Reads } from '../../kernel/read-models/read-models.ts'
import { createBusyGauge } from './busy-gauge.ts'
import { type WaitOptions, createCatchUp } from './catch-up.ts'
import { createProcessFaults } from './process-faults.ts'
import { createProcessLife } from './process-life.ts'
import { processorMsOf, residentBytesOf } from './processor-share.ts'
import type { ProcessReply } from './protocol.ts'
import { answerWantEntries } from './remote-log.ts'
import { stoppingError } from './request-errors.ts'
import { createRequestQueue } from './request-queue.ts'
import { readSavedPosition } from './saved-position.ts'
import type { Slots } from './slots.ts'
import type { RunUntrusted } from '../../kernel/sql/database.ts'
import { supervise } from './supervise.ts'

export interface ReplicaOptions {
  /** The database file. */
  path: string
  log: Pick<Log, 'end' | 'read' | 'subscribe'>
  slots: Slots
  /** The process ends after this time without requests. Default one minute. */
  idleMs?: number
  /** Whether it follows the log also while nobody asks. Default: always. */
  isHeld?: (() => boolean) | undefined
  /** Before each start of the process: may put a database in place where there is none. Never rejects. */
  prepare?: (() => Promise<void>) | undefined
}

/** A database that follows a log, in a child process that runs while it is needed. */
export interface Replica {
  readonly projected: Position
  /** Changes whenever answers may have changed. */
  readonly revision: number
  /** Calls the listener whenever `revision` changes. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** Why requests can't be answered now; null when they can, also while the process is stopped. */
  readonly unavailable: string | null
  /** Why the projection can't go on for longer, although it is retried; null when a short wait may help. */
  readonly stalled: string | null
  readonly counters: ReadModelCounters
  usage: () => ProcessUsage | null
  read: <Name extends keyof Reads>(
    name: Name,
    values: Parameters<Reads[Name]>,
    timeoutMs?: number,
  ) => ReturnType<Reads[Name]>
  runUntrusted: RunUntrusted
  /** Resolves true once the projection has passed `position`, which is durable; false on timeout. */
  waitFor: (position: Position, options?: WaitOptions) => Promise<boolean>
  /**
   * Runs `work` on the database file while no process has it open; requests wait meanwhile. `work` resolves with the
   * position of the file afterwards.
   */
  replaceFile: (work: () => Promise<Position>) => Promise<void>
  close: () => Promise<void>
}

/** How long a caller that was asked to retry is expected. */
const expectedMs = 3_000

/**
 * If the process ends or is killed, it is restarted, the application's own reads are retried, and the projection
 * continues from its checkpoint.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { path, log, slots, idleMs = 60_000, isHeld = () => true, prepare } = options
  const from = await readSavedPosition(path)
  const faults = createProcessFaults()
  let closing: Promise<void> | null = null
  let starting: Promise<void> = Promise.resolve()
  let revision = 0
  const listeners = new Set<() => void>()
  const isBusy = createBusyGauge()
  const counted = { duplicates: 0, restarts: 0, quarantined: 0, occurrences: 0 }

  const child = supervise({
    path,
    onReply: receive,
    onError: () => failToOpen('Their process can not be started: see whether the machine has memory left.'),
    onEnded() {
      counted.restarts += 1
      const isTooOften = faults.restart()
      queue.interrupted()
      if (isTooOften) failToOpen('Their process ends as soon as it is started: the server’s log says why.')
    },
  })
  const queue = createRequestQueue({
    get pid() {
      return child.pid
    },
    get unavailable() {
      return faults.unavailable
    },
    get isUnopened() {
      return faults.isUnopened
    },
    send: child.send,
    kill: child.kill,
    onRequest: () => life.use(),
  })
  const life = createProcessLife({
    slots,
    idleMs,
    isNeeded: () => queue.size > 0 || catchUp.isWaitedFor,
    isExpected: () => performance.now() - queue.refusedAt < expectedMs,
    isBehind: () => isHeld() && catchUp.isBehind,
    start() {
      if (prepare === undefined) child.start()
      else starting = prepare().then(() => child.start())
    },
    async end() {
      await starting
      await queue.drain()
      await child.stop()
      faults.clear()
    },
  })
  const catchUp = createCatchUp({
    from,
    canAnswer: () => queue.open,
    isStalled: () => faults.stalled !== null,
    onWanted: () => life.use(),
    onAnnounce(announced) {
      if (life.isAwake) child.send({ kind: 'durable', ...announced, busy: isBusy() })
    },
  })
  const stopListening = log.subscribe(appended)
  // Appends from before the subscription.
  void log.end().then(appended, () => undefined)

  function appended(position: Position): void {
    catchUp.advanceEnd(position)
    if (life.isAwake) catchUp.announce()
    else if (isHeld() && catchUp.isBehind) life.wakeSoon()
  }

  function changed(): void {
    revision += 1
    for (const listener of listeners) listener()
  }

  function failToOpen(reason: string): void {
    faults.failToOpen(reason)
    catchUp.restartClocks()
    queue.shortenWaits()
  }

  function receive(reply: ProcessReply): void {
    switch (reply.kind) {
      case 'open':
        counted.quarantined = reply.quarantined
        counted.occurrences = reply.occurrences
        return void opened(reply.position)
      case 'openFailed':
        return failToOpen(reply.reason)
      case 'stalled':
        faults.stalled = reply.reason
        return
      case 'wantEntries':
        return void answerWantEntries(log, reply).then(child.send)
      case 'projected':
        counted.duplicates += reply.duplicates
        counted.quarantined = reply.quarantined
        counted.occurrences = reply.occurrences
        if (catchUp.isWaitedFor) life.used()
        catchUp.reach(reply.position, reply.fullTookMs)
        return changed()
      case 'answer':
      case 'failed':
        life.used()
        return queue.receive(reply)
    }
  }

  async function opened(position: Position): Promise<void> {
    const { pid } = child
    catchUp.setEnd(await log.end().catch(() => catchUp.end))
    // It was replaced meanwhile: the new process reports its own state.
    if (child.pid !== pid) return
    if (position > catchUp.end) return replaceDatabase(position)
    life.opened()
    faults.opened()
    catchUp.reach(position)
    catchUp.restartClocks()
    catchUp.announce()
    if (life.isAwake) queue.resume()
  }

  /**
   * The checkpoint is beyond the end of the log: the log was replaced by an older one. The read models are rebuilt from
   * it.
   */
  function replaceDatabase(position: Position): void {
    console.error(
      `The read models in ${path} stand at ${position}, past the log's end at ${catchUp.end}. They are rebuilt.`,
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
      return catchUp.reached
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
    usage() {
      const processorMs = processorMsOf(child.pid)
      return processorMs === null
        ? null
        : { residentBytes: residentBytesOf(child.pid), processorSeconds: processorMs / 1_000 }
    },
    get unavailable() {
      return faults.unavailable
    },
    get stalled() {
      return faults.stalled
    },
    read: ((name, values, timeoutMs) => queue.read(name, values, timeoutMs)) as Replica['read'],
    runUntrusted: queue.runUntrusted,

    waitFor: (position, options = {}) =>
      closing !== null && catchUp.reached < position
        ? Promise.resolve(false)
        : catchUp.waitFor(position, options),

    replaceFile: (work) =>
      life.stop(async () => {
        if (closing !== null) throw stoppingError()
        catchUp.reach(await work())
        changed()
      }),

    close() {
      closing ??= (async () => {
        stopListening()
        queue.giveUp(stoppingError())
        catchUp.giveUp()
        await life.close()
      })()
      return closing
    },
  }
}
