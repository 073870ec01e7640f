import { defineFeature } from '../kernel/operations/define-feature.ts'
import { explainEventRoute } from './explain-event-route.ts'
import { followEvents } from './follow-events.ts'
import { getIngestStats } from './get-ingest-stats.ts'
import { importEvents } from './import-events.ts'
import { listRejectionsRoute } from './list-rejections.ts'
import { streamEvents } from './live/stream-events.ts'

/** What happened. */
export const eventsFeature = defineFeature({
  handlers: {
    explainEvent: explainEventRoute,
    followEvents,
    getIngestStats,
    importEvents,
    listRejections: listRejectionsRoute,
  },
  streams: { streamEvents },
})
