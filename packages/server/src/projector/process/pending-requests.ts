import type { AppError } from '../../kernel/errors.ts'
import type { Answerer } from './answerer.ts'
import { type PendingOptions, type PendingRequest, createPendingRequest } from './pending-request.ts'
import { type processorMsOf, watchProcessor } from './processor-share.ts'
import { noProcessYet, readsUnavailable } from './request-errors.ts'

/** How long a request waits for the next attempt to open the database, while that fails. */
const unopenedMs = 2_000

/** The unanswered requests to one process, in order of arrival. */
export interface PendingRequests {
  /** Whether the process takes requests now; else they wait. */
  isOpen: boolean
  /** When a caller was last refused because the process had no slot; by the monotonic clock. */
  readonly refusedAt: number
  readonly size: number
  all(): PendingRequest[]
  get(id: number): PendingRequest | undefined
  nextId(): number
  /** Adds a waiting request. */
  add(options: PendingOptions): PendingRequest
  /** Sends one to the process. */
  send(entry: PendingRequest): void
  /** Puts one back whose process has ended. */
  wait(entry: PendingRequest): void
  /** Removes one, to be resolved or rejected by the caller; undefined when it was removed before. */
  take(id: number): PendingRequest | undefined
  /** The error of a request that timed out waiting for a process. */
  notYet(): AppError
  /** The database can't be opened: shortens all waits to `unopenedMs`. */
  shortenWaits(): void
  /** Resolves once all requests that were sent to the process are answered. */
  drained(): Promise<void>
}

/** `onTaken` is called whenever one is taken. `processorMs`: CPU time of a process. */
export function createPendingRequests(
  answerer: Answerer,
  processorMs: typeof processorMsOf,
  onTaken: (entry: PendingRequest) => void,
): PendingRequests {
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  let refusedAt = -Infinity
  let onDrained: (() => void) | null = null

  function checkDrained(): void {
    if (onDrained === null || [...pending.values()].some(isSent)) return
    onDrained()
    onDrained = null
  }

  function wait(entry: PendingRequest): void {
    entry.wait(answerer.isUnopened ? unopenedMs : Infinity)
    checkDrained()
  }

  return {
    isOpen: false,
    get refusedAt() {
      return refusedAt
    },
    get size() {
      return pending.size
    },
    all: () => [...pending.values()],
    get: (id) => pending.get(id),
    nextId: () => ++lastId,
    add(options) {
      const entry = createPendingRequest(options)
      pending.set(options.request.id, entry)
      wait(entry)
      return entry
    },
    send(entry) {
      entry.run(watchProcessor(() => processorMs(answerer.pid)))
      answerer.send(entry.request)
    },
    wait,
    take(id) {
      const entry = pending.get(id)
      if (entry === undefined) return undefined
      pending.delete(id)
      entry.end()
      onTaken(entry)
      checkDrained()
      return entry
    },
    notYet() {
      if (answerer.unavailable !== null) return readsUnavailable(answerer.unavailable)
      refusedAt = performance.now()
      return noProcessYet()
    },
    shortenWaits() {
      for (const entry of pending.values()) entry.shortenWait(unopenedMs)
    },
    drained: () =>
      new Promise((resolve) => {
        onDrained = resolve
        checkDrained()
      }),
  }
}

export function isSent({ sentAt }: PendingRequest): boolean {
  return sentAt !== null
}
