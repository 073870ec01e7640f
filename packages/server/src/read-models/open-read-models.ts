import { join } from 'node:path'
import type { WorkspaceLog } from '../workspaces/workspace.ts'
import { createSqlPersonReads } from './sql/person-reads.ts'
import { createSqlSearchReads } from './sql/search-reads.ts'
import { createSqlSourceReads } from './sql/source-reads.ts'
import { createSqlFactReads } from './sql/fact-reads.ts'
import { traceEvent } from './sql/event-reads.ts'
import { listIdentityLinks } from './sql/identity-reads.ts'
import { parseSql } from './sql/parse-sql.ts'
import type { CustomerReads } from './reads/customer-reads.ts'
import type { ReadModels } from './read-models.ts'
import type { ReadCustomers } from './database-process.ts'
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
  log: WorkspaceLog
}): Promise<ReadModels> {
  const { directory, logDirectory, log } = options
  const database = await startReplaceableDatabase({ path: databasePath(directory), logDirectory, log })
  return {
    ...customerReads(database.readCustomers),
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

/** The questions about customers, put to the process that holds the database. */
function customerReads(read: ReadCustomers): CustomerReads {
  return {
    listCustomers: (...values) => read('listCustomers', values),
    listUsers: (...values) => read('listUsers', values),
    listWorkspaceUsers: (...values) => read('listWorkspaceUsers', values),
    findCustomer: (...values) => read('findCustomer', values),
    getCustomer: (...values) => read('getCustomer', values),
    resolveCustomerKeys: (...values) => read('resolveCustomerKeys', values),
    listContacts: (...values) => read('listContacts', values),
    getRevenue: (...values) => read('getRevenue', values),
    getBehaviorMetrics: (...values) => read('getBehaviorMetrics', values),
    listTimeline: (...values) => read('listTimeline', values),
    findTimeline: (...values) => read('findTimeline', values),
    findActivationMatches: (...values) => read('findActivationMatches', values),
  }
}
