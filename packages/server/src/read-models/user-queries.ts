import type { AppError } from '../errors.ts'
import type { Answerer } from './answerer.ts'
import { createMemoryWatch } from './memory-watch.ts'
import type { PendingRequest } from './pending-request.ts'
import { type PendingRequests, isSent } from './pending-requests.ts'
import type { QueryAnswer } from './protocol.ts'
import { neverRan, nextInTurn, refusalToWait } from './query-turns.ts'
import { queryTooLong, tooMuchMemory, unwanted } from './request-errors.ts'
import type { RunUntrusted, UntrustedResult } from './sql/database.ts'

/**
 * After its deadline a query is asked to stop, and this much later, in milliseconds, its process is killed, for which all
 * others wait. Most stop within a tenth of it, on a busy machine within a third (measured).
 */
const graceMs = 1_000
/** What runs as long as this, in milliseconds, may be what a process grew too large by, or ended by. */
const suspectMs = 100
/** One that has run for less than such a part of the time that another one has is hardly what its process grew too large by. */
const longAfter = 4

/** Users' queries, put to a process in turn: few at once, fewer of one caller. */
export interface UserQueries {
  readonly running: number
  /** How many wait for one of these to end. */
  readonly queued: number
  /** How many were ended with their process. */
  readonly kills: number
  run: RunUntrusted
  /** Those whose turn it is are put to the process. */
  runNext(): void
}

/** `onKill` is called before the process is ended, for what a query did that is told so. */
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
      // Which one it is nobody tells. Those that began a moment ago, or long after another, are asked once more instead.
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
      const next = nextInTurn(queued(), running())
      if (next === undefined) break
      pending.send(next)
    }
    memory.watch(running().length > 0)
  }

  /** One that runs is asked to stop. Past its deadline it is being stopped already. */
  function stop(entry: PendingRequest, error: AppError): void {
    const { id } = entry.request
    if (!isSent(entry)) return pending.settle(id)?.reject(error)
    if (entry.stoppedBy !== null) return
    answerer.send({ kind: 'interrupt', id })
    entry.stop(error, graceMs, () => kill(id, error))
  }

  /** Ends one with its process, which is started again at once. */
  function kill(id: number, error: AppError): void {
    if (pending.get(id) === undefined) return
    // Before the next query is sent to a process that ends.
    pending.isOpen = false
    onKill()
    pending.settle(id)?.reject(error)
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
        const refusal = refusalToWait(caller, queued())
        if (refusal !== null) return reject(refusal)
        const id = pending.nextId()
        const abandon = () => stop(entry, unwanted())
        const neverAnswered = () => (pending.isOpen ? neverRan(caller, running(), limitMs) : pending.notYet())
        const entry = pending.add({
          request: { kind: 'query', id, sql, limits },
          caller,
          limitMs,
          onWaited: () => pending.settle(id)?.reject(neverAnswered()),
          onRan: (starved) => stop(entry, queryTooLong(limitMs, starved)),
          resolve(answer) {
            signal?.removeEventListener('abort', abandon)
            const { json, truncated } = answer as QueryAnswer
            resolve({ rows: JSON.parse(json) as UntrustedResult['rows'], truncated })
          },
          reject(error) {
            signal?.removeEventListener('abort', abandon)
            reject(error)
          },
        })
        signal?.addEventListener('abort', abandon, { once: true })
        answerer.onAsked()
        runNext()
      })
    },
    runNext,
  }
}

export function isUsers({ request }: PendingRequest): boolean {
  return request.kind === 'query'
}

/** Whether it runs for so long that a process may have ended by it. */
export function isSuspect(entry: PendingRequest): boolean {
  return isSent(entry) && ranMs(entry) >= suspectMs
}

/** How long it has run in its process, in milliseconds; 0 where none has it. */
function ranMs({ sentAt }: PendingRequest): number {
  return sentAt === null ? 0 : performance.now() - sentAt
}
