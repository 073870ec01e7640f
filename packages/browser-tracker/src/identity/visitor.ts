import { load, store } from '../storage/storage.ts'
import { createUuid, parseUuid } from '../uuid.ts'

export const VISITOR_KEY = 'svc_visitor_id'

/** The visitor's id: a new one where none is kept. */
export const readVisitorId = (): string => {
  const kept = parseUuid(load(VISITOR_KEY, true))
  const id = kept || createUuid()
  if (!kept) store(VISITOR_KEY, id)
  return id
}
