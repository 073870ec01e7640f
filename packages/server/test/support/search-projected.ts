import {
  allGrants,
  type SearchCustomerContextInput,
  type SearchCustomerContextOutput,
  tools,
} from '@customer-intel/contract'
import * as v from 'valibot'
import type { QueryEmbedder } from '../../src/search/embeddings.ts'
import type { SourceRecord } from '../../src/kernel/log/record.ts'
import { createSqlCustomerReads } from '../../src/customers/reads/sql-customer-reads.ts'
import { createSqlFactReads } from '../../src/facts/fact-reads.ts'
import { createSqlSearchReads } from '../../src/search/search-reads.ts'
import { createSqlSourceReads } from '../../src/records/source-reads.ts'
import type { RequestContext } from '../../src/kernel/operations/services.ts'
import { operations } from '../../src/app/features.ts'
import { runTool } from '../../src/kernel/operations/run-tool.ts'
import type { Projected } from './projected.ts'
import { uncounted } from './tool-workspace.ts'

/** Calls `svc_search_customer_context` over read models in memory. */
export async function searchProjected(
  { database }: Projected,
  input: SearchCustomerContextInput,
  embedQuery: QueryEmbedder | null = null,
): Promise<SearchCustomerContextOutput> {
  const context = {
    workspace: {
      ...uncounted,
      organization: { id: 'org_1' },
      readModels: {
        fresh: async () => ({ current: true, stale: null }),
        ...createSqlCustomerReads(database, Date.now),
        ...createSqlFactReads(database),
        ...createSqlSearchReads(database),
        ...createSqlSourceReads(database),
      },
    },
    operations,
    grants: allGrants,
    clock: Date.now,
    embedQuery,
  } as unknown as RequestContext
  const output = await runTool('svc_search_customer_context', input, context)
  return v.parse(tools.svc_search_customer_context.output, output)
}

/** The ids of what is found, best first. */
export async function findProjected(
  projected: Projected,
  query: string,
  rest: Partial<SearchCustomerContextInput> = {},
): Promise<string[]> {
  const { results } = await searchProjected(projected, { query, ...rest })
  return results.map((result) => (result.kind === 'fact' ? result.fact.id : result.sourceId))
}

/** A call with a customer. */
export function createSource(sourceId: string, text: string, rest: Partial<SourceRecord> = {}): SourceRecord {
  return {
    kind: 'source',
    sourceType: 'CALL',
    sourceId,
    occurredAt: Date.UTC(2026, 0, 11),
    text,
    customer: { domain: 'acme.com' },
    ...rest,
  }
}
