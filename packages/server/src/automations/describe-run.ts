import type { AutomationRun, Delivery } from '@customer-intel/contract'
import type { DeliveryEntry } from '../read-models/reads/delivery-reads.ts'
import type { RunEntry } from '../read-models/reads/run-reads.ts'

/** A run as the API tells it. */
export function toRun(entry: RunEntry): AutomationRun {
  const { runId, automationId, triggerType, status, occurrences, matchedAt, updatedAt } = entry
  const { agentRunId, skipReason, errorCode, errorMessage } = entry
  const deliveries = entry.deliveries.map(toDelivery)
  return {
    id: runId,
    automationId,
    triggerType,
    status,
    dedupeKey: runId,
    eventProcessedId: entry.eventId,
    eventName: entry.eventName,
    eventChannel: entry.eventChannel,
    eventOccurredAt: entry.occurredAt,
    matchedAt,
    destinationCount: deliveries.length,
    acceptedDestinationCount: deliveries.filter((one) => one.status === 'ACCEPTED_BY_PROVIDER').length,
    failedDestinationCount: deliveries.filter((one) => one.status === 'FAILED' || one.status === 'SKIPPED')
      .length,
    agentRunId,
    skipReason,
    errorCode,
    errorMessage,
    createdAt: matchedAt,
    updatedAt,
    deliveries,
    occurrences,
  }
}

function toDelivery(entry: DeliveryEntry): Delivery {
  const { deliveryId, destinationId, status, tries, errorCode, errorMessage, sentAt, updatedAt, runId } =
    entry
  return {
    id: deliveryId,
    sourceType: 'AUTOMATION_RUN',
    sourceId: runId,
    automationRunId: runId,
    agentOutputId: null,
    destinationId,
    provider: 'WEBHOOK',
    providerEventId: null,
    status,
    queuedAt: sentAt,
    enqueueAttemptCount: tries,
    lastEnqueueAttemptAt: tries === 0 ? null : updatedAt,
    publishedAt: status === 'ACCEPTED_BY_PROVIDER' ? updatedAt : null,
    errorCode,
    errorMessage,
    createdAt: sentAt,
    updatedAt,
  }
}
