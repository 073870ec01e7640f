import type { AgentAssignment } from '../agents/run-agent.ts'
import type { RunInProgress } from './run-read-types.ts'
import type { StoredSignal } from '../../signals/signals.ts'
import { type StoredAutomation, triggerOf } from './automations.ts'

/** The assignment of an automation's run for its agent. */
export function assignmentOf(
  automation: StoredAutomation,
  { run, occurrences }: RunInProgress,
  signals: readonly StoredSignal[],
): Omit<AgentAssignment, 'workspace' | 'signal'> {
  const { agentId, signalIds, matchMode, triggerWindow } = automation
  const { requiredSignals, windowMs } = triggerOf(automation)
  const signalOf = (id: string) => signals.find((signal) => signal.id === id)
  const text = (at: number) => new Date(at).toISOString()
  return {
    agentId,
    trigger: run.triggerType === 'SCHEDULE' ? 'scheduled' : 'signal',
    automationRunId: run.runId,
    at: run.occurredAt,
    customerIds: run.customerIds,
    occurrences: occurrences.map((seen) => ({
      id: seen.occurrenceId,
      signalId: seen.signalId,
      signalKey: signalOf(seen.signalId)?.key ?? null,
      signalName: signalOf(seen.signalId)?.name ?? 'A signal',
      signalKind: signalOf(seen.signalId)?.kind ?? null,
      customerId: seen.customerId,
      eventName: seen.eventName,
      eventChannel: seen.eventChannel,
      occurredAt: seen.occurredAt,
    })),
    selectedSignals: signalIds.flatMap((id) => {
      const signal = signalOf(id)
      return signal === undefined ? [] : [{ id, key: signal.key, name: signal.name, kind: signal.kind }]
    }),
    policy: {
      mode: matchMode === 'AT_LEAST' ? 'COUNT' : matchMode,
      requiredCount: requiredSignals,
      selectedCount: signalIds.length,
      matchedCount: new Set(occurrences.map(({ signalId }) => signalId)).size,
      window:
        requiredSignals <= 1 || triggerWindow === null
          ? null
          : { ...triggerWindow, startAt: text(run.occurredAt - windowMs), endAt: text(run.occurredAt) },
    },
  }
}
