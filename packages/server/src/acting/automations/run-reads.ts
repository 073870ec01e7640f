import type { StoredRow } from '../../kernel/sql/define-table.ts'
import type { automationTables } from './automation-tables.ts'
import type { RunStatus } from '@customer-intel/contract'
import type { RunRecord } from '../../kernel/log/record.ts'
import type { CustomerName } from '../../customers/reads/customer-reads.ts'
import type {
  DueOccurrence,
  DueQuery,
  LastRun,
  RunReads,
  RunTime,
  RunWindow,
  WaitingRun,
} from './run-read-types.ts'
import { listSkippedRuns } from './list-skipped.ts'
import { listAudience } from './audience-reads.ts'
import { isOneOf } from '../../kernel/sql/conditions.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'
import { createParameters } from '../../kernel/sql/parameters.ts'
import { listOccurrencesOf, listRuns, statusOfRun, withEvidence } from './run-entries.ts'

export function createSqlRunReads(database: SqlDatabase): RunReads {
  return {
    listDueOccurrences: (query) => listDueOccurrences(database, query),
    listAudience: (query) => listAudience(database, query),
    listRuns: (query) => listRuns(database, query),
    listSkippedRuns: (query) => listSkippedRuns(database, query),
    async listWaitingCustomers(automationId, customerIds) {
      const rows = await database.all<{ id: string | null }>(
        `select distinct coalesce(l.id, c.customer_id) as id
         from automation_runs r left join run_customers c on c.run_id = r.run_id
         left join aliases l on l.alias = c.customer_id
         where r.automation_id = $1 and r.status = 'RUNNING_PROCESSOR'
           and (c.customer_id is null or coalesce(l.id, c.customer_id) in (${textItems(2)}))`,
        [automationId, customerIds],
      )
      return rows.map(({ id }) => id)
    },
    async countSkippedRuns(automationId, reason, since) {
      const [row] = await database.all<{ count: number }>(
        `select count(*)::integer as count from automation_runs
         where automation_id = $1 and starts_with(skip_reason, $2 || ':') and updated_at >= epoch_ms($3::bigint)`,
        [automationId, reason, since],
      )
      return row?.count ?? 0
    },
    listRunTimes: (automationId, customerIds, since) =>
      database.all<RunTime>(
        `select distinct coalesce(l.id, r.customer_id) as "customerId", epoch_ms(r.occurred_at)::double as at
         from run_customers r left join aliases l on l.alias = r.customer_id
         where r.automation_id = $1 and r.acted and r.occurred_at >= epoch_ms($3::bigint)
           and coalesce(l.id, r.customer_id) in (${textItems(2)})`,
        [automationId, customerIds, since],
      ),
    listMovedWindows: (automationId, customerIds, since) =>
      database.all<RunWindow>(
        `with moved as (
           select distinct coalesce(l.id, r.customer_id) as "customerId", w.signal_id as "signalId",
             epoch_ms(w.window_from)::double as "from", epoch_ms(w.window_until)::double as until
           from run_windows w join run_customers r on r.run_id = w.run_id left join aliases l on l.alias = r.customer_id
           where w.automation_id = $1 and r.acted and w.window_until > epoch_ms($3::bigint)
             and coalesce(l.id, r.customer_id) in (${textItems(2)})
             and not exists (select 1 from occurrences o where o.occurrence_id = w.occurrence_id)
         ), left_out as (
           select s.customer_id, o.signal_id, epoch_ms(o.occurred_at) as happened
           from automation_runs a join run_occurrences r on r.run_id = a.run_id
           join occurrences o on o.occurrence_id = r.occurrence_id join subjects s on s.subject = o.subject
           where a.automation_id = $1 and a.skip_reason like 'REPEATED:%'
         )
         select * from moved m where not exists (
           select 1 from left_out o where o.customer_id = m."customerId" and o.signal_id = m."signalId"
             and o.happened > m."from" and o.happened < m.until + (m.until - m."from"))`,
        [automationId, customerIds, since],
      ),
    listWaitingRuns: ({ automationId = null, perAutomation }) =>
      database.all<WaitingRun>(
        `select r.run_id as "runId", r.automation_id as "automationId", epoch_ms(r.matched_at)::double as "matchedAt"
         from automation_runs r
         where r.status = 'RUNNING_PROCESSOR' and ($1::varchar is null or r.automation_id = $1)
         window oldest as (partition by r.automation_id order by r.matched_at, r.run_id)
         qualify row_number() over oldest <= $2
         order by row_number() over oldest, r.matched_at, r.run_id`,
        [automationId, perAutomation],
      ),
    async findRunsInProgress(runIds) {
      const rows = await database.all<RunningRow>(
        `select r.*,
           (select string_agg(o.occurrence_id, ',') from run_occurrences o where o.run_id = r.run_id) as occurrence_ids,
           (select string_agg(c.customer_id, ',') from run_customers c where c.run_id = r.run_id) as customer_ids,
           (select list({'occurrenceId': w.occurrence_id, 'signalId': w.signal_id,
                'from': epoch_ms(w.window_from), 'until': epoch_ms(w.window_until)} order by w.occurrence_id)::json::varchar
              from run_windows w where w.run_id = r.run_id) as windows
         from automation_runs r where r.status = 'RUNNING_PROCESSOR' and r.run_id in (${textItems(1)})
         order by r.matched_at, r.run_id`,
        [runIds],
      )
      const occurrences = await listOccurrencesOf(
        database,
        rows.map((row) => row.run_id),
      )
      return rows.map((row) => ({
        run: toRecord(row),
        occurrences: occurrences.filter(({ runId }) => runId === row.run_id),
      }))
    },
    async listLastRuns() {
      return database.all<LastRun>(
        `select distinct on (r.automation_id) r.automation_id as "automationId", r.matched_at as at,
           ${statusOfRun} as status
         from automation_runs r where r.status <> 'SKIPPED'
         order by r.automation_id, r.matched_at desc, r.run_id`,
      )
    },
    async findLastSlot(automationId) {
      const [row] = await database.all<{ at: string | null }>(
        `select max(occurred_at) as at from automation_runs where automation_id = $1 and trigger_type = 'SCHEDULE'`,
        [automationId],
      )
      return row === undefined || row.at === null ? null : Date.parse(row.at)
    },
    listCustomerNames: (customerIds) =>
      database.all<CustomerName>(
        `select customer_id as id, name, domain from accounts where customer_id in (${textItems(1)})`,
        [customerIds],
      ),
    async countRuns() {
      const rows = await database.all<{ status: RunStatus; count: number }>(
        `select ${statusOfRun} as status, count(*)::integer as count from automation_runs r group by 1`,
      )
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    },
  }
}

