import type { AppError } from '../errors.ts'
import type { Answerer } from './answerer.ts'
import { type PendingRequests, isSent } from './pending-requests.ts'
import type { Reply } from './protocol.ts'
import type { Reads } from './read-models.ts'
import { noAnswer, readTooLong, unavailable } from './request-errors.ts'

/** A read for which memory was missing is asked again after so many milliseconds. */
const againMs = 100
/** A read waits for its process this long at most, and then runs this long at most, or fails. */
export const readDeadlineMs = 30_000

/** Our own reads, put to a process side by side. */
export interface OwnReads {
  /** `limitMs`: how long it may run, default half a minute. */
  read(name: keyof Reads, values: readonly unknown[], limitMs?: number): Promise<unknown>
  /** Whether it failed for want of memory that a user's query may hold: it is then asked again. */
  isAskedAgain(reply: Extract<Reply, { kind: 'failed' }>): boolean
}

/** `running` tells how many users' queries run beside. */
export function createOwnReads(
  answerer: Answerer,
  pending: PendingRequests,
  running: () => number,
): OwnReads {
  function tooLong(limitMs: number, starved: boolean): AppError {
    if (answerer.unavailable !== null) return unavailable(answerer.unavailable)
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
          onWaited: () => pending.settle(id)?.reject(pending.notYet()),
          onRan(starved) {
            answerer.send({ kind: 'interrupt', id })
            pending.settle(id)?.reject(tooLong(limitMs, starved))
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
      if (entry?.request.kind !== 'read' || !message.startsWith('Out of Memory')) return false
      // Nothing beside it holds memory, and it is still missing.
      if (entry.again && running() === 0) return false
      entry.again = true
      setTimeout(askAgain, againMs, id)
      return true
    },
  }
}
