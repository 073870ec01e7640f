import { VISITOR_KEY } from '../storage/keys.ts'
import { loadOrReadCookie, store } from '../storage/storage.ts'
import { toUuid } from '../uuid.ts'

/** The visitor's id; a new one if none is stored. */
export const readVisitorId = (): string => {
  const stored = loadOrReadCookie(VISITOR_KEY)
  const visitorId = toUuid(stored)
  if (visitorId !== stored) store(VISITOR_KEY, visitorId)
  return visitorId
}
