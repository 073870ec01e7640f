import { defineModel } from '../kernel/read-models/define-model.ts'
import { recordTables } from './record-tables.ts'
import { createSqlSourceReads } from './source-reads.ts'
import type { SourceReads } from './source-read-types.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends SourceReads {}
}

/** Imported records, and the sources among them. */
export const recordsModel = defineModel({
  tables: recordTables,
  reads: createSqlSourceReads,
})
