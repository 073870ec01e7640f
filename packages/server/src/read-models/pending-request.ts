import type { AppError } from '../errors.ts'
import type { Request } from './protocol.ts'

export interface PendingOptions {
  request: Extract<Request, { kind: 'read' | 'query' }>
  /** Of a user's query: whose it is. */
  caller: string
  /** How long it may wait for a process, and how long it may run in one, in milliseconds: each is measured anew. */
  limitMs: number
  /** It has waited for too long. */
  onWaited: () => void
  /** It has run for too long: `starved` where its process hardly had the processor meanwhile. */
  onRan: (starved: boolean) => void
  resolve: (answer: unknown) => void
  reject: (error: AppError) => void
}

/**
 * A request until it is answered. It waits for a process, runs there, and waits again where that process ends: that the
 * machine is slow to start a process is no fault of what is asked.
 */
export interface PendingRequest {
  readonly request: PendingOptions['request']
  readonly caller: string
  readonly limitMs: number
  /** Since when the process has it, by the monotonic clock; null while it waits. */
  readonly sentAt: number | null
  /** In how many processes that ended it was. */
  interruptions: number
  /** One of our own reads that was asked once more, after the memory for it was missing. */
  again: boolean
  /** Why a user's query that runs was asked to stop. */
  readonly stoppedBy: AppError | null
  /** It has no process (any more). */
  wait(atMostMs: number): void
  /** As long as it waits: for so long from now, unless it would be told sooner. */
  hasten(ms: number): void
  /** A process has it, of which `isStarved` tells whether it hardly had the processor since. */
  run(isStarved: () => boolean): void
  /** It was asked to stop, and `overdue` is called where it hasn't after so many milliseconds. */
  stop(error: AppError, graceMs: number, overdue: () => void): void
  /** It is answered: nothing more happens to it. */
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
    // Where the event loop was late, an answer may have come in meanwhile: it is read first.
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
    hasten(ms) {
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
