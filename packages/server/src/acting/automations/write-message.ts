import type { AgentOutcome } from '../agents/run-agent.ts'
import type { DeliveryRecord, NotificationRecord, RunRecord } from '../../kernel/log/record.ts'
import type { StoredDestination } from '../notifications/destinations.ts'
import type { DueOccurrence } from './run-read-types.ts'
import type { StoredSignal } from '../../signals/signals.ts'
import type { StoredAutomation } from './automations.ts'
import { deliveryIdOf, messageIdOf } from './run-ids.ts'

/** A run's message and its deliveries: as text for people, with a payload for programs. */
export function writeMessage({
  automation,
  run,
  occurrences,
  signals,
  outcome,
  destinations,
  isFull,
  now,
}: {
  automation: StoredAutomation
  run: RunRecord
  occurrences: readonly DueOccurrence[]
  signals: readonly StoredSignal[]
  outcome: AgentOutcome
  destinations: readonly StoredDestination[]
  /** Whether a destination had as many messages as it may get. */
  isFull: (destinationId: string) => boolean
  now: number
}): [NotificationRecord, ...DeliveryRecord[]] {
  const { runId, automationId, triggerType, customerIds } = run
  const notificationId = messageIdOf(runId)
  const payload = {
    automationId,
    automationName: automation.name,
    automationRunId: runId,
    agentRunId: outcome.agentRunId,
    triggerType,
    occurredAt: new Date(run.occurredAt).toISOString(),
    customerIds,
    occurrences: occurrences.map(({ occurrenceId, signalId, customerId, occurredAt, eventName }) => ({
      occurrenceId,
      signalId,
      signalName: signals.find(({ id }) => id === signalId)?.name ?? null,
      customerId,
      eventName,
      occurredAt,
    })),
  }
  return [
    {
      kind: 'notification',
      notificationId,
      sentBy: automationId,
      runId,
      customerIds: outcome.customerIds,
      title: outcome.title,
      text: outcome.markdown,
      source: 'automation',
      subject: automation.name,
      payload,
    },
    ...destinations.map(({ id }): DeliveryRecord => ({
      kind: 'delivery',
      deliveryId: deliveryIdOf(runId, id),
      notificationId,
      destinationId: id,
      tries: 0,
      ...(isFull(id)
        ? {
            status: 'SKIPPED',
            nextAt: null,
            errorCode: 'LIMITED',
            errorMessage: 'The destination had as many messages as it may get in an hour',
          }
        : { status: 'ENQUEUED', nextAt: now }),
    })),
  ]
}
