import { textItems, type Cell, type ColumnKind, type SqlWriter } from '../../read-models/sql/database.ts'
import type { StoredRecord } from '../../log/record.ts'
import type { PendingRecord, RecordTable } from './plan-record.ts'

const text = 'text' as const

/** The columns of each table that records fill. */
const kinds: Record<RecordTable, readonly ColumnKind[]> = {
  sources: [
    text,
    text,
    text,
    'integer',
    'timestamp',
    'timestamp',
    text,
    text,
    text,
    text,
    text,
    text,
    text,
    text,
    text,
  ],
  extractions: [text, text],
  source_participants: [text, text, text, text],
  facts: [
    text,
    text,
    text,
    'integer',
    text,
    text,
    text,
    text,
    text,
    text,
    'double',
    text,
    text,
    ...Array.from({ length: 8 }, () => 'timestamp' as const),
    text,
    text,
    text,
    text,
    'integer',
    text,
    'double',
    'double',
    'double',
    text,
  ],
  members: [text, text, text, text, text, text, text, text],
  revenue_snapshots: [text, 'integer', 'date', 'bigint', text, text, text, 'integer', 'bigint', 'timestamp'],
  account_records: [text, 'integer', text, text, text, 'timestamp'],
}

/** Which tables a kind of record fills, and the column that says whose a row is: the record's key, or its tail. */
const filledBy: Record<StoredRecord['kind'], readonly [RecordTable, column: string][]> = {
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
  member: [['members', 'email']],
  revenue: [['revenue_snapshots', 'record_key']],
}

/** Writes rows into their tables. */
export async function writeRows(
  writer: SqlWriter,
  rows: Iterable<readonly [RecordTable, Cell[]]>,
): Promise<void> {
  const byTable = new Map<RecordTable, Cell[][]>()
  for (const [table, cells] of rows) {
    const list = byTable.get(table)
    if (list) list.push(cells)
    else byTable.set(table, [cells])
  }
  for (const [table, list] of byTable) await writer.append(table, kinds[table], list)
}

/** Takes away all rows that these records wrote. */
export async function deleteRows(writer: SqlWriter, records: Iterable<PendingRecord>): Promise<void> {
  const keys = new Map<StoredRecord['kind'], string[]>()
  for (const { key, record } of records) {
    const list = keys.get(record.kind)
    if (list) list.push(key)
    else keys.set(record.kind, [key])
  }
  for (const [kind, list] of keys) {
    for (const [table, column] of filledBy[kind]) {
      const owners = column === 'record_key' ? list : list.map((key) => key.slice(kind.length + 1))
      await writer.all(`delete from ${table} where ${column} in (${textItems(1)})`, [owners])
    }
  }
}
