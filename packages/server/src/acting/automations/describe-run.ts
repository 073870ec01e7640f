import type { AutomationRun, Delivery } from '@customer-intel/contract'
import { providerOf } from '../notifications/describe-destination.ts'
import type { StoredDestination } from '../notifications/destinations.ts'
import type { DeliveryEntry } from '../notifications/delivery-read-types.ts'
import type { RunEntry } from './run-read-types.ts'

/** A run in the API; `destinations`: all, including archived ones. */
export function toRun(entry: RunEntry, destinations: readonly StoredDestination[]): AutomationRun {
  const { runId, automationId, triggerType, status, occurrences, matchedAt, updatedAt } = entry
  const { agentRunId, skipReason, errorCode, errorMessage } = entry
  const deliveries = entry.deliveries.map((delivery) => toDelivery(delivery, destinations))
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

function toDelivery(entry: DeliveryEntry, destinations: readonly StoredDestination[]): Delivery {
  const { deliveryId, destinationId, status, tries, errorCode, errorMessage, sentAt, updatedAt, runId } =
    entry
  const destination = destinations.find(({ id }) => id === destinationId)
  return {
    id: deliveryId,
    sourceType: 'AUTOMATION_RUN',
    sourceId: runId,
    automationRunId: runId,
    agentOutputId: null,
    destinationId,
    provider: destination === undefined ? 'WEBHOOK' : providerOf(destination),
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
