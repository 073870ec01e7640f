import type { BehaviorMetrics } from '@customer-intel/contract'
import { readCustomersById } from '../../customers/reads/account-reads.ts'
import { readBehaviorMetrics } from '../../customers/reads/behavior-metrics.ts'
import type { StoredCustomer, TimelineEntry } from '../../customers/reads/customer-reads.ts'
import { listLatestEvents } from '../../customers/reads/latest-events.ts'
import { listLatestFacts } from '../../facts/fact-reads.ts'
import type { StoredFact } from '../../facts/fact-read-types.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'

/** Reads for agents. */
export interface DossierReads {
  /**
   * What is known of these customers at a time, Unix milliseconds: by public id, former ids included. Those that are not
   * there any more are skipped.
   */
  readDossiers(customerIds: readonly string[], at: number): Promise<Map<string, CustomerDossier>>
}

/** What is known of a customer. */
export interface CustomerDossier {
  customer: StoredCustomer
  /** Active ones, latest first. */
  facts: StoredFact[]
  /** Of the last 30 days. */
  metrics: BehaviorMetrics
  /** Of the same days, newest first. */
  events: TimelineEntry[]
}

const days = 30
const factsShown = 8
const eventsShown = 5

export function createSqlDossierReads(database: SqlDatabase): DossierReads {
  return {
    async readDossiers(customerIds, at) {
      const customers = await readCustomersById(database, customerIds)
      const ids = [...new Set([...customers.values()].map(({ id }) => id))]
      const period = { since: new Date(at - days * 86_400_000), until: new Date(at) }
      const [facts, metrics, events] = await Promise.all([
        listLatestFacts(database, ids, { status: ['ACTIVE', 'ACKNOWLEDGED'], limit: factsShown }),
        readBehaviorMetrics(database, ids, period),
        listLatestEvents(database, ids, { ...period, limit: eventsShown }),
      ])
      return new Map(
        [...customers].map(([asked, customer]) => [
          asked,
          {
            customer,
            facts: facts.get(customer.id) ?? [],
            metrics: metrics(customer.id),
            events: events.get(customer.id) ?? [],
          },
        ]),
      )
    },
  }
}
