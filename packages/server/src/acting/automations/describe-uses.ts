import { destinationsOf } from '../notifications/destinations.ts'
import type { Automation, ConditionId, DestinationRoute, Signal } from '@customer-intel/contract'
import type { AgentUses } from '../agents/describe-agent.ts'
import type { Reads } from '../../kernel/read-models/read-models.ts'
import type { RequestContext } from '../../kernel/operations/services.ts'
import { automationsUsing } from './automations.ts'
import { describeAutomations } from './describe-automations.ts'

type Context = Pick<RequestContext, 'workspace' | 'clock'>
type RunReads = Pick<Reads, 'listLastRuns'>

/** The automations that send to a destination, for its description. */
export async function describeRoutesTo(
  destinationId: string,
  reads: RunReads,
  context: Context,
): Promise<DestinationRoute[]> {
  const stored = await automationsUsing(context.workspace, { destinationId })
  const entries = await describeAutomations(stored, reads, context)
  return entries.map(
    ({ id, name, enabled, triggerType, agentId, lastRunStatus, lastRunAt, nextRunAt, ...rest }) => ({
      id,
      name,
      enabled,
      triggerType,
      agentId,
      lastRunStatus,
      lastRunAt,
      nextRunAt,
      createdAt: rest.createdAt,
      updatedAt: rest.updatedAt,
    }),
  )
}

/** The automations that run an agent, for its description: when they run, and where they send. */
export async function describeUsesOf(agentId: string, reads: RunReads, context: Context): Promise<AgentUses> {
  const stored = await automationsUsing(context.workspace, { agentId })
  const all = await describeAutomations(stored, reads, context)
  const fallback = (await destinationsOf(context.workspace).read()).find(
    ({ isDefault, archivedAt }) => isDefault && archivedAt === null,
  )
  const labelsOf = ({ destinations }: Automation): string[] =>
    destinations.length > 0
      ? destinations.map(({ name }) => name)
      : fallback === undefined
        ? []
        : [fallback.label]
  const scheduled = stored.filter(({ schedule, enabled }) => schedule !== null && enabled)
  const nextRunAt = all.flatMap((one) => one.nextRunAt ?? []).sort()[0] ?? null
  const cadence = scheduled[0]?.schedule?.cadence
  const destinations = [
    ...new Map(all.flatMap((one) => one.destinations).map((one) => [one.id, one])).values(),
  ].map(({ id, provider, name, isDefault }) => ({
    id,
    provider: provider.toLowerCase(),
    channelId: null,
    label: name,
    isDefault,
  }))
  if (
    fallback !== undefined &&
    all.some((one) => one.destinations.length === 0) &&
    !destinations.some(({ id }) => id === fallback.id)
  )
    destinations.push({
      id: fallback.id,
      provider: 'webhook',
      channelId: null,
      label: fallback.label,
      isDefault: true,
    })
  return {
    schedule: {
      enabled: scheduled.length > 0,
      cadence: cadence === 'daily' || cadence === 'weekly' ? cadence : null,
      nextRunAt,
    },
    automations: all.map((one) => ({
      id: one.id,
      name: one.name,
      enabled: one.enabled,
      ...conditionOf(one),
      audienceLabel:
        one.audienceFilterJson === null ? 'All customers' : 'Customers that fit the audience filter',
      destinationLabel: labelsOf(one).join(', ') || null,
      destinationCount: labelsOf(one).length,
      lastRunStatus: one.lastRunStatus,
      lastRunAt: one.lastRunAt,
      nextRunAt: one.nextRunAt,
    })),
    automationSummary: {
      activeCount: all.filter(({ enabled }) => enabled).length,
      totalCount: all.length,
      nextRunAt,
      primaryDestinationLabel: all.flatMap(labelsOf)[0] ?? null,
    },
    destinationSummary: {
      destinations,
      label: destinations.map(({ label }) => label).join(', ') || 'No destination',
      count: destinations.length,
      missing: destinations.length === 0,
    },
  }
}

function conditionOf({ triggerType, triggerJson, signals, matchMode }: Automation): {
  conditionKind: ConditionId | 'unknown'
  conditionLabel: string
} {
  if (triggerType === 'SCHEDULE') {
    const { schedule } = triggerJson as { schedule?: { cadence?: string } }
    return { conditionKind: 'schedule', conditionLabel: `On a schedule, ${schedule?.cadence ?? 'never'}` }
  }
  const kinds = new Set(signals.map(kindOf))
  const [only] = kinds
  const names = signals.map(({ name }) => name)
  return {
    conditionKind: kinds.size === 1 && only !== undefined ? only : 'unknown',
    conditionLabel:
      names.length === 1
        ? names[0]!
        : `${matchMode === 'ANY' ? 'Any' : matchMode === 'ALL' ? 'All' : 'Some'} of ${names.join(', ')}`,
  }
}

const conditions: Record<string, ConditionId> = {
  event_occurred: 'event_happens',
  event_count_threshold: 'activity_spikes',
  event_absence: 'activity_stops',
  customer_activity_threshold: 'customer_activity_threshold',
  customer_activity_drop: 'customer_activity_drop',
  related_user_inactivity: 'related_user_inactivity',
}

function kindOf({ kind, definition }: Signal): ConditionId | 'unknown' {
  if (kind === 'EVENT_MATCH') return 'event_happens'
  const { detection } = definition as { detection?: { type?: string } }
  return conditions[detection?.type ?? ''] ?? 'unknown'
}
