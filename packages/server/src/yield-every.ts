import { setImmediate } from 'node:timers/promises'

/**
 * Shares the event loop: the function that it returns is asked now and then in long work, and once `afterMs` (default
 * 5) have gone by it gives a promise to wait for, which lets the others go first.
 */
export function takeTurns(afterMs = 5): () => Promise<void> | null {
  let start = performance.now()
  const letOthersGo = async (): Promise<void> => {
    await setImmediate()
    start = performance.now()
  }
  return () => (performance.now() - start < afterMs ? null : letOthersGo())
}
