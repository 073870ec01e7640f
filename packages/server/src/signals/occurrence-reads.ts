import type { OccurrenceEntry, OccurrenceReads, ProjectedSignal } from './occurrence-read-types.ts'
import { all, isOneOf } from '../kernel/sql/conditions.ts'
import type { SqlDatabase } from '../kernel/sql/database.ts'
import { textItems } from '../kernel/sql/database.ts'
import { createParameters } from '../kernel/sql/parameters.ts'

export function createSqlOccurrenceReads(database: SqlDatabase): OccurrenceReads {
  return {
    async listOccurrences({ occurrenceIds, signalIds, customerId, eventId, occurredAfter, after, limit }) {
      const parameters = createParameters()
      const { bind } = parameters
      if (occurrenceIds?.length === 0 || signalIds?.length === 0) return []
      const conditions = [
        ...(occurrenceIds === undefined ? [] : [isOneOf('o.occurrence_id', occurrenceIds, parameters)]),
        ...(signalIds === undefined ? [] : [isOneOf('o.signal_id', signalIds, parameters)]),
        ...(customerId === undefined ? [] : [`s.customer_id = ${bind(customerId, 'varchar')}`]),
      ]
      if (eventId !== undefined)
        conditions.push(`strpos(o.evidence, ${bind(JSON.stringify(eventId), 'varchar')}) > 0`)
      if (occurredAfter !== undefined)
        conditions.push(`o.occurred_at > ${bind(new Date(occurredAfter), 'timestamp')}`)
      if (after !== undefined) {
        const at = bind(new Date(after.detectedAt), 'timestamp')
        const id = bind(after.occurrenceId, 'varchar')
        conditions.push(`(o.detected_at > ${at} or (o.detected_at = ${at} and o.occurrence_id > ${id}))`)
      }
      const rows = await database.all<Omit<OccurrenceEntry, 'evidence'> & { evidence: string }>(
        `select o.occurrence_id as "occurrenceId", o.signal_id as "signalId", o.grain, o.subject_id as "subjectId",
           s.customer_id as "customerId", o.occurred_at as "occurredAt", o.detected_at as "detectedAt",
           o.event_id::varchar as "eventId", o.event_name as "eventName", o.event_channel as "eventChannel", o.evidence
         from occurrences o left join subjects s on s.subject = o.subject
         where ${all(conditions)} order by o.detected_at, o.occurrence_id limit ${bind(limit, 'integer')}`,
        parameters.values,
      )
      return rows.map((row) => ({
        ...row,
        evidence: JSON.parse(row.evidence) as OccurrenceEntry['evidence'],
      }))
    },
    async countOccurrences() {
      const [row] = await database.all<{ count: number }>(
        'select count(*)::integer as count from occurrences',
      )
      return row?.count ?? 0
    },
    async listSignalDefinitions() {
      const rows = await database.all<{ signal_id: string; signal: string; since_at: string }>(
        'select signal_id, signal, since_at from signals order by signal_id',
      )
      return rows.map(({ signal_id: signalId, signal, since_at: since }) => ({
        signalId,
        signal: JSON.parse(signal) as ProjectedSignal['signal'],
        since,
      }))
    },
    async findEventNames(names) {
      if (names.length === 0) return []
      const rows = await database.all<{ event_name: string }>(
        `select distinct event_name from events where event_name in (${textItems(1)})`,
        [names],
      )
      return rows.map((row) => row.event_name)
    },
  }
}
