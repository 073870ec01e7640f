import { destinationsOf } from './destinations.ts'
import type {
  ChatDestinationInput,
  DeliveryStatus,
  NotificationPreview,
  SendNotificationInput,
} from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import { appendRecords } from '../../kernel/log/append-records.ts'
import type { DeliveryRecord, NotificationRecord } from '../../kernel/log/record.ts'
import type { RequestContext } from '../../kernel/operations/services.ts'
import { providerOf } from './describe-destination.ts'
import type { StoredDestination } from './destinations.ts'
import { renderPlain } from './render-plain.ts'

/** A message that is stored and will be delivered. */
export interface SentNotification {
  notificationId: string
  deliveries: { destinationId: string; status: DeliveryStatus; providerEventId: null }[]
}

/**
 * Accepts a message for its destinations, or for the default one: durable once it resolves, delivered in the background.
 * Throws AppErrors: `CONFLICT` without a default destination, or for a disabled one; `NOT_FOUND` for one that doesn't
 * exist.
 */
export async function sendNotification(
  input: SendNotificationInput,
  context: Pick<RequestContext, 'workspace' | 'apiKey' | 'clock' | 'newId' | 'requestName'>,
): Promise<SentNotification> {
  const { workspace, apiKey, clock } = context
  const destinations = chooseDestinations(await destinationsOf(workspace).read(), input)
  const now = clock()
  const { notificationId, isSent } = await nameOf(context)
  const { title, markdown, message, severity, source, subject, payload } = input
  const notification: NotificationRecord = {
    kind: 'notification',
    notificationId,
    sentBy: apiKey.id,
    title,
    text: markdown ?? message ?? '',
    severity,
    source,
    subject,
    payload,
  }
  const deliveries = destinations.map(({ id }): DeliveryRecord => ({
    kind: 'delivery',
    deliveryId: derivedUuid(`${notificationId} ${id}`),
    notificationId,
    destinationId: id,
    status: 'ENQUEUED',
    tries: 0,
    nextAt: now,
  }))
  if (!isSent) await appendRecords(workspace.log, [notification, ...deliveries], { receivedAt: now })
  return {
    notificationId,
    deliveries: destinations.map(({ id }) => ({
      destinationId: id,
      status: 'ENQUEUED',
      providerEventId: null,
    })),
  }
}

/** How each destination would show a message. Sends nothing; throws like {@link sendNotification}. */
export async function previewNotification(
  input: SendNotificationInput,
  { workspace }: Pick<RequestContext, 'workspace'>,
): Promise<NotificationPreview[]> {
  const destinations = chooseDestinations(await destinationsOf(workspace).read(), input)
  const { title, markdown, message } = input
  return destinations.map((destination) => ({
    destinationId: destination.id,
    label: destination.label,
    provider: providerOf(destination),
    title,
    plainText: renderPlain(markdown ?? message ?? ''),
  }))
}

/** How long a repetition is recognised: as long as idempotency records are kept. */
const repeatedMs = 24 * 60 * 60_000

/**
 * The message's id. With an `Idempotency-Key` it is computed from the request: if the server was killed before it stored
 * the response, the repetition sends nothing again. While it can't be checked, the message is sent under the same id.
 */
async function nameOf({
  workspace,
  requestName,
  newId,
  clock,
}: Pick<RequestContext, 'workspace' | 'requestName' | 'newId' | 'clock'>): Promise<{
  notificationId: string
  isSent: boolean
}> {
  if (requestName === null || requestName === undefined) return { notificationId: newId(), isSent: false }
  const notificationId = derivedUuid(`notification ${workspace.organization.id} ${requestName}`)
  const { reads } = await workspace.readModels.fresh()
  const [known] = await reads.countDeliveriesOf([notificationId]).catch(() => [])
  if (known === undefined) return { notificationId, isSent: false }
  const isOld = clock() - Date.parse(known.lastAt) > repeatedMs
  return isOld ? { notificationId: newId(), isSent: false } : { notificationId, isSent: true }
}

/** Without duplicates. */
function chooseDestinations(
  all: readonly StoredDestination[],
  { destinations = [], destinationIds = [] }: SendNotificationInput,
): StoredDestination[] {
  const known = all.filter(({ archivedAt }) => archivedAt === null)
  const named = [...destinations, ...destinationIds]
  if (named.length === 0) return [requireDefault(known)]
  const chosen = named.map((name) => {
    const found = typeof name === 'string' ? findById(known, name) : findChannel(known, name)
    if (!found.enabled)
      throw new AppError('CONFLICT', `The destination ${found.label} is switched off: enable it first`)
    return found
  })
  return [...new Set(chosen)]
}

function requireDefault(known: readonly StoredDestination[]): StoredDestination {
  const fallback = known.find(({ isDefault }) => isDefault)
  if (fallback !== undefined) return fallback
  throw new AppError(
    'CONFLICT',
    'There is no default destination: name one in destinations, or make one the default (POST /api/destinations)',
  )
}

function findById(known: readonly StoredDestination[], id: string): StoredDestination {
  const found = known.find((destination) => destination.id === id.toLowerCase())
  if (found === undefined) throw new AppError('NOT_FOUND', `There is no destination ${id}`)
  return found
}

/** By id or name, whichever is given; without either the default destination. */
function findChannel(
  known: readonly StoredDestination[],
  { channelId, label }: ChatDestinationInput,
): StoredDestination {
  if (channelId === undefined && label === undefined) return requireDefault(known)
  const fitting = known.filter(
    (one) =>
      one.kind === 'CHAT_CHANNEL' &&
      (channelId === undefined || one.channelId === channelId) &&
      (label === undefined || one.label === label),
  )
  const [found, ...others] = fitting
  const asked = [channelId && `of the channel ${channelId}`, label && `called ${label}`]
    .filter(Boolean)
    .join(' ')
  if (found === undefined)
    throw new AppError('NOT_FOUND', `There is no destination ${asked}: create one (POST /api/destinations)`)
  if (others.length > 0)
    throw new AppError('CONFLICT', `${fitting.length} destinations are ${asked}: name one by its uuid`)
  return found
}
