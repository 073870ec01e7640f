import { defineFeature } from '../kernel/operations/define-feature.ts'
import { explainEventRoute } from './explain-event-route.ts'
import { followEvents } from './follow-events.ts'
import { importEvents } from './import-events.ts'

/** What happened. */
export const eventsFeature = defineFeature({
  handlers: {
    explainEvent: explainEventRoute,
    followEvents,
    importEvents,
  },
})
