import { createHash } from 'node:crypto'
import { agentTables } from './tables/agent-tables.ts'
import { customerTables, memberView } from './tables/customer-tables.ts'
import { automationTables } from './tables/automation-tables.ts'
import type { RowOf, StoredRowOf } from './tables/define-table.ts'
import { eventTables } from './tables/event-tables.ts'
import { identityTables, stagedTables } from './tables/identity-tables.ts'
import { notificationTables } from './tables/notification-tables.ts'
import { recordTables } from './tables/record-tables.ts'
import { signalTables } from './tables/signal-tables.ts'
import { searchObjects, searchTables } from './tables/search-tables.ts'

/**
 * The read models' tables.
 *
 * An event row is immutable. Who it belongs to stands beside it: `subject` is the combination of raw keys that the
 * event carried (e-mail or userId, fingerprint, visitor, account), and `subjects` says whose that combination is
 * now. Linking an anonymous visitor to a person updates a few rows of `subjects`, and none of `events`.
 *
 * No indexes but one of the search: rows are looked up in micro-batches, by scans of one narrow column (measured: 1 M
 * keys in 2 ms), and events are stored in time order, so that zone maps cut what a query reads. An index of subjects and
 * contacts by customer saves a timeline 2 ms, and costs the projection 60 % more processor time.
 */
export const tables = {
  ...eventTables,
  ...identityTables,
  ...stagedTables,
  ...customerTables,
  ...recordTables,
  ...notificationTables,
  ...agentTables,
  ...signalTables,
  ...automationTables,
  ...searchTables,
}

type Tables = typeof tables

/** A row to append to a table: `Row<'events'>`. */
export type Row<Name extends keyof Tables> = RowOf<Tables[Name]['types']>

/** A row as `select *` gives it. */
export type StoredRow<Name extends keyof Tables> = StoredRowOf<Tables[Name]['types']>

/** Makes all that isn't there yet. */
export const schema = Object.values(tables)
  .map(({ definition }) => definition)
  .concat(memberView, searchObjects)
  .join('')

/** Makes what a file doesn't keep. */
export const temporarySchema = Object.values(tables)
  .filter(({ temporary }) => temporary)
  .map(({ definition }) => definition)
  .join('')

/** Counts up where the same log becomes other rows of the same tables. */
const projection = 1

/** Of the tables and what fills them: a file that another one made is made anew. */
export const tablesVersion = createHash('sha256').update(`${schema}${projection}`).digest('hex')
