import { allGrants } from '@customer-intel/contract'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import type { UntrustedLimits } from '../../src/kernel/sql/database.ts'
import { createSqlReads } from '../../src/projector/schema.ts'
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'
import type { RequestContext } from '../../src/kernel/operations/services.ts'
import { createServices } from '../../src/app/create-services.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { runTool } from '../../src/kernel/operations/run-tool.ts'
import { openInProcessDatabase } from './in-process-database.ts'
import type { InProcessDatabase } from './in-process-database.ts'

export interface ToolWorkspace {
  database: InProcessDatabase
  context: RequestContext
  /** Runs a tool as a key with all grants would. */
  call<Output = Record<string, unknown>>(tool: string, input?: unknown): Promise<Output>
  close(): Promise<void>
}

/** When it is, to the tools under test. */
export const now = Date.parse('2026-06-15T12:00:00Z')

/** A workspace in UTC whose plan limits nothing, and whose read models are as current as its log. */
export const uncounted = {
  document: {
    limits: { plan: 'self-hosted', apiCalls: null },
    settings: { defaultTimezone: 'UTC', domains: [] },
  },
  usage: { usage: { apiCalls: { month: '', count: 0 }, keys: {} }, takeApiCall: async () => true },
}

/** The tools over real SQL in this process; rows come by `insertRows`. */
export async function openToolWorkspace(organizationId = 'org_1'): Promise<ToolWorkspace> {
  const database = await openInProcessDatabase()
  const clock = () => now
  const readModels = {
    ...createSqlReads(database, clock),
    fresh: async () => ({ current: true, stale: null }),
    refreshFacts: async () => 0,
    runUntrusted: (sql: string, limits: UntrustedLimits) => database.runUntrusted(sql, limits),
  }
  const organization = { id: organizationId, name: 'Acme', slug: 'acme', createdAt: '2026-01-01T00:00:00Z' }
  const context: RequestContext = {
    ...createServices({ store: memoryStore(), clock }),
    workspace: { ...uncounted, organization, readModels } as unknown as Workspace,
    apiKey: toApiKey(generateApiKey(), { name: 'Test', grants: allGrants, now }),
    grants: allGrants,
    requestId: 'req_1',
  }
  return {
    database,
    context,
    call: async <Output>(tool: string, input: unknown = {}) =>
      (await runTool(tool, input, context)) as Output,
    close: () => database.close(),
  }
}
