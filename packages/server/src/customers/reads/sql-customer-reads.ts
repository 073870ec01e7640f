import type { CustomerReads } from './customer-reads.ts'
import { findActivationMatches } from './activation-reads.ts'
import { findCustomer, getCustomer, getRevenue, listCustomers } from './account-reads.ts'
import { listUsers } from './contact-reads.ts'
import { getBehaviorMetrics } from './behavior-metrics.ts'
import { resolveCustomerKeys } from './customer-keys.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import { listWorkspaceUsers } from './member-reads.ts'
import { listTimeline } from './timeline-reads.ts'

/**
 * Implements the reads about customers over the tables of `schema.ts`, in the SQL that DuckDB and PostgreSQL share.
 * `clock` returns Unix milliseconds; it decides which contacts count as inactive.
 */
export function createSqlCustomerReads(database: SqlDatabase, clock: () => number): CustomerReads {
  const now = () => new Date(clock())
  return {
    listCustomers: (query) => listCustomers(database, query),
    listUsers: (query) => listUsers(database, query, now()),
    listWorkspaceUsers: (query) => listWorkspaceUsers(database, query),
    findCustomer: (reference) => findCustomer(database, reference),
    getCustomer: (customerId) => getCustomer(database, customerId),
    resolveCustomerKeys: (ids) => resolveCustomerKeys(database, ids),
    async listContacts(customerId, limit) {
      const page = await listUsers(
        database,
        { customerId, limit, orderBy: 'last_activity_at', orderDirection: 'desc', after: null },
        now(),
      )
      return page.items
    },
    getRevenue: (customerId) => getRevenue(database, customerId),
    getBehaviorMetrics: (customerId, since) => getBehaviorMetrics(database, customerId, since, now()),
    findActivationMatches: (query) => findActivationMatches(database, query),
    listTimeline: (query) => listTimeline(database, query),
    async findTimeline(reference, query) {
      const match = await findCustomer(database, reference)
      if (match.kind !== 'found') return match
      const { id: customerId } = match.customer
      return { kind: 'found', timeline: await listTimeline(database, { ...query, customerId }) }
    },
  }
}
