import { SESSION_KEY } from '../storage/keys.ts'
import { load, store } from '../storage/storage.ts'
import { toUuid } from '../uuid.ts'

const SESSION_TIMEOUT_MS = 30 * 60_000
/** Not with each event: writing takes longer than everything else. */
const WRITE_INTERVAL_MS = 1000

/**
 * The visitor's session, shared by all tabs: a new one after 30 minutes without activity. Each call counts as activity.
 * Setting the system clock by more than that ends it, too.
 */
export const touchSession = (): string => {
  const [id, activeAt] = load(SESSION_KEY).split(' ')
  const idleMs = Math.abs(Date.now() - +activeAt!)
  const sessionId = toUuid(idleMs < SESSION_TIMEOUT_MS ? id! : '')
  if (sessionId !== id || idleMs > WRITE_INTERVAL_MS) store(SESSION_KEY, `${sessionId} ${Date.now()}`)
  return sessionId
}
