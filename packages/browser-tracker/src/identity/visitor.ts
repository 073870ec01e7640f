import { readCookie, writeCookie } from '../storage/cookie.ts'
import type { Storage } from '../storage/storage.ts'
import { createUuid, parseUuid } from '../uuid.ts'

export const VISITOR_KEY = 'svc_visitor_id'

/**
 * The visitor's id: from local storage, else from the cookie that a site's subdomains share, else a new one.
 * Without `useCookie` the store alone remembers it.
 */
export const readVisitorId = (storage: Storage, useCookie: boolean): string => {
  const kept = parseUuid(storage.get(VISITOR_KEY))
  if (kept) return kept
  const id = (useCookie && parseUuid(readCookie(VISITOR_KEY))) || createUuid()
  storage.set(VISITOR_KEY, id)
  if (useCookie) writeCookie(VISITOR_KEY, id)
  return id
}
