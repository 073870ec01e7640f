import { setImmediate } from 'node:timers/promises'

/**
 * Yields to the event loop in long work: the function that it returns is called now and then, and once `afterMs` (default
 * 5) have gone by since the last time it gives a promise to wait for, which lets the others go first.
 */
export function yieldEvery(afterMs = 5): () => Promise<void> | null {
  let start = performance.now()
  const yieldNow = async (): Promise<void> => {
    await setImmediate()
    start = performance.now()
  }
  return () => (performance.now() - start < afterMs ? null : yieldNow())
}
