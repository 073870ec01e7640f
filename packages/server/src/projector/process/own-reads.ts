import type { AppError } from '../../kernel/errors.ts'
import type { Answerer } from './answerer.ts'
import { type PendingRequests, isSent } from './pending-requests.ts'
import type { ProcessReply } from './protocol.ts'
import type { Reads } from '../../kernel/read-models/read-models.ts'
import { noAnswer, readTooLong, readsUnavailable } from './request-errors.ts'

/** Pause before a read is retried that failed for lack of memory. */
const againMs = 100
/** A read waits for its process for this long at most, then runs for this long at most. */
export const readDeadlineMs = 30_000

/** The application's own reads, sent to the process concurrently. */
export interface OwnReads {
  /** `limitMs`: maximal run time, default 30 seconds. */
  read(name: keyof Reads, values: readonly unknown[], limitMs?: number): Promise<unknown>
  /** Whether a read failed for lack of memory that users' queries may hold. It is then retried. */
  isAskedAgain(reply: Extract<ProcessReply, { kind: 'failed' }>): boolean
}

/** `running`: the number of users' queries that run at the same time. */
export function createOwnReads(
  answerer: Answerer,
  pending: PendingRequests,
  running: () => number,
): OwnReads {
  function tooLong(limitMs: number, starved: boolean): AppError {
    if (answerer.unavailable !== null) return readsUnavailable(answerer.unavailable)
    return limitMs >= readDeadlineMs ? noAnswer() : readTooLong(limitMs, starved)
  }

  function askAgain(id: number): void {
    const entry = pending.get(id)
    if (pending.isOpen && entry !== undefined && isSent(entry)) answerer.send(entry.request)
  }

  return {
    read(name, values, limitMs = readDeadlineMs) {
      return new Promise<unknown>((resolve, reject) => {
        const id = pending.nextId()
        const entry = pending.add({
          request: { kind: 'read', id, name, values },
          caller: '',
          limitMs,
          onWaited: () => pending.take(id)?.reject(pending.notYet()),
          onRan(starved) {
            answerer.send({ kind: 'interrupt', id })
            pending.take(id)?.reject(tooLong(limitMs, starved))
          },
          resolve,
          reject,
        })
        answerer.onRequest()
        if (pending.isOpen) pending.send(entry)
      })
    },

    isAskedAgain({ id, message }) {
      const entry = pending.get(id)
      if (entry?.request.kind !== 'read' || !isOutOfMemory(message)) return false
      // No query holds memory any more, and it still fails.
      if (entry.again && running() === 0) return false
      entry.again = true
      setTimeout(askAgain, againMs, id)
      return true
    },
  }
}

/** Whether the engine had too little memory, by its own message. */
export function isOutOfMemory(message: string): boolean {
  return message.startsWith('Out of Memory')
}
