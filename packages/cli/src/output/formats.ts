import { type CsvOptions, toCsvCell } from '@customer-intel/contract/csv-cell'
import { toSafeJson } from '@customer-intel/contract/terminal-text'
import { drawTable } from './table.ts'

export const rowFormats = ['table', 'csv', 'ndjson', 'json', 'parquet'] as const
export type RowFormat = (typeof rowFormats)[number]
type Row = Record<string, unknown>

export interface FormatOptions extends CsvOptions {
  /** Columns of the terminal, for a table. */
  width: number
}

/** Rows of a query as text. Columns are the first row's, and what later ones add. */
export function formatRows(
  rows: readonly Row[],
  format: Exclude<RowFormat, 'json' | 'parquet'>,
  { width, raw }: FormatOptions,
): string {
  if (format === 'table') return drawTable(rows, { width, now: Date.now() })
  if (format === 'ndjson') return rows.map((row) => `${toSafeJson(row)}\n`).join('')
  if (rows.length === 0) return ''
  const names = namesOf(rows)
  const cell = (value: unknown) => toCsvCell(value, { raw })
  return [names.map(cell), ...rows.map((row) => names.map((name) => cell(row[name])))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
}

/** The columns of rows. */
export function namesOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}
