import type { DeliveryStatus, ListedDelivery } from '@customer-intel/contract'
import { readAttempts } from '../../kernel/log/delivery-attempts.ts'
import { answerFrom } from '../../kernel/operations/answer-from.ts'
import { openPage } from '../../kernel/operations/page.ts'
import type { RouteHandler } from '../../kernel/operations/route-handler.ts'
import { all } from '../../kernel/sql/conditions.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import type { Page, PageEnd } from '../../kernel/sql/page.ts'
import { readPage } from '../../kernel/sql/read-page.ts'

export interface DeliveriesQuery {
  destination?: string | undefined
  automation?: string | undefined
  status?: DeliveryStatus | undefined
  customer?: string | undefined
  from?: string | undefined
  to?: string | undefined
  limit: number
  after: PageEnd | null
}

/** `GET /api/deliveries`. */
export const listDeliveriesRoute: RouteHandler<'listDeliveries'> = {
  async run({ query }, { workspace }) {
    const page = openPage('listDeliveries', query, workspace)
    const { answer, stale } = await answerFrom(workspace.readModels, async (fresh) =>
      (await fresh()).searchDeliveries({ ...query, after: page.after }),
    )
    return {
      items: answer.items,
      pagination: page.close(answer),
      ...(stale === null ? {} : { stale }),
    }
  },
}

type DeliveryRow = Omit<ListedDelivery, 'attempts'> & {
  attempts: string | null
  sort_key: string | null
  sort_id: string
}

/** A page of deliveries to all destinations, newest messages first. */
export async function searchDeliveries(
  database: SqlDatabase,
  { destination, automation, status, customer, from, to, limit, after }: DeliveriesQuery,
): Promise<Page<ListedDelivery>> {
  const page = await readPage<DeliveryRow>(database, {
    sort: { expression: 'n.sent_at', type: 'timestamp' },
    id: 'd.delivery_id',
    direction: 'desc',
    limit,
    after,
    from: () =>
      `deliveries d join notifications n on n.notification_id = d.notification_id
       left join automation_runs r on r.run_id = n.run_id`,
    where: ({ bind }) =>
      all([
        ...(destination === undefined ? [] : [`d.destination_id = ${bind(destination, 'varchar')}`]),
        ...(automation === undefined ? [] : [`r.automation_id = ${bind(automation, 'varchar')}`]),
        ...(status === undefined ? [] : [`d.status = ${bind(status, 'varchar')}`]),
        ...(from === undefined ? [] : [`n.sent_at >= ${bind(new Date(from), 'timestamp')}`]),
        ...(to === undefined ? [] : [`n.sent_at < ${bind(new Date(to), 'timestamp')}`]),
        ...(customer === undefined
          ? []
          : [
              `n.run_id in (select c.run_id from run_customers c left join aliases l on l.alias = c.customer_id
                 where c.acted and coalesce(l.id, c.customer_id) = ${bind(customer, 'varchar')})`,
            ]),
      ]),
    select: (matching, keyset) =>
      `select d.delivery_id as id, d.notification_id as "notificationId", n.title, d.destination_id as "destinationId",
         r.automation_id as "automationId", n.run_id as "runId", d.status, d.tries, d.error_code as "errorCode",
         d.error_message as "errorMessage", d.next_at as "nextAttemptAt", n.sent_at as "sentAt",
         d.updated_at as "updatedAt", d.attempts, ${keyset.columns}
       ${matching} ${keyset.tail}`,
  })
  return {
    ...page,
    items: page.items.map(({ sort_key: _, sort_id: __, ...delivery }) => ({
      ...delivery,
      attempts: readAttempts(delivery.attempts).map(({ at, errorCode, errorMessage, ...attempt }) => ({
        at: new Date(at).toISOString(),
        ...attempt,
        errorCode: errorCode ?? null,
        errorMessage: errorMessage ?? null,
      })),
    })),
  }
}
