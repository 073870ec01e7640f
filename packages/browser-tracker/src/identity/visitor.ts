import { load, store } from '../storage/storage.ts'
import { createUuid, parseUuid } from '../uuid.ts'

export const VISITOR_KEY = 'svc_visitor_id'

/** The visitor's id: a new one where none is kept. */
export const readVisitorId = (): string =>
  parseUuid(load(VISITOR_KEY, true)) || store(VISITOR_KEY, createUuid())
