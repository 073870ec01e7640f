import type { FindSignalUses } from '../../signals/signal-uses.ts'
import { partOf } from '../../kernel/workspace/part.ts'
import type {
  AudienceFilter,
  AutomationSchedule,
  DeliveryPolicy,
  MatchMode,
  ProcessorPolicy,
  TriggerType,
} from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { openSharedDocument } from '../../kernel/store/shared-document.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'

/** An automation's configuration, on which `configHash` depends. */
export interface AutomationConfig {
  name: string
  description: string | null
  agentId: string
  enabled: boolean
  triggerType: TriggerType
  /** Empty for `SCHEDULE`. */
  signalIds: string[]
  matchMode: MatchMode
  triggerWindow: { value: number; unit: 'hour' | 'day' } | null
  /** Of `AT_LEAST`. */
  triggerThresholdCount: number | null
  /** Of `SCHEDULE`. */
  schedule: AutomationSchedule | null
  audienceFilter: AudienceFilter | null
  processorPolicy: ProcessorPolicy
  deliveryPolicy: DeliveryPolicy
  /** Empty: the default destination. */
  destinationIds: string[]
}

export interface StoredAutomation extends AutomationConfig {
  id: string
  /** When it was enabled with its current trigger, Unix milliseconds. It ignores occurrences and slots from before. */
  actsSince: number
  /** ISO 8601, as the other times. */
  createdAt: string
  updatedAt: string
  archivedAt: string | null
}

/** Automations, archived ones too: what to do when a signal occurs or a schedule is due. */
export const automationsOf = partOf((workspace) =>
  openSharedDocument<StoredAutomation[]>(workspace.documents, 'automations', []),
)

/** A current one. Throws AppError `NOT_FOUND`. */
export function findAutomation(all: readonly StoredAutomation[], id: string): StoredAutomation {
  const found = all.find((automation) => automation.id === id && automation.archivedAt === null)
  if (found === undefined) throw new AppError('NOT_FOUND', `There is no automation ${id}`)
  return found
}

/** Current ones that refer to a signal, an agent or a destination. */
export async function automationsUsing(
  workspace: Workspace,
  named: { signalId: string } | { agentId: string } | { destinationId: string },
): Promise<StoredAutomation[]> {
  const uses = ({ signalIds, agentId, destinationIds }: StoredAutomation) =>
    'signalId' in named
      ? signalIds.includes(named.signalId)
      : 'agentId' in named
        ? agentId === named.agentId
        : destinationIds.includes(named.destinationId)
  return (await automationsOf(workspace).read()).filter((one) => one.archivedAt === null && uses(one))
}

const hour = 3_600_000
const windowMs = { hour, day: 24 * hour }
/** For a trigger without a window. */
const defaultWindow = { value: 24, unit: 'hour' } as const

/** How many different signals trigger it, and within what time. */
export function triggerOf({ matchMode, signalIds, triggerThresholdCount, triggerWindow }: AutomationConfig): {
  requiredSignals: number
  windowMs: number
} {
  const { value, unit } = triggerWindow ?? defaultWindow
  const all = new Set(signalIds).size
  return {
    requiredSignals: matchMode === 'ANY' ? 1 : matchMode === 'ALL' ? all : (triggerThresholdCount ?? all),
    windowMs: value * windowMs[unit],
  }
}

export function cooldownMsOf({ processorPolicy }: AutomationConfig): number {
  return (processorPolicy.cooldownHours ?? 0) * hour
}

/** The names of the enabled automations that wait for a signal. */
export const findAutomationsWaiting: FindSignalUses = async (workspace, signalId) =>
  (await automationsUsing(workspace, { signalId })).filter(({ enabled }) => enabled).map(({ name }) => name)
