import { setImmediate } from 'node:timers/promises'

/**
 * Lets other work run during long work on the same thread: the returned function is called regularly, and once `afterMs`
 * (default 5) have passed since the last pause it returns a promise to wait for.
 */
export function yieldEvery(afterMs = 5): () => Promise<void> | null {
  let start = performance.now()
  const yieldNow = async (): Promise<void> => {
    await setImmediate()
    start = performance.now()
  }
  return () => (performance.now() - start < afterMs ? null : yieldNow())
}
