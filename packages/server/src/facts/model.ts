import { defineModel } from '../kernel/read-models/define-model.ts'
import { createSqlFactReads } from './fact-reads.ts'
import type { FactReads } from './fact-read-types.ts'
import { factTables } from './fact-tables.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends FactReads {}
}

/** Facts. */
export const factsModel = defineModel({
  tables: factTables,
  reads: createSqlFactReads,
})
