import { defineModel } from '../kernel/read-models/define-model.ts'
import { createSqlPersonReads } from './person-reads.ts'
import type { PersonReads } from './person-read-types.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends PersonReads {}
}

/** Everything that is known of a person. */
export const privacyModel = defineModel({
  tables: {},
  reads: createSqlPersonReads,
})
