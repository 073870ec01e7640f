import type { CustomerReads, TimelineQuery } from './customer-reads.ts'
import { findActivationMatches } from './activation-reads.ts'
import { findCustomer, readCustomer, getRevenue, selectCustomers } from './account-reads.ts'
import { readUsers } from './contact-reads.ts'
import { readBehaviorMetrics } from './behavior-metrics.ts'
import { resolveCustomerKeys } from './customer-keys.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import { findKnown } from './known-reads.ts'
import { readWorkspaceUsers } from './member-reads.ts'
import { listTimeline } from './timeline-reads.ts'
import { findUsers, readUserProfile } from './user-reads.ts'

/**
 * Implements the reads about customers over the tables of `schema.ts`, in the SQL that DuckDB and PostgreSQL share.
 * `clock` returns Unix milliseconds; it decides which contacts count as inactive.
 */
export function createSqlCustomerReads(database: SqlDatabase, clock: () => number): CustomerReads {
  const now = () => new Date(clock())
  return {
    listCustomers: (query) => selectCustomers(database, query),
    listUsers: (query) => readUsers(database, query, now()),
    listWorkspaceUsers: (query) => readWorkspaceUsers(database, query),
    findCustomer: (reference) => findCustomer(database, reference),
    getCustomer: (customerId) => readCustomer(database, customerId),
    resolveCustomerKeys: (ids) => resolveCustomerKeys(database, ids),
    findKnown: (keys) => findKnown(database, keys),
    async listContacts(customerId, limit) {
      const page = await readUsers(
        database,
        { customerId, limit, orderBy: 'last_activity_at', orderDirection: 'desc', after: null },
        now(),
      )
      return page.items
    },
    getRevenue: (customerId) => getRevenue(database, customerId),
    async getBehaviorMetrics(customerId, since) {
      const metricsOf = await readBehaviorMetrics(database, [customerId], { since, until: now() })
      return metricsOf(customerId)
    },
    findActivationMatches: (query) => findActivationMatches(database, query),
    listTimeline: (query) => listTimeline(database, query),
    async findTimeline(of, query) {
      const list = async (one: TimelineQuery['of']) => {
        return { kind: 'found' as const, timeline: await listTimeline(database, { ...query, of: one }) }
      }
      if ('user' in of) {
        const [user, ...others] = await findUsers(database, of.user)
        return user === undefined || others.length > 0
          ? { kind: 'users', candidates: user === undefined ? [] : [user, ...others] }
          : list({ userId: user.id })
      }
      const match = await findCustomer(database, of.customer)
      return match.kind === 'found' ? list({ customerId: match.customer.id }) : match
    },
    findUsers: (reference) => findUsers(database, reference),
    getUser: (userId) => readUserProfile(database, userId, now()),
  }
}
