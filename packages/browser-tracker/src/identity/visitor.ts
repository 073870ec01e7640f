import { VISITOR_KEY } from '../storage/keys.ts'
import { loadOrReadCookie, store } from '../storage/storage.ts'
import { createUuid, isUuid } from '../uuid.ts'

/** The visitor's id; a new one if none is stored. */
export const readVisitorId = (): string => {
  let visitorId = loadOrReadCookie(VISITOR_KEY)
  if (!isUuid(visitorId)) {
    visitorId = createUuid()
    store(VISITOR_KEY, visitorId)
  }
  return visitorId
}
