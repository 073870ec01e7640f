import type { AppError } from '../errors.ts'
import type { Answerer } from './answerer.ts'
import { type PendingOptions, type PendingRequest, createPendingRequest } from './pending-request.ts'
import { type processorMsOf, watchProcessor } from './processor-share.ts'
import { notItsTurn, unavailable } from './request-errors.ts'

/** While the database can't be opened, what is asked waits so many milliseconds for the next attempt. */
const unopenedMs = 2_000

/** All that is asked of one process and not answered yet, in the order in which it was asked. */
export interface PendingRequests {
  /** Whether the process takes requests now; else they wait. */
  isOpen: boolean
  /** When somebody was last told to come again, since the process hadn't had its turn; by the monotonic clock. */
  readonly refusedAt: number
  readonly size: number
  all(): PendingRequest[]
  get(id: number): PendingRequest | undefined
  nextId(): number
  /** From now on it waits. */
  add(options: PendingOptions): PendingRequest
  /** It is put to the process. */
  send(entry: PendingRequest): void
  /** Its process has ended: it waits again. */
  wait(entry: PendingRequest): void
  /** Takes it out, for whoever answers it; undefined where that is done already. */
  settle(id: number): PendingRequest | undefined
  /** What is told that waited in vain for a process. */
  notYet(): AppError
  /** The database can't be opened: what waits is told so soon. */
  hasten(): void
  /** Resolves once the process has answered what it has. */
  drained(): Promise<void>
}

/** `onSettled` is called whenever one is taken out. `processorMs`: what a process has had of the processor. */
export function createPendingRequests(
  answerer: Answerer,
  processorMs: typeof processorMsOf,
  onSettled: (entry: PendingRequest) => void,
): PendingRequests {
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  let refusedAt = -Infinity
  let onDrained: (() => void) | null = null

  function tellDrained(): void {
    if (onDrained === null || [...pending.values()].some(isSent)) return
    onDrained()
    onDrained = null
  }

  function wait(entry: PendingRequest): void {
    entry.wait(answerer.isUnopened ? unopenedMs : Infinity)
    tellDrained()
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
    settle(id) {
      const entry = pending.get(id)
      if (entry === undefined) return undefined
      pending.delete(id)
      entry.end()
      onSettled(entry)
      tellDrained()
      return entry
    },
    notYet() {
      if (answerer.unavailable !== null) return unavailable(answerer.unavailable)
      refusedAt = performance.now()
      return notItsTurn()
    },
    hasten() {
      for (const entry of pending.values()) entry.hasten(unopenedMs)
    },
    drained: () =>
      new Promise((resolve) => {
        onDrained = resolve
        tellDrained()
      }),
  }
}

export function isSent({ sentAt }: PendingRequest): boolean {
  return sentAt !== null
}
