import type { Storage } from '../storage/storage.ts'
import { createUuid, parseUuid } from '../uuid.ts'

const SESSION_KEY = 'svc_session'
const SESSION_TIMEOUT_MS = 30 * 60_000

/**
 * The visitor's session, shared by their tabs: a new one after 30 minutes without activity, each call being
 * activity. A clock that was set by more than that ends it too.
 */
export const touchSession = (storage: Storage): string => {
  const now = Date.now()
  const [id, at] = (storage.get(SESSION_KEY) || '').split(' ')
  const session = (Math.abs(now - +at!) < SESSION_TIMEOUT_MS && parseUuid(id)) || createUuid()
  storage.set(SESSION_KEY, `${session} ${now}`)
  return session
}
