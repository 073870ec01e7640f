import { drawTable } from './table.ts'

export const rowFormats = ['table', 'csv', 'ndjson', 'json', 'parquet'] as const
export type RowFormat = (typeof rowFormats)[number]
type Row = Record<string, unknown>

/** Rows of a query as text. Columns are the first row's, and what later ones add. */
export function formatRows(
  rows: readonly Row[],
  format: Exclude<RowFormat, 'json' | 'parquet'>,
  { width }: { width: number },
): string {
  if (format === 'table') return drawTable(rows, { width, now: Date.now() })
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  if (rows.length === 0) return ''
  const names = namesOf(rows)
  return [names.map(csvCell), ...rows.map((row) => names.map((name) => csvCell(row[name])))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
}

/** The columns of rows. */
export function namesOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

/** As RFC 4180 has it. Null is an empty cell, an empty text is `""`. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