/** See `RunReads.listDueOccurrences`. Events without a customer stay due until they have one. */
async function listDueOccurrences(
  database: SqlDatabase,
  { automationId, signalIds, detectedSince, occurred, requiredSignals, limit }: DueQuery,
): Promise<DueOccurrence[]> {
  const parameters = createParameters()
  const { bind } = parameters
  const time = (at: number) => bind(new Date(at), 'timestamp')
  const inTime =
    'since' in occurred
      ? `o.occurred_at >= ${time(occurred.since)}`
      : `o.occurred_at < ${time(occurred.before)}
         and epoch_ms(o.detected_at) - epoch_ms(o.occurred_at) >= ${bind(occurred.lateMs, 'bigint')}`
  const rows = await database.all<Omit<DueOccurrence, 'evidence'> & { evidence: string }>(
    `with due as (
       select o.occurrence_id as "occurrenceId", o.signal_id as "signalId", s.customer_id as "customerId",
         o.occurred_at as "occurredAt", o.event_id as "eventId", o.event_name as "eventName",
         o.event_channel as "eventChannel", o.evidence
       from occurrences o left join subjects s on s.subject = o.subject
       where ${isOneOf('o.signal_id', signalIds, parameters)} and o.detected_at >= ${time(detectedSince)} and ${inTime}
         and (o.grain <> 'CUSTOMER' or s.customer_id is not null)
         and not exists (
           select 1 from run_occurrences r
           where r.occurrence_id = o.occurrence_id and r.automation_id = ${bind(automationId, 'varchar')}
         )
     )
     select * from due ${
       requiredSignals <= 1
         ? ''
         : `where coalesce("customerId", '') in (
             select coalesce("customerId", '') from due group by 1
             having count(distinct "signalId") >= ${bind(requiredSignals, 'integer')})`
     }
     order by "occurredAt", "occurrenceId" limit ${bind(limit, 'integer')}`,
    parameters.values,
  )
  return rows.map(withEvidence)
}

interface RunningRow extends StoredRow<typeof automationTables.automation_runs> {
  occurrence_ids: string | null
  customer_ids: string | null
  /** JSON. */
  windows: string | null
}

function toRecord(row: RunningRow): RunRecord {
  const { event_id: id, event_name: name, event_channel: channel } = row
  return {
    kind: 'run',
    runId: row.run_id,
    automationId: row.automation_id,
    triggerType: row.trigger_type as RunRecord['triggerType'],
    status: row.status as RunRecord['status'],
    occurredAt: Date.parse(row.occurred_at),
    matchedAt: Date.parse(row.matched_at),
    occurrenceIds: row.occurrence_ids?.split(',').sort() ?? [],
    customerIds: row.customer_ids?.split(',').sort() ?? [],
    ...(row.windows === null
      ? {}
      : { windows: JSON.parse(row.windows) as NonNullable<RunRecord['windows']> }),
    ...(name === null
      ? {}
      : {
          event: {
            ...(id === null ? {} : { id }),
            name,
            ...(channel === null
              ? {}
              : { channel: channel as NonNullable<RunRecord['event']>['channel'] & string }),
          },
        }),
    ...(row.agent_run_id === null ? {} : { agentRunId: row.agent_run_id }),
    requireAllDestinations: row.require_all,
  }
}
