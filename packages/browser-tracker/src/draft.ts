import type { PageContext, TrackedEvent } from './event.ts'
import { readPage } from './page/page.ts'
import { createUuid } from './uuid.ts'

/** An event of now, on the page shown now unless told otherwise. Nothing keeps it yet. */
export const draft = (
  type: TrackedEvent['type'],
  fields?: object,
  page: PageContext = readPage(),
): TrackedEvent => ({
  type,
  uuid: createUuid(),
  timestamp: Date.now(),
  ...page,
  ...fields,
})

/** Keeps an event, to be sent. Doesn't throw. */
export type Write = (event: TrackedEvent) => void
