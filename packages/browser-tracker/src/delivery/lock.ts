import type { Storage } from '../storage/storage.ts'
import { createUuid } from '../uuid.ts'

const LEASE_KEY = 'svc_lease'
const LEASE_MS = 20_000

/**
 * Runs `work` unless another tab is sending. Web Locks end with their tab; where they are missing (pages without
 * TLS) or refused, a lease in storage does it, which `work` extends by calling `renew`. Two tabs at once are
 * wasteful, never wrong: the server knows the uuids.
 */
export const createLock = (storage: Storage, name: string) => {
  const me = createUuid()
  const renew = () => storage.set(LEASE_KEY, `${me} ${Date.now() + LEASE_MS}`)
  const lease = async (work: (renew: () => void) => Promise<void>) => {
    const [owner, until] = (storage.get(LEASE_KEY) || '').split(' ')
    const left = +until! - Date.now()
    // A lease further away than any is given comes from a clock that was set back since.
    if (owner !== me && left > 0 && left < LEASE_MS * 2) return
    renew()
    await work(renew)
    storage.remove(LEASE_KEY)
  }
  return async (work: (renew: () => void) => Promise<void>): Promise<void> => {
    try {
      await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && work(() => undefined))
    } catch {
      await lease(work)
    }
  }
}
