import { SESSION_KEY } from '../storage/keys.ts'
import { load, store } from '../storage/storage.ts'
import { createUuid, isUuid } from '../uuid.ts'

const SESSION_TIMEOUT_MS = 30 * 60_000
/** Not at each event: writing takes longer than all the rest. */
const WRITE_INTERVAL_MS = 1000

/**
 * The visitor's session, shared by their tabs: a new one after 30 minutes without activity, each call being
 * activity. A clock that was set by more than that ends it too.
 */
export const touchSession = (): string => {
  let [id, activeAt] = load(SESSION_KEY).split(' ')
  let idleMs = Math.abs(Date.now() - +activeAt!)
  if (!(idleMs < SESSION_TIMEOUT_MS && isUuid(id!))) {
    id = createUuid()
    idleMs = Infinity
  }
  if (idleMs > WRITE_INTERVAL_MS) store(SESSION_KEY, `${id} ${Date.now()}`)
  return id!
}
