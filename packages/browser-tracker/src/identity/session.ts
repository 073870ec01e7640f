import { load, store } from '../storage/storage.ts'
import { createUuid, parseUuid } from '../uuid.ts'

const SESSION_KEY = 'svc_session'
const SESSION_TIMEOUT_MS = 30 * 60_000

/**
 * The visitor's session, shared by their tabs: a new one after 30 minutes without activity, each call being
 * activity. A clock that was set by more than that ends it too.
 */
export const touchSession = (): string => {
  const [id, at] = (load(SESSION_KEY) || '').split(' ')
  const idleMs = Math.abs(Date.now() - +at!)
  const session = (idleMs < SESSION_TIMEOUT_MS && parseUuid(id)) || createUuid()
  // Not at each event: writing takes longer than all the rest.
  if (!(idleMs < 1000)) store(SESSION_KEY, `${session} ${Date.now()}`)
  return session
}
