import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nullWhereMissing, readIfThere, replaceFile } from '../../kernel/durable-files.ts'
import { csvFormula } from '@customer-intel/contract/csv-cell'
import { type ExportDatabase, openForExport, quoted } from './open-for-export.ts'

export const exportFormats = {
  parquet: 'format parquet, compression zstd',
  csv: 'format csv, header',
  ndjson: 'format json',
} as const
export type ExportFormat = keyof typeof exportFormats

/** The exported views: target folder, view, sort order, and the column with the day that partitions the files. */
const exportedViews = [
  { folder: 'events', view: 'activity', order: 'occurred_at, event_id', day: 'occurred_at::date' },
  // The day on which each was first known: it never changes.
  { folder: 'customers', view: 'customers', order: 'customer_id', day: 'created_at::date' },
  { folder: 'users', view: 'users', order: 'user_id', day: 'created_at::date' },
  { folder: 'revenue', view: 'revenue', order: 'customer_id, currency', day: 'snapshot_date' },
  { folder: 'facts', view: 'facts', order: 'fact_id', day: 'detected_at::date' },
] as const

export interface ExportOptions {
  directory: string
  format: ExportFormat
  /** CSV with texts as they are, also where a spreadsheet would run them as formulas. Default false. */
  raw?: boolean
}

export interface ExportedView {
  /** `events`, `customers`, `users`, `revenue`, `facts`. */
  folder: string
  rows: number
  /** Number of files now, and of those written, kept and removed. */
  files: number
  written: number
  removed: number
}

/** By file: a sum over the hashes of its rows at the time it was written. */
type Fingerprints = Record<string, string>

/**
 * Exports the views as files under `directory`: `events/day=2026-11-22/data.parquet`, or `events/data.parquet` for a view
 * without days. Files whose rows haven't changed are kept, those without rows are removed. Each file is replaced
 * atomically. No process may have the read models open.
 */
export async function exportViews(readModels: string, options: ExportOptions): Promise<ExportedView[]> {
  const database = await openForExport(readModels)
  try {
    const exported: ExportedView[] = []
    for (const view of exportedViews) exported.push(await exportView(database, view, options))
    return exported
  } finally {
    database.close()
  }
}

async function exportView(
  database: ExportDatabase,
  { folder, view, order, day }: (typeof exportedViews)[number],
  { directory, format, raw }: ExportOptions,
): Promise<ExportedView> {
  const home = join(directory, folder)
  const isSafeCsv = format === 'csv' && !raw
  const columns = isSafeCsv ? await safeColumns(database, view) : '*'
  const known = join(home, '.written.json')
  await mkdir(home, { recursive: true })
  const former = JSON.parse(String((await readIfThere(known)) ?? '{}')) as Fingerprints
  const parts = await database.rows<{ day: string | null; row_count: string; fingerprint: string }>(
    `select (${day})::varchar as day, count(*)::varchar as row_count, sum(hash(v))::varchar as fingerprint
    from ${view} v group by 1 order by 1`,
  )
  const next: Fingerprints = {}
  const counts = { rows: 0, written: 0, removed: 0 }
  for (const { day: of, row_count: rows, fingerprint } of parts) {
    const file = join(of === null ? '' : `day=${of}`, `data.${format}`)
    counts.rows += Number(rows)
    next[file] = `${rows}:${fingerprint}${isSafeCsv ? ':safe' : ''}`
    if (former[file] === next[file]) continue
    const target = join(home, file)
    const draft = join(dirname(target), `.data.${format}`)
    await mkdir(dirname(target), { recursive: true })
    const where = of === null ? `${day} is null` : `${day} = date '${of}'`
    await database.run(
      `copy (select ${columns} from ${view} where ${where} order by ${order}) to ${quoted(draft)} (${exportFormats[format]})`,
    )
    await rename(draft, target)
    counts.written += 1
  }
  // A view without rows becomes a file without rows, which still has the columns.
  if (parts.length === 0) {
    await database.run(
      `copy (select * from ${view}) to ${quoted(join(home, `data.${format}`))} (${exportFormats[format]})`,
    )
    next[`data.${format}`] = '0'
  }
  for (const name of (await readdir(home).catch(nullWhereMissing)) ?? []) {
    const isOurs = /^(?:day=|data\.)/.test(name)
    if (!isOurs || Object.keys(next).some((file) => file.split(/[\\/]/)[0] === name)) continue
    await rm(join(home, name), { recursive: true })
    counts.removed += 1
  }
  await replaceFile(known, JSON.stringify(next))
  return { folder, ...counts, files: Object.keys(next).length }
}

/** All columns, with an apostrophe before each text that a spreadsheet would run, as `toCsvCell` has it. */
async function safeColumns(database: ExportDatabase, view: string): Promise<string> {
  const columns = await database.rows<{ column_name: string; column_type: string }>(
    `describe select * from ${view}`,
  )
  const replaced = columns
    .filter(({ column_type: type }) => type === 'VARCHAR')
    .map(({ column_name: name }) => {
      const [starts, isNumber] = [csvFormula.start, csvFormula.number].map(
        ({ source, flags }) => `regexp_matches(${name}, ${quoted(source)}, ${quoted(flags)})`,
      )
      return `if(${starts} and not ${isNumber}, '''' || ${name}, ${name}) as ${name}`
    })
  return replaced.length === 0 ? '*' : `* replace (${replaced.join(', ')})`
}
