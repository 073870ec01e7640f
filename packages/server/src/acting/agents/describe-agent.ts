import type { AgentDetail, AgentRunSummary, AgentSummary } from '@customer-intel/contract'
import type { LastAgentRun } from './agent-run-read-types.ts'
import { configHashOf } from '../../kernel/config-hash.ts'
import type { StoredAgent } from './agents.ts'

/** What an agent's automations contribute to its description. */
export type AgentUses = Pick<AgentDetail, 'automations' | 'automationSummary' | 'destinationSummary'> & {
  schedule: Pick<AgentDetail['schedule'], 'enabled' | 'cadence' | 'nextRunAt'>
}

/** An agent in lists. */
export function toAgentSummary(
  agent: StoredAgent,
  { schedule }: AgentUses,
  last: LastAgentRun | undefined,
): AgentSummary {
  const { id, agentKey, displayName, enabled, templateVersion, actionKeys, createdAt, updatedAt } = agent
  return {
    id,
    agentKey,
    displayName,
    status: enabled ? 'ENABLED' : 'DISABLED',
    templateVersion,
    configHash: agentHashOf(agent),
    actionKeys,
    schedule: {
      enabled: schedule.enabled,
      nextRunAt: schedule.nextRunAt,
      lastRunAt: last?.lastRunAt ?? null,
      lastSuccessfulRunAt: last?.lastSuccessfulRunAt ?? null,
    },
    createdAt,
    updatedAt,
  }
}

/** Hash of its configuration. */
export function agentHashOf(agent: StoredAgent): string {
  const { displayName, enabled, instructions, maxItemsToSurface, actionKeys } = agent
  return configHashOf(displayName, enabled, instructions, maxItemsToSurface, actionKeys)
}

/** An agent with its runs. */
export function toAgentDetail(
  { summary, uses }: { summary: AgentSummary; uses: AgentUses },
  agent: StoredAgent,
  recentRuns: AgentRunSummary[],
): AgentDetail {
  const { template, instructions, maxItemsToSurface } = agent
  return {
    ...summary,
    ...uses,
    schedule: { ...summary.schedule, cadence: uses.schedule.cadence },
    lastRun: recentRuns[0] ?? null,
    recentRuns,
    settings: {
      configSchemaKey: template ?? 'custom',
      configSchemaVersion: 1,
      custom: { instructions, maxItemsToSurface, outputMode: 'digest' },
    },
  }
}
