import { defineModel } from '../kernel/read-models/define-model.ts'
import { createSqlMergeReads } from './reads/merge-reads.ts'
import { createSqlMergeSideReads, type MergeSideReads } from './reads/merge-side-reads.ts'
import { createSqlCustomerReads } from './reads/sql-customer-reads.ts'
import { type IdentityReads, listOverusedKeys, listIdentityLinks } from './reads/identity-reads.ts'
import type { CustomerReads } from './reads/customer-reads.ts'
import type { MergeReads } from './reads/merge-read-types.ts'
import { customerTables, memberView } from './tables/customer-tables.ts'
import { identityTables, stagedTables } from './tables/identity-tables.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends CustomerReads, IdentityReads, MergeReads, MergeSideReads {}
}

/** People and customers, and what was stated about them. */
export const customersModel = defineModel({
  tables: { ...identityTables, ...stagedTables, ...customerTables },
  objects: memberView,
  reads: (database, clock): CustomerReads & IdentityReads & MergeReads & MergeSideReads => ({
    ...createSqlCustomerReads(database, clock),
    ...createSqlMergeReads(database),
    ...createSqlMergeSideReads(database),
    listIdentityLinks: (reference) => listIdentityLinks(database, reference),
    listOverusedKeys: (keys) => listOverusedKeys(database, keys),
  }),
})
