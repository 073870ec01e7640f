import { createHash } from 'node:crypto'
import { agentTables } from '../acting/agents/agent-tables.ts'
import { customerTables, memberView } from '../customers/tables/customer-tables.ts'
import { automationTables } from '../acting/automations/automation-tables.ts'
import type { RowOf, StoredRowOf } from '../kernel/sql/define-table.ts'
import { eventTables } from '../events/event-tables.ts'
import { identityTables, stagedTables } from '../customers/tables/identity-tables.ts'
import { notificationTables } from '../acting/notifications/notification-tables.ts'
import { recordTables } from '../records/record-tables.ts'
import { signalTables } from '../signals/signal-tables.ts'
import { searchObjects, searchTables } from '../search/search-tables.ts'

/**
 * The read models' tables.
 *
 * An event row is immutable. Its owner is stored beside it: `subject` is the combination of raw keys of the event (e-mail
 * or userId, fingerprint, visitor, account), and `subjects` has the current owner of that combination. Linking an
 * anonymous visitor to a person updates a few rows of `subjects`, and none of `events`.
 *
 * No indexes except one of the search: rows are looked up in micro-batches, by scans of one narrow column (measured: 1 M
 * keys in 2 ms), and events are stored in order of time, so that zone maps limit what a query reads. An index of subjects
 * and contacts by customer would make a timeline 2 ms faster, and cost the projection 60 % more CPU time.
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

/** A row as returned by `select *`. */
export type StoredRow<Name extends keyof Tables> = StoredRowOf<Tables[Name]['types']>

/** Creates what is missing. */
export const schema = Object.values(tables)
  .map(({ definition }) => definition)
  .concat(memberView, searchObjects)
  .join('')

/** Creates temporary tables, which a file doesn't keep. */
export const temporarySchema = Object.values(tables)
  .filter(({ temporary }) => temporary)
  .map(({ definition }) => definition)
  .join('')

/** Increase it when the same log leads to other rows in the same tables. */
const projection = 4

/** Schema version: a hash of the tables and of `projection`. A database with another one is rebuilt. */
export const tablesVersion = createHash('sha256').update(`${schema}${projection}`).digest('hex')
