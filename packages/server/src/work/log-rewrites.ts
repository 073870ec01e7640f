import type { LogChange } from '../store/ports.ts'

/**
 * Rewrites of one organization's log, by which something leaves it for good (an erasure, a removal, a deletion of old
 * events), and the work that must not bring it back: what writes to the log what it made of what it read before.
 */
export interface LogRewrites {
  /** Begins a rewrite once all such work has stopped; none begins before it is done. Several may be under way at once. */
  during<Result>(rewrite: () => Promise<Result>): Promise<Result>
  /**
   * Does such work: it is given a signal that aborts when a rewrite begins, and `signal`'s. Resolves false where it was
   * stopped so, or wasn't begun since one is under way: what is left to do is done on what the log holds then.
   */
  beside(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>
}

export function createLogRewrites(): LogRewrites {
  let beginning = new AbortController()
  let rewrites = 0
  const working = new Set<Promise<void>>()

  return {
    async during(rewrite) {
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
    async beside(signal, work) {
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

/** The same change until `signal` aborts, which ends the rewrite: a former owner that comes back changes nothing. */
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
