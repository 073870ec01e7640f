import { defineModel } from '../kernel/read-models/define-model.ts'
import {
  listRecordDigests,
  listStoredEvents,
  listSyncedKeys,
  listSyncs,
  listUnmetObjects,
} from './reads/sync-reads.ts'
import type { SyncReads } from './reads/sync-read-types.ts'
import { syncTables } from './sync-tables.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends SyncReads {}
}

/** Syncs of connections. */
export const integrationsModel = defineModel({
  tables: syncTables,
  reads: (database): SyncReads => ({
    listSyncs: () => listSyncs(database),
    listSyncedKeys: (objects) => listSyncedKeys(database, objects),
    listUnmetObjects: (walk) => listUnmetObjects(database, walk),
    listRecordDigests: (keys) => listRecordDigests(database, keys),
    listStoredEvents: (uuids) => listStoredEvents(database, uuids),
  }),
})
