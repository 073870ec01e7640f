import type { Destination, DestinationDelivery } from '@customer-intel/contract'
import { configHashOf } from '../../kernel/config-hash.ts'
import type { DeliveryEntry } from './delivery-read-types.ts'
import type { StoredDestination } from './destinations.ts'

/** A destination in the API: without its secret, and without the path of its address. */
export function toDestination(stored: StoredDestination): Destination {
  const { id, kind, label, enabled, isDefault, problem, givenUp, lastAcceptedAt } = stored
  const { createdAt, updatedAt, archivedAt } = stored
  return {
    id,
    key: `destination:${id}`,
    name: label,
    schemaVersion: '1',
    configHash: configHashOf(kind, label, ...configOf(stored), enabled, isDefault, archivedAt),
    description: null,
    enabled,
    isDefault,
    maskedConfig:
      stored.kind === 'CHAT_CHANNEL'
        ? { channelId: stored.channelId, label }
        : { url: `${new URL(stored.url).origin}/…` },
    lastSyncedAt: lastAcceptedAt,
    archivedAt,
    providerErrorCode: problem?.code ?? null,
    providerErrorMessage: problem?.message ?? null,
    createdAt,
    updatedAt,
    provider: providerOf(stored),
    kind,
    syncStatus: givenUp
      ? 'DISABLED_BY_PROVIDER'
      : problem !== null
        ? 'PROVIDER_ERROR'
        : lastAcceptedAt === null
          ? 'PENDING_PROVIDER_SYNC'
          : 'SYNCED',
  }
}

/** A delivery in the API. */
export function toDelivery(entry: DeliveryEntry, destination: StoredDestination): DestinationDelivery {
  const { deliveryId, notificationId, destinationId, status, errorCode, errorMessage } = entry
  const { sentAt, updatedAt, runId } = entry
  return {
    id: deliveryId,
    sourceType: runId === null ? 'notification' : 'AUTOMATION_RUN',
    sourceId: runId ?? notificationId,
    automationRunId: runId,
    agentOutputId: null,
    destinationId,
    provider: providerOf(destination),
    providerEventId: null,
    status,
    queuedAt: sentAt,
    publishedAt: status === 'ACCEPTED_BY_PROVIDER' ? updatedAt : null,
    errorCode,
    errorMessage,
    createdAt: sentAt,
    updatedAt,
  }
}

/** For the audit: without secrets, only whether they changed. */
export function auditOf(found: StoredDestination): object {
  const { label, enabled, isDefault, archivedAt } = found
  const state = { enabled, isDefault, archivedAt }
  return found.kind === 'CHAT_CHANNEL'
    ? { label, channelId: found.channelId, ...state }
    : { label, url: found.url, ...state, secret: configHashOf(found.secret) }
}

function configOf(stored: StoredDestination): string[] {
  return stored.kind === 'CHAT_CHANNEL' ? [stored.channelId] : [stored.url, stored.secret]
}

export function providerOf({ kind }: StoredDestination): 'CHAT' | 'WEBHOOK' {
  return kind === 'CHAT_CHANNEL' ? 'CHAT' : 'WEBHOOK'
}
