import type { PageContext, TrackedEvent } from '../event.ts'

/** Makes an event of now, on the page shown now unless told otherwise. Nothing keeps it yet. */
export type Draft = (type: TrackedEvent['type'], fields?: object, page?: PageContext) => TrackedEvent

/** Keeps an event, to be sent. Doesn't throw. */
export type Write = (event: TrackedEvent) => void
