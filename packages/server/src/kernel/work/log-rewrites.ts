import type { LogChange } from '../store/ports.ts'

/**
 * Keeps two kinds of work on one organization's log apart: rewrites, which delete data for good (an erasure, a removal, the
 * deletion of old events), and work that appends what it derived from data read before, which could bring deleted data back.
 */
export interface LogRewrites {
  /** Runs a rewrite. Stops the derived work first, and starts none meanwhile. Several rewrites may run at once. */
  exclusive<Result>(rewrite: () => Promise<Result>): Promise<Result>
  /**
   * Runs derived work, with a signal that aborts when a rewrite starts or when `signal` aborts. Resolves false when it was
   * stopped by a rewrite or not started because of one: then repeat it with what the log holds afterwards.
   */
  shared(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>
}

export function createLogRewrites(): LogRewrites {
  let beginning = new AbortController()
  let rewrites = 0
  const working = new Set<Promise<void>>()

  return {
    async exclusive(rewrite) {
      rewrites += 1
      beginning.abort(new Error('Something is taken out of the log'))
      try {
        await Promise.allSettled(working)
        return await rewrite()
      } finally {
        rewrites -= 1
        if (rewrites === 0) beginning = new AbortController()
      }
    },
    async shared(signal, work) {
      const stop = beginning.signal
      if (stop.aborted) return false
      const done = work(AbortSignal.any([signal, stop]))
      working.add(done)
      try {
        await done
      } catch (error) {
        if (!stop.aborted) throw error
      } finally {
        working.delete(done)
      }
      return !stop.aborted
    },
  }
}

/** The same change, which throws once `signal` aborts: a process that lost its lease changes nothing more. */
export function changeUntil(signal: AbortSignal, change: LogChange): LogChange {
  return {
    isUnwanted(range) {
      signal.throwIfAborted()
      return change.isUnwanted(range)
    },
    payload(payload) {
      signal.throwIfAborted()
      return change.payload(payload)
    },
  }
}
