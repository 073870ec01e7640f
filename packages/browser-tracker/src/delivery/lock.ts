import { load, store } from '../storage/storage.ts'

const LEASE_KEY = 'svc_lease'
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
    // Both ways: the clock may have been set.
    if (!(Math.abs(Date.now() - +load(LEASE_KEY)!) < LEASE_MS)) {
      store(LEASE_KEY, `${Date.now()}`)
      await work()
      store(LEASE_KEY)
    }
  }
}
