import { AppError } from '../errors.ts'
import type { Answerer } from './answerer.ts'
import { type OwnReads, createOwnReads } from './own-reads.ts'
import { createPendingRequests, isSent } from './pending-requests.ts'
import { processorMsOf } from './processor-share.ts'
import type { Reply } from './protocol.ts'
import { queryInterrupted, readInterrupted } from './request-errors.ts'
import type { RunUntrusted } from './sql/database.ts'
import { createUserQueries, isSuspect, isUsers } from './user-queries.ts'

/** What isn't suspected is asked so often again when its process ends; what is, once. */
const maxInterruptions = 3

/** What is asked of the process that holds the database, until it is answered: whatever becomes of that process. */
export interface RequestQueue {
  /** Whether the process takes requests now; else they wait. */
  readonly open: boolean
  /** How many wait for their answer, users' queries included. */
  readonly size: number
  /** Users' queries that run, and that wait for one of these to end. */
  readonly running: number
  readonly queued: number
  /** How many users' queries were ended with their process. */
  readonly kills: number
  /** One of our own reads, asked again of a process that is started anew: once where it may be what ended it. */
  read: OwnReads['read']
  /** A user's query. One that ends the process is not asked again. */
  runUntrusted: RunUntrusted
  receive(reply: Extract<Reply, { kind: 'answer' | 'failed' }>): void
  /** When somebody was last told to come again, since the process hadn't had its turn; by the monotonic clock. */
  readonly refusedAt: number
  /** The process takes requests: those that wait are put to it. */
  resume(): void
  /** The database can't be opened: what waits is told so soon. */
  hasten(): void
  /** Puts nothing more to the process, until it resumes. Resolves once it has answered what it has. */
  drain(): Promise<void>
  /** The process has ended with what it was asked. */
  interrupted(): void
  /** Nobody will answer any more. */
  giveUp(error: AppError): void
}

/** `measure` tells how large a process is, in bytes, and `processorMs` how long it had the processor. Default: as the system says. */
export function createRequestQueue(
  answerer: Answerer,
  {
    measure,
    processorMs = processorMsOf,
  }: {
    measure?: (pid: number | undefined) => Promise<number>
    processorMs?: typeof processorMsOf
  } = {},
): RequestQueue {
  /** The process is ended by us, for what a query did that was told so: the others did nothing. */
  let isKilled = false
  let givenUp: AppError | null = null
  const pending = createPendingRequests(answerer, processorMs, (entry) => {
    if (isUsers(entry)) queries.runNext()
  })
  const queries = createUserQueries(answerer, pending, () => (isKilled = true), measure)
  const reads = createOwnReads(answerer, pending, () => queries.running)

  return {
    get open() {
      return pending.isOpen
    },
    get size() {
      return pending.size
    },
    get running() {
      return queries.running
    },
    get queued() {
      return queries.queued
    },
    get kills() {
      return queries.kills
    },
    get refusedAt() {
      return pending.refusedAt
    },

    read: (...asked) => (givenUp === null ? reads.read(...asked) : Promise.reject(givenUp)),
    runUntrusted: (...asked) => (givenUp === null ? queries.run(...asked) : Promise.reject(givenUp)),

    receive(reply) {
      if (reply.kind === 'answer') pending.settle(reply.id)?.resolve(reply.value)
      else if (!reads.isAskedAgain(reply))
        pending.settle(reply.id)?.reject(new AppError(reply.code, reply.message))
    },

    resume() {
      pending.isOpen = true
      isKilled = false
      for (const entry of pending.all()) if (!isUsers(entry) && !isSent(entry)) pending.send(entry)
      queries.runNext()
    },

    hasten: () => pending.hasten(),

    drain() {
      pending.isOpen = false
      return pending.drained()
    },

    interrupted() {
      pending.isOpen = false
      for (const entry of pending.all().filter(isSent)) {
        // What ran beside the one that ended the process gets another chance.
        const mayRunAgain = isSuspect(entry) && !isKilled ? 1 : maxInterruptions
        if (entry.stoppedBy === null && entry.interruptions++ < mayRunAgain) pending.wait(entry)
        else
          pending
            .settle(entry.request.id)
            ?.reject(isUsers(entry) ? queryInterrupted(isKilled) : readInterrupted())
      }
    },

    giveUp(error) {
      pending.isOpen = false
      givenUp = error
      for (const { request } of pending.all()) pending.settle(request.id)?.reject(error)
    },
  }
}
