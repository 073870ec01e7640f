import type { ExportDatabase } from '../../projector/process/open-for-export.ts'
import { activityOf, ownersOfSubjects } from '../../query/view-schema.ts'
import type { Column } from './export-commit.ts'

/** A table of the export, as a view `export_<name>` of its columns, `row_at` and, for events, `row_sequence`. */
export interface TableDefinition {
  name: string
  /** The query for its rows, over the views of `svc_query`. */
  source: string
  /** By which its rows are put into days; null: it has none. */
  at: string | null
}

/**
 * Subjects, which own events, under numbers that a rebuild of the read models doesn't change: by their keys, in place of
 * the order in which they came.
 */
const numberedSubjects = /* sql */ `
create temp table numbered_subjects as
select subject, (md5_number_lower(json_array(trusted, email, external_user_id, fingerprint, visitor, account, about, span)::varchar) >> 1)::bigint as number
from subjects`

export const eventsTable: TableDefinition = {
  name: 'events',
  source: activityOf('k.number as subject, e.sequence as row_sequence', 'select * from numbered_subjects'),
  at: 'occurred_at',
}

/** All but events and the raw log, which grow; in the order in which they are written. */
export const snapshotTables: TableDefinition[] = [
  {
    name: 'subjects',
    source: `select n.number as subject, o.* exclude (subject) from (${ownersOfSubjects}) o join numbered_subjects n on n.subject = o.subject`,
    at: null,
  },
  { name: 'customers', source: 'select * from customers', at: null },
  { name: 'users', source: 'select * from users', at: null },
  { name: 'facts', source: 'select * from facts', at: null },
  { name: 'opportunities', source: 'select * from opportunities', at: null },
  { name: 'revenue', source: 'select * from revenue', at: 'snapshot_date' },
  { name: 'sources', source: 'select * from sources', at: 'occurred_at' },
]

/** Records of the log; `log_records` holds those that are being written. */
export const logTable: TableDefinition = {
  name: 'log',
  source: `select position, make_timestamp(received_ms * 1000) as received_at, kind, record from log_records`,
  at: 'received_at',
}

/** What is computed once for all tables. */
export async function prepareTables(database: ExportDatabase): Promise<void> {
  await database.run(numberedSubjects)
  await database.run(
    'create temp table log_records (position bigint, received_ms bigint, kind varchar, record varchar)',
  )
}

/** How a column is written: of types that each engine reads, times as moments. */
function writtenAs({ name, type }: Column): string {
  if (type === 'TIMESTAMP') return `${name}::timestamptz as ${name}`
  if (type === 'HUGEINT') return `${name}::bigint as ${name}`
  return ['JSON', 'UUID'].includes(type) ? `${name}::varchar as ${name}` : name
}

/** Makes the view of a table, and resolves with its columns. */
export async function openTable(
  database: ExportDatabase,
  { name, source, at }: TableDefinition,
): Promise<Column[]> {
  const described = await database.rows<{ column_name: string; column_type: string }>(`describe ${source}`)
  const columns = described
    .map(({ column_name: column, column_type: type }) => ({ name: column, type }))
    .filter((column) => column.name !== 'row_sequence')
  const helpers = [at === null ? [] : `${at} as row_at`, name === 'events' ? 'row_sequence' : []].flat()
  await database.run(
    `create or replace temp view export_${name} as select ${[...columns.map(writtenAs), ...helpers].join(', ')} from (${source})`,
  )
  return columns
}
