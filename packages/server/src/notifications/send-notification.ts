import type { DeliveryStatus, SendNotificationInput } from '@customer-intel/contract'
import { AppError } from '../errors.ts'
import { derivedUuid } from '../log/derived-uuid.ts'
import { type DeliveryRecord, encodeRecords, type NotificationRecord } from '../log/record.ts'
import type { RequestContext } from '../services.ts'
import type { StoredDestination } from './destinations.ts'

/** A message that is durable, and on its way. */
export interface SentNotification {
  notificationId: string
  deliveries: { destinationId: string; status: DeliveryStatus; providerEventId: null }[]
}

/**
 * Takes a message for its destinations, or for the default one: durable once it resolves, delivered in the background.
 * Throws AppErrors: `CONFLICT` without a default destination, or for one that is switched off; `NOT_FOUND` for one that
 * isn't there.
 */
export async function sendNotification(
  input: SendNotificationInput,
  context: Pick<RequestContext, 'workspace' | 'apiKey' | 'clock' | 'newId'>,
): Promise<SentNotification> {
  const { workspace, apiKey, clock, newId } = context
  const destinations = chooseDestinations(await workspace.destinations.read(), input)
  const now = clock()
  const { title, markdown, message, severity, source, subject, payload } = input
  const notification: NotificationRecord = {
    kind: 'notification',
    notificationId: newId(),
    sentBy: apiKey.id,
    title,
    text: markdown ?? message ?? '',
    severity,
    source,
    subject,
    payload,
  }
  const { notificationId } = notification
  const deliveries = destinations.map(({ id }): DeliveryRecord => ({
    kind: 'delivery',
    deliveryId: derivedUuid(`${notificationId} ${id}`),
    notificationId,
    destinationId: id,
    status: 'ENQUEUED',
    tries: 0,
    nextAt: now,
  }))
  for (const bytes of encodeRecords([notification, ...deliveries], { receivedAt: now }))
    if (bytes !== null) await workspace.log.append(bytes)
  return {
    notificationId,
    deliveries: destinations.map(({ id }) => ({
      destinationId: id,
      status: 'ENQUEUED',
      providerEventId: null,
    })),
  }
}

/** Each once. */
function chooseDestinations(
  all: readonly StoredDestination[],
  { destinations = [], destinationIds = [] }: SendNotificationInput,
): StoredDestination[] {
  const known = all.filter(({ archivedAt }) => archivedAt === null)
  const named = [...destinations, ...destinationIds]
  if (named.length === 0) {
    const fallback = known.find(({ isDefault }) => isDefault)
    if (fallback !== undefined) return [fallback]
    throw new AppError(
      'CONFLICT',
      'There is no default destination: name one in destinations, or make one the default (POST /api/destinations)',
    )
  }
  const chosen = named.map((name) => {
    const found = known.find((destination) =>
      typeof name === 'string'
        ? destination.id === name.toLowerCase()
        : destination.kind === 'CHAT_CHANNEL' && destination.channelId === name.channelId,
    )
    if (found === undefined)
      throw new AppError(
        'NOT_FOUND',
        typeof name === 'string'
          ? `There is no destination ${name}`
          : `No destination is the channel ${name.channelId}: create one (POST /api/destinations)`,
      )
    if (!found.enabled)
      throw new AppError('CONFLICT', `The destination ${found.label} is switched off: enable it first`)
    return found
  })
  return [...new Set(chosen)]
}
