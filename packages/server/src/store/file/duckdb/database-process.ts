import { type ChildProcess, fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { AppError } from '../../../errors.ts'
import type { Log, Position } from '../../../log/log.ts'
import type { ReadModelCounters } from '../../read-models.ts'
import type { SqlDatabase, SqlValue, UntrustedLimits, UntrustedResult } from '../../sql/database.ts'
import { createMemoryWatch } from './memory-watch.ts'
import { createPositionWaiters } from './position-waiters.ts'
import type { Reply, Request } from './protocol.ts'

/** After its deadline a query is asked to stop, and this much later, in milliseconds, its process is killed. */
const graceMs = 120
/** Users' queries that run at once; more wait, within their own deadline. */
const maxUntrusted = 4
/** Pauses before a process that ended by itself is started again, in milliseconds; the last one repeats. */
const restartMs = [0, 100, 500, 2_000, 5_000]
/** A read of ours for which memory was missing is asked again after so many milliseconds. */
const againMs = 100
/** One of our own reads is answered within this, restarts included, or fails. */
const readDeadlineMs = 30_000

export interface DatabaseProcess extends SqlDatabase {
  readonly projected: Position
  readonly unavailable: string | null
  readonly counters: ReadModelCounters
  waitFor: (position: Position, timeoutMs?: number) => Promise<boolean>
  /** See `ReadModels.refreshFacts`; null: some of the customers that need it. Returns how many are left. */
  refreshFacts: (customerIds: readonly string[] | null, now: number) => Promise<number>
  close: () => Promise<void>
}

/** The server is busy when its event loop worked for this part of the last moments, which are this many ms. */
const busyUtilization = 0.4
const busyWindowMs = 100

interface Pending {
  request: Extract<Request, { id: number }>
  resolve(result: UntrustedResult): void
  reject(error: Error): void
  timer: NodeJS.Timeout
  /** Set for a user's query past its deadline: when its process is killed. */
  killTimer?: NodeJS.Timeout
  /** It has been asked once more: the process ended while it ran, or the memory for it was missing. */
  again?: boolean
}

/**
 * Starts the process that holds the database and keeps it running: when it ends or is killed it is started again, our
 * own reads are asked again, and the projection goes on from its checkpoint.
 */
export async function startDatabaseProcess(options: {
  path: string
  logDirectory: string
  log: Log
}): Promise<DatabaseProcess> {
  const { path, logDirectory, log } = options
  const pending = new Map<number, Pending>()
  const queue: Pending[] = []
  const waiters = createPositionWaiters()
  let child: ChildProcess | null = null
  let open = false
  let unavailable: string | null = 'The read models are being opened.'
  let closing: Promise<void> | null = null
  let nextId = 1
  let restarts = 0
  let announced: NodeJS.Immediate | null = null
  let hurry = false
  let measured = performance.eventLoopUtilization()
  let busy = false
  const counted = { duplicates: 0, restarts: 0, queryKills: 0 }

  const memory = createMemoryWatch({
    pid: () => child?.pid,
    onTooLarge() {
      for (const { request } of pending.values()) {
        if (request.kind === 'untrusted')
          kill(request.id, 'The query needs more memory than it may have. Narrow it down.')
      }
    },
  })

  const send = (request: Request) => {
    if (child?.connected) child.send(request, () => undefined)
  }

  /** Whether this process spent much of the last moments working: accepting then needs the processor more than reads. */
  const isBusy = () => {
    const now = performance.eventLoopUtilization()
    const since = performance.eventLoopUtilization(now, measured)
    if (since.active + since.idle >= busyWindowMs) {
      measured = now
      busy = since.utilization > busyUtilization
    }
    return busy
  }

  const announce = () => {
    announced ??= setImmediate(() => {
      announced = null
      if (open) send({ kind: 'durable', position: log.durable, hurry, busy: isBusy() })
      hurry = false
    })
  }
  const stopListening = log.onDurable(announce)

  function start(): void {
    const source = import.meta.url.endsWith('.ts')
    const started = fork(
      new URL(source ? './child.ts' : './duckdb-child.js', import.meta.url),
      [path, logDirectory],
      {
        serialization: 'advanced',
        execArgv: source ? ['--import', 'tsx'] : ['--max-old-space-size=512'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        // Nothing of our own environment: keys have no business where strangers' SQL runs. Each running statement holds
        // a thread of the pool; four, the default, would let users' queries starve ours.
        env: { UV_THREADPOOL_SIZE: '16' },
      },
    )
    child = started
    started.on('message', (reply: Reply) => receive(reply))
    started.on('error', (error) => (unavailable = error.message))
    started.on('exit', () => {
      if (child === started) ended()
    })
  }

  function receive(reply: Reply): void {
    switch (reply.kind) {
      case 'open':
        if (reply.position > log.durable) return replaceDatabase(reply.position)
        open = true
        restarts = 0
        unavailable = null
        waiters.reach(reply.position)
        hurry ||= waiters.size > 0
        waiters.restartClocks()
        announce()
        for (const { request } of pending.values()) send(request)
        runNext()
        break
      case 'openFailed':
        unavailable = reply.reason
        break
      case 'projected':
        counted.duplicates += reply.duplicates
        waiters.reach(reply.position)
        break
      case 'damaged':
        log.noteDamage(reply.ranges)
        break
      case 'stalled':
        unavailable = reply.reason
        break
      case 'rows': {
        const { json, truncated } = reply
        settle(reply.id)?.resolve({ rows: JSON.parse(json) as Record<string, unknown>[], truncated })
        break
      }
      case 'failed':
        if (lacksMemory(reply)) {
          setTimeout(() => open && askAgain(reply.id), againMs)
          break
        }
        settle(reply.id)?.reject(
          new AppError(reply.syntax ? 'SYNTAX_ERROR' : 'EXECUTION_ERROR', reply.message.split('\n\n')[0]!),
        )
        break
    }
  }

  /** A user's query may hold the memory that one of our own reads needs: until that query ends, we ask again. */
  function lacksMemory({ id, message }: Extract<Reply, { kind: 'failed' }>): boolean {
    const entry = pending.get(id)
    if (entry?.request.kind !== 'all' || !message.startsWith('Out of Memory')) return false
    if (entry.again && running() === 0) return false
    entry.again = true
    return true
  }

  function askAgain(id: number): void {
    const entry = pending.get(id)
    if (entry !== undefined) send(entry.request)
  }

  /**
   * The read models know more than the log holds: an older log was put in their place. They are derived, so they are
   * made anew from it.
   */
  function replaceDatabase(position: Position): void {
    console.error(
      `The read models in ${path} stand at ${position}, past the log's end at ${log.durable}. They are made anew.`,
    )
    child?.once('exit', () => {
      rmSync(path, { force: true })
      rmSync(`${path}.wal`, { force: true })
    })
    child?.kill('SIGKILL')
  }

  function ended(): void {
    child = null
    open = false
    if (closing !== null) return
    unavailable = 'The read models are being restarted.'
    counted.restarts += 1
    // Users' queries that ran beside the one that ended the process get one more chance.
    for (const entry of pending.values()) {
      if (entry.request.kind !== 'untrusted') continue
      if (entry.again || entry.killTimer !== undefined)
        settle(entry.request.id)?.reject(
          new AppError('EXECUTION_ERROR', 'The query ended the process that ran it.'),
        )
      else {
        entry.again = true
        pending.delete(entry.request.id)
        queue.push(entry)
      }
    }
    setTimeout(() => closing === null && start(), restartMs[Math.min(restarts++, restartMs.length - 1)])
  }

  function settle(id: number): Pending | undefined {
    const entry = pending.get(id)
    if (entry === undefined) return undefined
    pending.delete(id)
    clearTimeout(entry.timer)
    clearTimeout(entry.killTimer)
    if (entry.request.kind === 'untrusted') runNext()
    return entry
  }

  /** Ends a user's query with its process, which is started again at once. */
  function kill(id: number, message: string): void {
    if (!pending.has(id)) return
    settle(id)?.reject(new AppError('EXECUTION_ERROR', message))
    counted.queryKills += 1
    open = false
    child?.kill('SIGKILL')
  }

  const running = () => [...pending.values()].filter(({ request }) => request.kind === 'untrusted').length

  function runNext(): void {
    while (open && running() < maxUntrusted && queue.length > 0) {
      const next = queue.shift()!
      pending.set(next.request.id, next)
      send(next.request)
    }
    memory.watch(running() > 0)
  }

  /** One of our own questions, asked again of a process that is started anew. */
  function ask<Row>(
    toRequest: (id: number) => Pending['request'],
    timeoutMs = readDeadlineMs,
  ): Promise<Row[]> {
    return new Promise<Row[]>((resolve, reject) => {
      const id = nextId++
      const timer = setTimeout(() => {
        send({ kind: 'interrupt', id })
        if (timeoutMs < readDeadlineMs && unavailable === null) {
          const message = `The answer took longer than ${timeoutMs} ms. Ask for less, for example for a shorter time.`
          return settle(id)?.reject(new AppError('EXECUTION_ERROR', message))
        }
        const reason = unavailable ?? 'They did not answer in time.'
        settle(id)?.reject(
          new AppError('READS_UNAVAILABLE', `The read models can't answer: ${reason}`, {
            retryAfterSeconds: 5,
          }),
        )
      }, timeoutMs)
      const request = toRequest(id)
      pending.set(id, { request, resolve: ({ rows }) => resolve(rows as Row[]), reject, timer })
      if (open) send(request)
    })
  }

  start()
  return {
    get projected() {
      return waiters.reached
    },
    get counters() {
      return { ...counted, runningQueries: running(), queuedQueries: queue.length }
    },
    get unavailable() {
      return unavailable
    },

    all<Row>(sql: string, parameters: readonly SqlValue[] = [], options: { timeoutMs?: number } = {}) {
      return ask<Row>((id) => ({ kind: 'all', id, sql, parameters }), options.timeoutMs)
    },

    async refreshFacts(customerIds: readonly string[] | null, now: number) {
      const [row] = await ask<{ left: number }>((id) => ({ kind: 'refreshFacts', id, customerIds, now }))
      return row?.left ?? 0
    },

    runUntrusted(sql: string, limits: UntrustedLimits) {
      return new Promise<UntrustedResult>((resolve, reject) => {
        const id = nextId++
        const entry: Pending = {
          request: { kind: 'untrusted', id, sql, limits },
          resolve,
          reject,
          timer: setTimeout(expire, Math.max(1, limits.timeoutMs - (limits.spentMs ?? 0))),
        }
        function expire() {
          const message = `The query ran longer than ${limits.timeoutMs} ms. Narrow it down, for example to a shorter time.`
          const waiting = queue.indexOf(entry)
          if (waiting >= 0) {
            queue.splice(waiting, 1)
            return reject(new AppError('EXECUTION_ERROR', message))
          }
          send({ kind: 'interrupt', id })
          entry.reject = () => reject(new AppError('EXECUTION_ERROR', message))
          entry.killTimer = setTimeout(() => kill(id, message), graceMs)
        }
        queue.push(entry)
        runNext()
      })
    },

    waitFor(position: Position, timeoutMs = 2_000) {
      if (waiters.reached >= position) return Promise.resolve(true)
      // While the process starts nothing can be answered anyway: the wait proper begins when it is there.
      const passed = waiters.wait(position, { firstMs: open ? timeoutMs : readDeadlineMs, timeoutMs })
      hurry = true
      announce()
      return passed
    },

    close() {
      closing ??= (async () => {
        stopListening()
        for (const id of pending.keys())
          settle(id)?.reject(
            new AppError('READS_UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 5 }),
          )
        waiters.giveUp()
        const ending = child
        if (ending === null) return
        const exited = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
        send({ kind: 'close' })
        const timer = setTimeout(() => ending.kill('SIGKILL'), 8_000)
        await exited
        clearTimeout(timer)
      })()
      return closing
    },
  }
}
