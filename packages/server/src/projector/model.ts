import { defineModel } from '../kernel/read-models/define-model.ts'
import type { QuarantineReads } from '../kernel/read-models/quarantine-reads.ts'
import { projectorTables } from './projector-tables.ts'
import { createSqlQuarantineReads } from './quarantine-reads.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends QuarantineReads {}
}

/** The checkpoint, and what can’t be applied. */
export const projectorModel = defineModel({
  tables: projectorTables,
  reads: createSqlQuarantineReads,
})
