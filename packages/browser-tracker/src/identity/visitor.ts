import type { Storage } from '../storage/storage.ts'
import { createUuid, parseUuid } from '../uuid.ts'

export const VISITOR_KEY = 'svc_visitor_id'

/** The visitor's id: a new one where none is kept. */
export const readVisitorId = (storage: Storage): string => {
  const kept = parseUuid(storage.get(VISITOR_KEY))
  const id = kept || createUuid()
  if (!kept) storage.set(VISITOR_KEY, id)
  return id
}
