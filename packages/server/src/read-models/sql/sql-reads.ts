import type { Reads } from '../read-models.ts'
import { createSqlAgentRunReads } from './agent-run-reads.ts'
import type { SqlDatabase } from './database.ts'
import { createSqlDeliveryReads } from './delivery-reads.ts'
import { findEvents, listOccurring, traceEvent } from './event-reads.ts'
import { createSqlFactReads } from './fact-reads.ts'
import { listCrowdedKeys, listIdentityLinks } from './identity-reads.ts'
import { createSqlMergeReads } from './merge-reads.ts'
import { createSqlOccurrenceReads } from './occurrence-reads.ts'
import { parseSql } from './parse-sql.ts'
import { createSqlPersonReads } from './person-reads.ts'
import { createSqlQuarantineReads } from './quarantine-reads.ts'
import { createSqlRunReads } from './run-reads.ts'
import { createSqlSearchReads } from './search-reads.ts'
import {
  listRecordDigests,
  listStoredEvents,
  listSyncedKeys,
  listSyncs,
  listUnmetObjects,
} from './sync-reads.ts'
import { createSqlSourceReads } from './source-reads.ts'
import { createSqlCustomerReads } from './sql-customer-reads.ts'

/** All reads of the application; `clock` returns Unix milliseconds. */
export function createSqlReads(
  database: SqlDatabase,
  clock: () => number,
): Omit<Reads, 'refreshFacts' | 'evaluateSignal'> {
  return {
    ...createSqlCustomerReads(database, clock),
    ...createSqlSearchReads(database),
    ...createSqlSourceReads(database),
    ...createSqlFactReads(database),
    ...createSqlPersonReads(database),
    ...createSqlQuarantineReads(database),
    ...createSqlDeliveryReads(database),
    ...createSqlAgentRunReads(database),
    ...createSqlMergeReads(database),
    ...createSqlOccurrenceReads(database),
    ...createSqlRunReads(database),
    listIdentityLinks: (reference) => listIdentityLinks(database, reference),
    listCrowdedKeys: (keys) => listCrowdedKeys(database, keys),
    traceEvent: (uuid) => traceEvent(database, uuid),
    findEvents: (uuids, receivedSince) => findEvents(database, uuids, receivedSince),
    listOccurring: () => listOccurring(database),
    listSyncs: () => listSyncs(database),
    listSyncedKeys: (objects) => listSyncedKeys(database, objects),
    listUnmetObjects: (walk) => listUnmetObjects(database, walk),
    listRecordDigests: (keys) => listRecordDigests(database, keys),
    listStoredEvents: (uuids) => listStoredEvents(database, uuids),
    parse: (sql) => parseSql(database, sql),
  }
}
