import type { AppError } from '../../kernel/errors.ts'
import type { Answerer } from './answerer.ts'
import { createMemoryWatch } from './memory-watch.ts'
import type { PendingRequest } from './pending-request.ts'
import { type PendingRequests, isSent } from './pending-requests.ts'
import type { QueryAnswer } from './protocol.ts'
import { timedOutInQueue, nextQuery, queueRefusal } from './query-limits.ts'
import { queryTooLong, tooMuchMemory, unwanted } from './request-errors.ts'
import type { RunUntrusted, UntrustedResult } from '../../kernel/sql/database.ts'

/**
 * After its deadline a query is interrupted; if it still runs this much later, its process is killed, and all other requests
 * wait for the restart. Most queries stop within a tenth of it, on a busy machine within a third (measured).
 */
const graceMs = 1_000
/** A query that has run for at least this long may be what made its process grow or end. */
const suspectMs = 100
/** A query that has run for less than 1/4 of the time of the longest one is hardly what made its process grow. */
const longAfter = 4

/** Users' queries in one process: a limited number at once, fewer of one caller. */
export interface UserQueries {
  readonly running: number
  /** How many wait for one of these to end. */
  readonly queued: number
  /** How many were killed together with their process. */
  readonly kills: number
  run: RunUntrusted
  /** Sends waiting queries, as far as the limits allow. */
  runNext(): void
}

/** `onKill` is called before the process is killed because of a query. */
export function createUserQueries(
  answerer: Answerer,
  pending: PendingRequests,
  onKill: () => void,
  measure: ((pid: number | undefined) => Promise<number>) | undefined,
): UserQueries {
  let kills = 0
  const memory = createMemoryWatch({
    pid: () => answerer.pid,
    ...(measure === undefined ? {} : { measure }),
    onTooLarge() {
      // Which query it was is unknown. Those that started a moment ago, or long after another one, are retried.
      const known = running()
      const suspects = known.some(isSuspect) ? known.filter(isSuspect) : known
      const longestMs = Math.max(...suspects.map(ranMs))
      const callers = new Set(suspects.map(({ caller }) => caller)).size
      for (const entry of suspects)
        if (ranMs(entry) * longAfter >= longestMs) kill(entry.request.id, tooMuchMemory(callers))
    },
  })
  const all = () => pending.all().filter(isUsers)
  const running = () => all().filter(isSent)
  const queued = () => all().filter((entry) => !isSent(entry))

  function runNext(): void {
    while (pending.isOpen) {
      const next = nextQuery(queued(), running())
      if (next === undefined) break
      pending.send(next)
    }
    memory.watch(running().length > 0)
  }

  /** Interrupts a running query, and rejects a waiting one. Past its deadline it is being stopped already. */
  function stop(entry: PendingRequest, error: AppError): void {
    const { id } = entry.request
    if (!isSent(entry)) return pending.take(id)?.reject(error)
    if (entry.stoppedBy !== null) return
    answerer.send({ kind: 'interrupt', id })
    entry.stop(error, graceMs, () => kill(id, error))
  }

  /** Kills the process of a query. It is restarted at once. */
  function kill(id: number, error: AppError): void {
    if (pending.get(id) === undefined) return
    // Keeps the next query from being sent to the process that is about to end.
    pending.isOpen = false
    onKill()
    pending.take(id)?.reject(error)
    kills += 1
    answerer.kill()
  }

  return {
    get running() {
      return running().length
    },
    get queued() {
      return queued().length
    },
    get kills() {
      return kills
    },
    run(sql, limits, signal) {
      return new Promise<UntrustedResult>((resolve, reject) => {
        if (signal?.aborted) return reject(unwanted())
        const { caller = '', timeoutMs: limitMs } = limits
        const refusal = queueRefusal(caller, queued())
        if (refusal !== null) return reject(refusal)
        const id = pending.nextId()
        const abandon = () => stop(entry, unwanted())
        const neverAnswered = () =>
          pending.isOpen ? timedOutInQueue(caller, running(), limitMs) : pending.notYet()
        const entry = pending.add({
          request: { kind: 'query', id, sql, limits },
          caller,
          limitMs,
          onWaited: () => pending.take(id)?.reject(neverAnswered()),
          onRan: (starved) => stop(entry, queryTooLong(limitMs, starved)),
          resolve(answer) {
            signal?.removeEventListener('abort', abandon)
            const { json, ...rest } = answer as QueryAnswer
            resolve({ rows: JSON.parse(json) as UntrustedResult['rows'], ...rest })
          },
          reject(error) {
            signal?.removeEventListener('abort', abandon)
            reject(error)
          },
        })
        signal?.addEventListener('abort', abandon, { once: true })
        answerer.onRequest()
        runNext()
      })
    },
    runNext,
  }
}

export function isUsers({ request }: PendingRequest): boolean {
  return request.kind === 'query'
}

/** Whether it has run for so long that it may have ended its process. */
export function isSuspect(entry: PendingRequest): boolean {
  return isSent(entry) && ranMs(entry) >= suspectMs
}

/** How long it has run, in milliseconds; 0 while it waits. */
function ranMs({ sentAt }: PendingRequest): number {
  return sentAt === null ? 0 : performance.now() - sentAt
}
