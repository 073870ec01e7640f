import type { Columns } from '../../kernel/sql/define-table.ts'
import { textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { type RowNamed, tables } from '../schema.ts'
import type { StoredRecord } from '../../kernel/log/record.ts'
import type { PendingRecord, RecordRow, RecordTable } from './record-plan.ts'

type WritingKind = Exclude<StoredRecord['kind'], 'deletion'>

/** The tables that each kind of record writes to, with the column that holds the record's key, or its last part. */
const filledBy: Record<WritingKind, readonly [RecordTable, column: string][]> = {
  source: [
    ['sources', 'source_key'],
    ['source_participants', 'source_key'],
  ],
  fact: [['facts', 'record_key']],
  extraction: [
    ['facts', 'record_key'],
    ['extractions', 'source_key'],
  ],
  customer: [['account_records', 'record_key']],
  user: [],
  authEvent: [],
  notification: [['notifications', 'notification_id']],
  delivery: [['deliveries', 'delivery_id']],
  agentRun: [['agent_runs', 'run_id']],
  occurrence: [['occurrences', 'occurrence_id']],
  member: [['member_records', 'record_key']],
  run: [
    ['automation_runs', 'run_id'],
    ['run_occurrences', 'run_id'],
    ['run_windows', 'run_id'],
    ['run_customers', 'run_id'],
  ],
  revenue: [['revenue_snapshots', 'record_key']],
  billing: [['revenue_snapshots', 'record_key']],
}

/** Writes rows to their tables. */
export async function writeRows(writer: SqlWriter, rows: Iterable<RecordRow>): Promise<void> {
  const byTable = new Map<RecordTable, RowNamed<RecordTable>[]>()
  for (const [table, row] of rows) {
    const list = byTable.get(table)
    if (list) list.push(row)
    else byTable.set(table, [row])
  }
  for (const [table, list] of byTable) await writer.append<Columns>(tables[table], list)
}

/** Deletes all rows that these records wrote. */
export async function deleteRows(writer: SqlWriter, records: Iterable<PendingRecord>): Promise<void> {
  const keys = new Map<WritingKind, string[]>()
  for (const { key, record } of records) {
    // A key starts with the kind of record it belongs to.
    const kind = record.kind === 'deletion' ? (key.slice(0, key.indexOf(':')) as WritingKind) : record.kind
    const list = keys.get(kind)
    if (list) list.push(key)
    else keys.set(kind, [key])
  }
  for (const [kind, list] of keys) {
    for (const [table, column] of filledBy[kind]) {
      const owners = column === 'record_key' ? list : list.map((key) => key.slice(kind.length + 1))
      await writer.all(`delete from ${table} where ${column} in (${textItems(1)})`, [owners])
    }
  }
}
