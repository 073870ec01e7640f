import type { Table } from '../sql/define-table.ts'
import type { SqlDatabase } from '../sql/database.ts'

/**
 * A feature's door in the read models' process: its tables, and the reads over them. The reads stand in the kernel's
 * `Reads` by a declaration beside the model.
 */
export interface FeatureModel<Tables extends Record<string, Table>, FeatureReads extends object> {
  tables: Tables
  /** Views and indexes over the tables. */
  objects?: string
  /** `clock` returns Unix milliseconds. */
  reads(database: SqlDatabase, clock: () => number): FeatureReads
}

export function defineModel<Tables extends Record<string, Table>, FeatureReads extends object>(
  model: FeatureModel<Tables, FeatureReads>,
): FeatureModel<Tables, FeatureReads> {
  return model
}
