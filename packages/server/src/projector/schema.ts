import type { AllOf } from '../kernel/all-of.ts'
import { createHash } from 'node:crypto'
import { actingModel } from '../acting/model.ts'
import { customersModel } from '../customers/model.ts'
import { eventsModel } from '../events/model.ts'
import { factsModel } from '../facts/model.ts'
import { integrationsModel } from '../integrations/model.ts'
import type { FeatureModel } from '../kernel/read-models/define-model.ts'
import type { Reads } from '../kernel/read-models/read-models.ts'
import type { SqlDatabase } from '../kernel/sql/database.ts'
import { parseSql } from '../kernel/sql/parse-sql.ts'
import type { RowOf, StoredRowOf, Table } from '../kernel/sql/define-table.ts'
import { privacyModel } from '../privacy/model.ts'
import { recordsModel } from '../records/model.ts'
import { searchModel } from '../search/model.ts'
import { signalsModel } from '../signals/model.ts'
import { projectorModel } from './model.ts'

/** The features' models: tables, views and reads follow from this list. */
const models = [
  projectorModel,
  customersModel,
  eventsModel,
  recordsModel,
  factsModel,
  searchModel,
  signalsModel,
  integrationsModel,
  actingModel,
  privacyModel,
] as const

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
export const tables: TablesOf<(typeof models)[number]> = Object.assign(
  {},
  ...models.map(({ tables }) => tables),
)

type Tables = typeof tables

/** A row to append to a table: `Row<'events'>`. */
export type RowNamed<Name extends keyof Tables> = RowOf<Tables[Name]['types']>

/** A row as returned by `select *`. */
export type StoredRowNamed<Name extends keyof Tables> = StoredRowOf<Tables[Name]['types']>

/** Creates what is missing. */
export const schema = Object.values(tables)
  .map(({ definition }) => definition)
  .concat(models.map(({ objects = '' }: FeatureModel<Record<string, Table>, object>) => objects))
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

type TablesOf<Model> = AllOf<Model extends { tables: infer Of } ? Of : never>
type ReadsOf<Model> = AllOf<Model extends { reads: (...given: never[]) => infer Of } ? Of : never>

/** All reads of the application over a database; `clock` returns Unix milliseconds. */
export function createSqlReads(
  database: SqlDatabase,
  clock: () => number,
): Omit<Reads, 'refreshFacts' | 'evaluateSignal'> {
  const reads: ReadsOf<(typeof models)[number]> = Object.assign(
    {},
    ...models.map((model) => model.reads(database, clock)),
  )
  return { ...reads, parse: (sql) => parseSql(database, sql) }
}
