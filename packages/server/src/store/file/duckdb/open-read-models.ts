import { join } from 'node:path'
import type { Log } from '../../../log/log.ts'
import { createSqlCustomerReads } from '../../sql/sql-customer-reads.ts'
import { createSqlPersonReads } from '../../sql/person-reads.ts'
import { createSqlSearchReads } from '../../sql/search-reads.ts'
import { createSqlSourceReads } from '../../sql/source-reads.ts'
import { createSqlFactReads } from '../../sql/fact-reads.ts'
import { traceEvent } from '../../sql/event-reads.ts'
import { listIdentityLinks } from '../../sql/identity-reads.ts'
import { parseSql } from '../../sql/parse-sql.ts'
import type { ReadModels } from '../../read-models.ts'
import { startReplaceableDatabase } from './replaceable-database.ts'

/** The file of an organization's read models, in its folder. */
export function databasePath(directory: string): string {
  return join(directory, 'activity.duckdb')
}

/** Opens an organization's read models: DuckDB in a child process that follows the log. */
export async function openReadModels(options: {
  /** The organization's folder. */
  directory: string
  logDirectory: string
  log: Log
}): Promise<ReadModels> {
  const { directory, logDirectory, log } = options
  const database = await startReplaceableDatabase({ path: databasePath(directory), logDirectory, log })
  return {
    ...createSqlCustomerReads(database, Date.now),
    ...createSqlSearchReads(database),
    ...createSqlSourceReads(database),
    ...createSqlFactReads(database),
    ...createSqlPersonReads(database),
    get projected() {
      return database.projected
    },
    get unavailable() {
      return database.unavailable
    },
    get counters() {
      return database.counters
    },
    listIdentityLinks: (reference) => listIdentityLinks(database, reference),
    traceEvent: (uuid) => traceEvent(database, uuid),
    parse: (sql, timeoutMs) => parseSql(database, sql, timeoutMs),
    waitFor: database.waitFor,
    refreshFacts: database.refreshFacts,
    runUntrusted: database.runUntrusted,
    rebuild: database.rebuild,
    close: database.close,
  }
}
