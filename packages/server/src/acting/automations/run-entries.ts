import type { Grain, SignalOccurrence } from '@customer-intel/contract'
import type { Page } from '../../kernel/sql/page.ts'
import type { DeliveryEntry } from '../notifications/delivery-read-types.ts'
import type { DueOccurrence, RunEntry, RunsQuery } from './run-read-types.ts'
import { all } from '../../kernel/sql/conditions.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'
import { deliveriesWithMessage, deliveryColumns } from '../notifications/delivery-reads.ts'
import { readPage } from '../../kernel/sql/read-page.ts'

const shownOccurrences = 50

/** The status of a run `r`: while it is being delivered, that of its deliveries. */
export const statusOfRun = `case when r.status <> 'PENDING_DELIVERY' then r.status else (
  select case
    when count(*) filter (where d.status in ('ENQUEUED', 'PENDING_ENQUEUE')) > 0 then 'PENDING_DELIVERY'
    when count(*) filter (where d.status = 'ACCEPTED_BY_PROVIDER') = count(*) then 'DELIVERED'
    when count(*) filter (where d.status = 'ACCEPTED_BY_PROVIDER') = 0 then 'FAILED'
    when r.require_all then 'PARTIAL_FAILURE'
    else 'DELIVERED' end
  from deliveries d join notifications n on n.notification_id = d.notification_id where n.run_id = r.run_id
) end`

interface OccurrenceRow extends DueOccurrence {
  runId: string
  grain: Grain
  subjectId: string | null
  detectedAt: string
}

type RunRow = Omit<RunEntry, 'deliveries' | 'occurrences'> & { sort_key: string | null; sort_id: string }

/** A page of runs, with their deliveries and occurrences. */
export async function listRuns(database: SqlDatabase, query: RunsQuery): Promise<Page<RunEntry>> {
  const { automationId, runId, limit, after } = query
  const page = await readPage<RunRow>(database, {
    sort: { expression: 'r.matched_at', type: 'timestamp' },
    id: 'r.run_id',
    direction: 'desc',
    limit,
    after,
    from: () => 'automation_runs r',
    where: ({ bind }) =>
      all([
        `r.automation_id = ${bind(automationId, 'varchar')}`,
        ...(runId === undefined ? [] : [`r.run_id = ${bind(runId, 'varchar')}`]),
      ]),
    select: (matching, keyset) =>
      `select r.run_id as "runId", r.automation_id as "automationId", r.trigger_type as "triggerType",
         ${statusOfRun} as status, r.occurred_at as "occurredAt", r.matched_at as "matchedAt",
         r.updated_at as "updatedAt", r.event_id as "eventId", r.event_name as "eventName",
         r.event_channel as "eventChannel", r.agent_run_id as "agentRunId", r.skip_reason as "skipReason",
         r.error_code as "errorCode", r.error_message as "errorMessage", ${keyset.columns}
       ${matching} ${keyset.tail}`,
  })
  const runIds = page.items.map((run) => run.runId)
  const [deliveries, occurrences] = await Promise.all([
    listDeliveriesOf(database, runIds),
    listOccurrencesOf(database, runIds),
  ])
  const items = page.items.map(({ sort_key: _, sort_id: __, ...run }) => ({
    ...run,
    deliveries: deliveries.filter((delivery) => delivery.runId === run.runId),
    occurrences: occurrences.filter((row) => row.runId === run.runId).map(toOccurrence),
  }))
  return { ...page, items }
}

function listDeliveriesOf(database: SqlDatabase, runIds: readonly string[]) {
  return database.all<DeliveryEntry & { runId: string }>(
    `select ${deliveryColumns} from ${deliveriesWithMessage} where n.run_id in (${textItems(1)})
     order by d.delivery_id`,
    [runIds],
  )
}

/**
 * The newest occurrences of each run, in their current state. A threshold's occurrence that no longer exists is replaced
 * by the one that it moved to because of a late event or a merge.
 */
export async function listOccurrencesOf(
  database: SqlDatabase,
  runIds: readonly string[],
): Promise<OccurrenceRow[]> {
  const rows = await database.all<Omit<OccurrenceRow, 'evidence'> & { evidence: string }>(
    `with named as (
       select run_id, occurrence_id from run_occurrences where run_id in (${textItems(1)})
       union
       select w.run_id, o.occurrence_id
       from run_windows w join run_customers c on c.run_id = w.run_id left join aliases l on l.alias = c.customer_id
       join subjects s on s.customer_id = coalesce(l.id, c.customer_id)
       join occurrences o on o.subject = s.subject and o.signal_id = w.signal_id and o.event_id is not null
         and o.occurred_at > w.window_from and o.occurred_at < w.window_until + (w.window_until - w.window_from)
       where w.run_id in (${textItems(1)})
         and not exists (select 1 from occurrences gone where gone.occurrence_id = w.occurrence_id)
     )
     select r.run_id as "runId", o.occurrence_id as "occurrenceId", o.signal_id as "signalId", o.grain,
       coalesce(o.subject_id, s.customer_id) as "subjectId", s.customer_id as "customerId",
       o.occurred_at as "occurredAt", o.detected_at as "detectedAt", o.event_id as "eventId",
       o.event_name as "eventName", o.event_channel as "eventChannel", o.evidence
     from named r join occurrences o on o.occurrence_id = r.occurrence_id
     left join subjects s on s.subject = o.subject
     qualify row_number() over (partition by r.run_id order by o.occurred_at desc, o.occurrence_id) <= ${shownOccurrences}
     order by o.occurred_at desc, o.occurrence_id`,
    [runIds],
  )
  return rows.map(withEvidence)
}

/** Evidence is stored as JSON. */
export function withEvidence<Row extends { evidence: string }>(row: Row) {
  return { ...row, evidence: JSON.parse(row.evidence) as DueOccurrence['evidence'] }
}

function toOccurrence(row: OccurrenceRow): SignalOccurrence {
  const { occurrenceId: id, signalId, grain, subjectId, customerId, occurredAt, detectedAt } = row
  const times = { occurredAt, detectedAt, createdAt: detectedAt, updatedAt: detectedAt }
  return { id, signalId, grain, subjectType: grain, subjectId, customerId, ...times }
}
