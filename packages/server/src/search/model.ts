import { defineModel } from '../kernel/read-models/define-model.ts'
import { createSqlSearchReads } from './search-reads.ts'
import type { SearchReads } from './search-read-types.ts'
import { searchObjects, searchTables } from './search-tables.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends SearchReads {}
}

/** The search index. */
export const searchModel = defineModel({
  tables: searchTables,
  objects: searchObjects,
  reads: createSqlSearchReads,
})
