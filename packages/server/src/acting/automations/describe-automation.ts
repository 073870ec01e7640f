import type { Automation, Destination, Signal } from '@customer-intel/contract'
import { configHashOf } from '../../kernel/config-hash.ts'
import type { LastRun } from './run-read-types.ts'
import type { AutomationConfig, StoredAutomation } from './automations.ts'
import { nextDueSlot } from './plan-slots.ts'

/** An automation in the API. */
export function toAutomation(
  stored: StoredAutomation,
  known: {
    signals: readonly Signal[]
    destinations: readonly Destination[]
    lastRun: LastRun | null
    now: number
    /** The workspace's. */
    timezone: string
  },
): Automation {
  const { id, name, description, enabled, audienceFilter, archivedAt, createdAt, updatedAt } = stored
  const { agentId, triggerType, matchMode, schedule } = stored
  const signals = known.signals.filter((signal) => stored.signalIds.includes(signal.id))
  const destinations = known.destinations.filter((destination) =>
    stored.destinationIds.includes(destination.id),
  )
  const isDue = enabled && archivedAt === null && schedule !== null
  return {
    id,
    key: `automation:${id}`,
    name,
    schemaVersion: '1',
    configHash: automationHashOf(stored),
    description,
    enabled,
    triggerJson: triggerJsonOf(stored),
    audienceFilterJson: audienceFilter,
    processorPolicyJson: stored.processorPolicy,
    deliveryPolicyJson: stored.deliveryPolicy,
    archivedAt,
    lastRunAt: known.lastRun?.at ?? null,
    nextRunAt: isDue ? new Date(nextDueSlot(stored, known)).toISOString() : null,
    createdAt,
    updatedAt,
    signals,
    destinations,
    activeSignalCount: signals.filter((signal) => signal.archivedAt === null).length,
    activeDestinationCount: destinations.filter((one) => one.enabled && one.archivedAt === null).length,
    agentId,
    managedBy: 'UI',
    triggerType,
    matchMode,
    lastRunStatus: known.lastRun?.status ?? null,
  }
}

/** Changes if and only if the configuration does. */
export function automationHashOf(stored: StoredAutomation): string {
  return configHashOf(configOf(stored), stored.archivedAt)
}

/** The configuration in a fixed order: for the hash and the audit. */
export function configOf(config: AutomationConfig): AutomationConfig {
  const { name, description, agentId, enabled } = config
  return {
    name,
    description,
    agentId,
    enabled,
    ...reachOf(config),
    destinationIds: config.destinationIds,
    deliveryPolicy: config.deliveryPolicy,
  }
}

/** What decides when it runs, and for whom. */
export function reachOf({
  triggerType,
  signalIds,
  matchMode,
  triggerWindow,
  triggerThresholdCount,
  schedule,
  audienceFilter,
  processorPolicy,
}: AutomationConfig) {
  return {
    triggerType,
    signalIds,
    matchMode,
    triggerWindow,
    triggerThresholdCount,
    schedule,
    audienceFilter,
    processorPolicy,
  }
}

function triggerJsonOf({ triggerType, schedule, ...config }: StoredAutomation): object {
  if (triggerType === 'SCHEDULE') return { schedule }
  const { signalIds, matchMode, triggerWindow, triggerThresholdCount } = config
  return {
    signalIds,
    matchMode,
    ...(triggerWindow === null ? {} : { triggerWindow }),
    ...(triggerThresholdCount === null ? {} : { triggerThresholdCount }),
  }
}
