import type { DeliveryStatus } from '@customer-intel/contract'
import type {
  DeliveryCount,
  DeliveryEntry,
  DeliveryReads,
  DueDelivery,
  TriedDelivery,
} from './delivery-read-types.ts'
import { searchDeliveries } from './list-deliveries.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'

/** Of {@link deliveriesWithMessage}. */
export const deliveryColumns = `d.delivery_id as "deliveryId", d.notification_id as "notificationId",
  d.destination_id as "destinationId", d.status, d.tries, d.error_code as "errorCode",
  d.error_message as "errorMessage", n.sent_at as "sentAt", d.updated_at as "updatedAt", n.run_id as "runId"`
/** Deliveries `d` with their notifications `n`. */
export const deliveriesWithMessage =
  'deliveries d join notifications n on n.notification_id = d.notification_id'

export function createSqlDeliveryReads(database: SqlDatabase): DeliveryReads {
  return {
    listDueDeliveries: (now, { perDestination, limit }) =>
      database.all<DueDelivery>(
        `with due as (
           select d.delivery_id, d.next_at,
             row_number() over (partition by d.destination_id order by d.next_at, d.delivery_id) as turn
           from ${deliveriesWithMessage} where d.next_at <= epoch_ms($1::bigint)
           qualify turn <= $2 order by turn, d.next_at, d.delivery_id limit $3
         )
         select ${deliveryColumns}, d.attempts, n.title, n.content as text, n.severity, n.source, n.subject, n.payload
         from due join deliveries d on d.delivery_id = due.delivery_id
         join notifications n on n.notification_id = d.notification_id
         order by due.turn, due.next_at, d.delivery_id`,
        [now, perDestination, limit],
      ),
    async nextDeliveryAt() {
      const [row] = await database.all<{ at: string | null }>(
        `select min(d.next_at) as at from ${deliveriesWithMessage}`,
      )
      return row === undefined || row.at === null ? null : Date.parse(row.at)
    },
    listDeliveries: (destinationId, limit) =>
      database.all<DeliveryEntry>(
        `select ${deliveryColumns} from ${deliveriesWithMessage} where d.destination_id = $1
         order by n.sent_at desc, d.delivery_id limit $2`,
        [destinationId, limit],
      ),
    searchDeliveries: (query) => searchDeliveries(database, query),
    countDeliveriesOf: (notificationIds) =>
      database.all<DeliveryCount>(
        `select notification_id as "notificationId", status, count(*)::integer as count,
           max(updated_at) as "lastAt"
         from deliveries where notification_id in (${textItems(1)}) group by all`,
        [notificationIds],
      ),
    listGivenUpDeliveries: (destinationId, { deliveryIds, limit }) =>
      database.all<TriedDelivery>(
        `select ${deliveryColumns}, d.attempts from ${deliveriesWithMessage} where d.destination_id = $1
           and (d.status = 'FAILED' or d.status = 'SKIPPED' and $2)
           and (not $2 or d.delivery_id in (${textItems(3)}))
         order by n.sent_at, d.delivery_id limit $4`,
        [destinationId, deliveryIds !== undefined, deliveryIds ?? [], limit],
      ),
    countRunMessages: (since) =>
      database.all<{ destinationId: string; count: number }>(
        `select d.destination_id as "destinationId", count(*)::integer as count from ${deliveriesWithMessage}
         where n.run_id is not null and n.sent_at >= epoch_ms($1::bigint) and d.status <> 'SKIPPED' group by 1`,
        [since],
      ),
    async countDeliveries(destinationId) {
      const rows = await database.all<{ status: DeliveryStatus; count: number }>(
        'select status, count(*)::integer as count from deliveries where destination_id = $1 group by status',
        [destinationId],
      )
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    },
  }
}
