import { rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { AppError } from '../errors.ts'
import type { Position } from '../store/ports.ts'
import type { WorkspaceLog } from '../workspaces/workspace.ts'
import type { CustomerReads } from './reads/customer-reads.ts'
import type { ReadModelCounters } from './read-models.ts'
import type { RunUntrusted, SqlDatabase, SqlValue } from './sql/database.ts'
import { keepProcess } from './supervise.ts'
import { createPositionWaiters } from './position-waiters.ts'
import type { Reply } from './protocol.ts'
import { createQuestions, readDeadlineMs } from './request-queue.ts'

export type ReadCustomers = <Name extends keyof CustomerReads>(
  name: Name,
  values: Parameters<CustomerReads[Name]>,
) => ReturnType<CustomerReads[Name]>

export interface DatabaseProcess extends SqlDatabase {
  readonly projected: Position
  readonly unavailable: string | null
  readonly counters: ReadModelCounters
  waitFor: (position: Position, timeoutMs?: number) => Promise<boolean>
  runUntrusted: RunUntrusted
  /** One of {@link CustomerReads}, with what it takes. */
  readCustomers: ReadCustomers
  /** See `ReadModels.refreshFacts`; null: some of the customers that need it. Returns how many are left. */
  refreshFacts: (customerIds: readonly string[] | null, now: number) => Promise<number>
  close: () => Promise<void>
}

/** The server is busy when its event loop worked for this part of the last moments, which are this many ms. */
const busyUtilization = 0.4
const busyWindowMs = 100

/**
 * The database in a process of its own that follows the log. When that process ends or is killed it is started again,
 * our own reads are asked again, and the projection goes on from its checkpoint.
 */
export async function startDatabaseProcess(options: {
  path: string
  logDirectory: string
  log: WorkspaceLog
}): Promise<DatabaseProcess> {
  const { path, logDirectory, log } = options
  const waiters = createPositionWaiters()
  let unavailable: string | null = 'The read models are being opened.'
  let closing: Promise<void> | null = null
  let announced: NodeJS.Immediate | null = null
  let hurry = false
  let measured = performance.eventLoopUtilization()
  let busy = false
  const counted = { duplicates: 0, restarts: 0 }

  const child = keepProcess({
    path,
    logDirectory,
    onReply: receive,
    onError: (error) => (unavailable = error.message),
    onEnded() {
      unavailable = 'The read models are being restarted.'
      counted.restarts += 1
      questions.interrupted()
    },
  })
  const questions = createQuestions({
    get pid() {
      return child.pid
    },
    get unavailable() {
      return unavailable
    },
    send: child.send,
    kill: child.kill,
  })
  const stopListening = log.subscribe(announce)

  function receive(reply: Reply): void {
    switch (reply.kind) {
      case 'open':
        if (reply.position > log.durable) return replaceDatabase(reply.position)
        unavailable = null
        waiters.reach(reply.position)
        hurry ||= waiters.size > 0
        waiters.restartClocks()
        announce()
        return questions.resume()
      case 'openFailed':
      case 'stalled':
        unavailable = reply.reason
        return
      case 'projected':
        counted.duplicates += reply.duplicates
        return waiters.reach(reply.position)
      case 'damaged':
        return log.noteDamage(reply.ranges)
      case 'rows':
      case 'answer':
      case 'failed':
        return questions.receive(reply)
    }
  }

  /** Tells how far the log is, once for all that was appended in this turn of the event loop. */
  function announce(): void {
    announced ??= setImmediate(() => {
      announced = null
      if (questions.open) child.send({ kind: 'durable', position: log.durable, hurry, busy: isBusy() })
      hurry = false
    })
  }

  /** Whether this process spent much of the last moments working: accepting then needs the processor more than reads. */
  function isBusy(): boolean {
    const now = performance.eventLoopUtilization()
    const since = performance.eventLoopUtilization(now, measured)
    if (since.active + since.idle >= busyWindowMs) {
      measured = now
      busy = since.utilization > busyUtilization
    }
    return busy
  }

  /**
   * The read models know more than the log holds: an older log was put in their place. They are derived, so they are
   * made anew from it.
   */
  function replaceDatabase(position: Position): void {
    console.error(
      `The read models in ${path} stand at ${position}, past the log's end at ${log.durable}. They are made anew.`,
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
    get counters() {
      const { running, queued, kills } = questions
      return { ...counted, queryKills: kills, runningQueries: running, queuedQueries: queued }
    },
    get unavailable() {
      return unavailable
    },

    async all<Row>(
      sql: string,
      parameters: readonly SqlValue[] = [],
      { timeoutMs }: { timeoutMs?: number } = {},
    ) {
      const { rows } = await questions.ask<{ rows: Row[] }>({ kind: 'all', sql, parameters }, timeoutMs)
      return rows
    },

    readCustomers: ((name, values) => questions.ask({ kind: 'customers', name, values })) as ReadCustomers,
    refreshFacts: (customerIds, now) => questions.ask({ kind: 'refreshFacts', customerIds, now }),
    runUntrusted: questions.runUntrusted,

    waitFor(position: Position, timeoutMs = 2_000) {
      if (waiters.reached >= position) return Promise.resolve(true)
      if (closing !== null) return Promise.resolve(false)
      // While the process starts nothing can be answered anyway: the wait proper begins when it is there.
      const passed = waiters.wait(position, {
        firstMs: questions.open ? timeoutMs : readDeadlineMs,
        timeoutMs,
      })
      hurry = true
      announce()
      return passed
    },

    close() {
      closing ??= (async () => {
        stopListening()
        questions.giveUp(
          new AppError('READS_UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 5 }),
        )
        waiters.giveUp()
        await child.close()
      })()
      return closing
    },
  }
}
