import { defineModel } from '../kernel/read-models/define-model.ts'
import { countEventsBefore, findEvents, listOccurring, traceEvent } from './event-reads.ts'
import type { EventReads } from './event-read-types.ts'
import { eventTables } from './event-tables.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends EventReads {}
}

/** Events, in log order. */
export const eventsModel = defineModel({
  tables: eventTables,
  reads: (database): EventReads => ({
    traceEvent: (uuid) => traceEvent(database, uuid),
    findEvents: (uuids, receivedSince) => findEvents(database, uuids, receivedSince),
    countEventsBefore: (before) => countEventsBefore(database, before),
    listOccurring: () => listOccurring(database),
  }),
})
