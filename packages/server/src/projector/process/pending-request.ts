import type { AppError } from '../../kernel/errors.ts'
import type { Request } from './protocol.ts'

export interface PendingOptions {
  request: Extract<Request, { kind: 'read' | 'query' }>
  /** API key of a user's query. */
  caller: string
  /** Limit for waiting for a process, and again for running in one. */
  limitMs: number
  /** The wait timed out. */
  onWaited: () => void
  /** The run timed out. `starved`: the process got hardly any CPU time meanwhile. */
  onRan: (starved: boolean) => void
  resolve: (answer: unknown) => void
  reject: (error: AppError) => void
}

/**
 * An unanswered request. It waits for a process, runs in it, and waits again if that process ends. Waiting and running have
 * separate timeouts: a slow start of the process is not the request's fault.
 */
export interface PendingRequest {
  readonly request: PendingOptions['request']
  readonly caller: string
  readonly limitMs: number
  /** When it was sent to the process, by the monotonic clock; null while it waits. */
  readonly sentAt: number | null
  /** How many processes have ended while it ran in them. */
  interruptions: number
  /** Whether it was retried after running out of memory. */
  again: boolean
  /** Why a running query is being stopped. */
  readonly stoppedBy: AppError | null
  /** Starts the timeout for waiting. */
  wait(atMostMs: number): void
  /** If it waits: for `ms` more at most. */
  shortenWait(ms: number): void
  /** Starts the timeout for running. `isStarved`: whether the process got hardly any CPU time since. */
  run(isStarved: () => boolean): void
  /** It was told to stop; `overdue` is called if it still runs after `graceMs`. */
  stop(error: AppError, graceMs: number, overdue: () => void): void
  /** Clears the timeouts. */
  end(): void
  resolve(answer: unknown): void
  reject(error: AppError): void
}

export function createPendingRequest(options: PendingOptions): PendingRequest {
  const { request, caller, limitMs, onWaited, onRan, resolve, reject } = options
  let timer: NodeJS.Timeout | undefined
  let expiring: NodeJS.Immediate | undefined
  let expiresAt = Infinity
  let sentAt: number | null = null
  let stoppedBy: AppError | null = null

  function measure(ms: number, onExpired: () => void): void {
    end()
    expiresAt = performance.now() + ms
    // If the event loop was blocked, an answer may have arrived meanwhile: it is read first.
    timer = setTimeout(() => (expiring = setImmediate(onExpired)), ms)
  }

  function end(): void {
    clearTimeout(timer)
    clearImmediate(expiring)
  }

  return {
    request,
    caller,
    limitMs,
    interruptions: 0,
    again: false,
    get sentAt() {
      return sentAt
    },
    get stoppedBy() {
      return stoppedBy
    },
    wait(atMostMs) {
      sentAt = null
      measure(Math.min(limitMs, atMostMs), onWaited)
    },
    shortenWait(ms) {
      if (sentAt === null && expiresAt - performance.now() > ms) measure(ms, onWaited)
    },
    run(isStarved) {
      sentAt = performance.now()
      measure(limitMs, () => onRan(isStarved()))
    },
    stop(error, graceMs, overdue) {
      stoppedBy = error
      measure(graceMs, overdue)
    },
    end,
    resolve,
    reject: (error) => reject(stoppedBy ?? error),
  }
}
