import { AppError } from '../../kernel/errors.ts'
import { readAttempts } from '../../kernel/log/delivery-attempts.ts'
import { appendRecords } from '../../kernel/log/append-records.ts'
import type { DeliveryRecord } from '../../kernel/log/record.ts'
import { findDestination, destinationsOf } from './destinations.ts'
import { defineCommand } from '../../kernel/operations/command.ts'

/** Maximal number when no ids are given. */
const resentAtOnce = 1_000

/**
 * `POST /api/destinations/{id}/resend`: given-up deliveries are sent again, like new ones, under the same ids. Has no
 * effect on deliveries that are waiting already.
 */
export const resendDeliveries = defineCommand('resendDeliveries', async ({ params, body }, context) => {
  const { workspace, clock } = context
  const destination = findDestination(await destinationsOf(workspace).read(), params.id)
  if (!destination.enabled)
    throw new AppError('CONFLICT', `The destination ${destination.label} is switched off: enable it first`)
  const deliveryIds = body?.deliveryIds
  const reads = await workspace.readModels.exact()
  const found = await reads.listGivenUpDeliveries(destination.id, { deliveryIds, limit: resentAtOnce })
  const missing = deliveryIds?.find((id) => !found.some(({ deliveryId }) => deliveryId === id.toLowerCase()))
  if (missing !== undefined)
    throw new AppError('CONFLICT', `${missing} is no delivery of this destination that failed or was skipped`)
  const now = clock()
  const records = found.map(({ deliveryId, notificationId, attempts }): DeliveryRecord => ({
    kind: 'delivery',
    deliveryId,
    notificationId,
    destinationId: destination.id,
    status: 'ENQUEUED',
    tries: 0,
    nextAt: now,
    attempts: readAttempts(attempts),
  }))
  const ids = found.map(({ deliveryId }) => deliveryId)
  await context.change({
    resource: { type: 'destination', id: destination.id },
    before: {},
    after: ids.length === 0 ? {} : { resent: ids },
    async apply() {
      await appendRecords(workspace.log, records, { receivedAt: now })
    },
  })
  return { data: { deliveryIds: ids } }
})
