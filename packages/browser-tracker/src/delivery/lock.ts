import { LEASE_KEY } from '../storage/keys.ts'
import { load, remove, store } from '../storage/storage.ts'

/** Longer than a request takes; no more, as a tab that was closed meanwhile leaves its lease behind. */
const LEASE_MS = 5_000

/**
 * Runs `work` unless another tab does. Web Locks end with their tab; where they are missing (pages without TLS) or
 * refused, a lease in storage does it. Two tabs at once are wasteful, never wrong: the server knows the uuids.
 */
export const runAlone = async (name: string, work: () => Promise<void>): Promise<void> => {
  try {
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock && work())
  } catch {
    // The distance both ways: the clock may have been set.
    const isLeased = Math.abs(Date.now() - Number(load(LEASE_KEY))) < LEASE_MS
    if (isLeased) return
    store(LEASE_KEY, String(Date.now()))
    await work()
    remove(LEASE_KEY)
  }
}
