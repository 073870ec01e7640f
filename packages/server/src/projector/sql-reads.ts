import type { Reads } from '../kernel/read-models/read-models.ts'
import { createSqlAgentRunReads } from '../acting/agents/agent-run-reads.ts'
import type { SqlDatabase } from '../kernel/sql/database.ts'
import { createSqlDeliveryReads } from '../acting/notifications/delivery-reads.ts'
import { findEvents, listOccurring, traceEvent } from '../events/event-reads.ts'
import { createSqlFactReads } from '../facts/fact-reads.ts'
import { listCrowdedKeys, listIdentityLinks } from '../customers/reads/identity-reads.ts'
import { createSqlMergeReads } from '../customers/reads/merge-reads.ts'
import { createSqlOccurrenceReads } from '../signals/occurrence-reads.ts'
import { parseSql } from '../kernel/sql/parse-sql.ts'
import { createSqlPersonReads } from '../privacy/person-reads.ts'
import { createSqlQuarantineReads } from './quarantine-reads.ts'
import { createSqlRunReads } from '../acting/automations/run-reads.ts'
import { createSqlSearchReads } from '../search/search-reads.ts'
import {
  listRecordDigests,
  listStoredEvents,
  listSyncedKeys,
  listSyncs,
  listUnmetObjects,
} from '../integrations/reads/sync-reads.ts'
import { createSqlSourceReads } from '../records/source-reads.ts'
import { createSqlCustomerReads } from '../customers/reads/sql-customer-reads.ts'

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
