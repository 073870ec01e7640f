import { VISITOR_KEY } from '../storage/keys.ts'
import { loadOrReadCookie, store } from '../storage/storage.ts'
import { createUuid, isUuid } from '../uuid.ts'

/** The visitor's id: a new one where none is kept. */
export const readVisitorId = (): string => {
  const kept = loadOrReadCookie(VISITOR_KEY)
  if (isUuid(kept)) return kept
  const visitorId = createUuid()
  store(VISITOR_KEY, visitorId)
  return visitorId
}
