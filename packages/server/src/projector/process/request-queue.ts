import { AppError } from '../../kernel/errors.ts'
import type { Answerer } from './answerer.ts'
import { type OwnReads, createOwnReads, isOutOfMemory } from './own-reads.ts'
import { createPendingRequests, isSent } from './pending-requests.ts'
import { processorMsOf } from './processor-share.ts'
import type { ProcessReply } from './protocol.ts'
import { answerTooLarge, queryInterrupted, readInterrupted, tooMuchMemory } from './request-errors.ts'
import type { RunUntrusted } from '../../kernel/sql/database.ts'
import { createUserQueries, isSuspect, isUsers } from './user-queries.ts'

/** Retries of a request whose process ended; a single one if the request may have been the cause. */
const maxInterruptions = 3

/** The requests to the process that holds the database. They survive restarts of that process. */
export interface RequestQueue {
  /** Whether the process takes requests now; else they wait. */
  readonly open: boolean
  /** Unanswered requests, users' queries included. */
  readonly size: number
  /** Users' queries that run, and that wait for their turn. */
  readonly running: number
  readonly queued: number
  /** How many users' queries were killed together with their process. */
  readonly kills: number
  /** One of the application's own reads. Retried after a restart of the process: once if it may have caused it. */
  read: OwnReads['read']
  /** A user's query. Not retried if it caused the end of the process. */
  runUntrusted: RunUntrusted
  receive(reply: Extract<ProcessReply, { kind: 'answer' | 'failed' }>): void
  /** When a caller was last refused because the process had no slot; by the monotonic clock. */
  readonly refusedAt: number
  /** The process takes requests: sends those that wait. */
  resume(): void
  /** The database can't be opened: shortens all waits. */
  shortenWaits(): void
  /** Sends nothing more until `resume`. Resolves once all sent requests are answered. */
  drain(): Promise<void>
  /** The process has ended: its requests wait again or are rejected. */
  interrupted(): void
  /** Rejects all requests, now and from now on. */
  giveUp(error: AppError): void
}

/** `measure`: memory of a process in bytes; `processorMs`: its CPU time. Default: as the system reports them. */
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
  /** We killed the process because of a query, which was rejected: the other requests are not the cause. */
  let isKilled = false
  let givenUp: AppError | null = null
  const pending = createPendingRequests(answerer, processorMs, (entry) => {
    if (isUsers(entry)) queries.runNext()
  })
  const queries = createUserQueries(answerer, pending, () => (isKilled = true), measure)
  const reads = createOwnReads(answerer, pending, () => queries.running)

  function fail({ id, code, message, position }: Extract<ProcessReply, { kind: 'failed' }>): void {
    const entry = pending.take(id)
    const issues = position === undefined ? [] : [{ path: ['sql'], message, position }]
    if (!isOutOfMemory(message)) entry?.reject(new AppError(code, message, { issues }))
    else entry?.reject(isUsers(entry) ? tooMuchMemory(1) : answerTooLarge())
  }

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

    read: (...values) => (givenUp === null ? reads.read(...values) : Promise.reject(givenUp)),
    runUntrusted: (...values) => (givenUp === null ? queries.run(...values) : Promise.reject(givenUp)),

    receive(reply) {
      if (reply.kind === 'answer') pending.take(reply.id)?.resolve(reply.value)
      else if (!reads.isAskedAgain(reply)) fail(reply)
    },

    resume() {
      pending.isOpen = true
      isKilled = false
      for (const entry of pending.all()) if (!isUsers(entry) && !isSent(entry)) pending.send(entry)
      queries.runNext()
    },

    shortenWaits: () => pending.shortenWaits(),

    drain() {
      pending.isOpen = false
      return pending.drained()
    },

    interrupted() {
      pending.isOpen = false
      for (const entry of pending.all().filter(isSent)) {
        // Requests that merely ran in the same process are retried.
        const mayRunAgain = isSuspect(entry) && !isKilled ? 1 : maxInterruptions
        if (entry.stoppedBy === null && entry.interruptions++ < mayRunAgain) pending.wait(entry)
        else
          pending
            .take(entry.request.id)
            ?.reject(isUsers(entry) ? queryInterrupted(isKilled) : readInterrupted())
      }
    },

    giveUp(error) {
      pending.isOpen = false
      givenUp = error
      for (const { request } of pending.all()) pending.take(request.id)?.reject(error)
    },
  }
}
