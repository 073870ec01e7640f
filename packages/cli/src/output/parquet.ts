import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { CliError } from '../errors.ts'
import { namesOf } from './formats.ts'

type Row = Record<string, unknown>

/**
 * Rows as a Parquet file, compressed by Snappy. A column's type is what all its values are: truth values, whole numbers
 * (INT64), numbers (DOUBLE), times (TIMESTAMP in UTC), objects (JSON); a mixture, and what is only null, is text. Throws
 * `no_rows`: without a row the columns are unknown.
 */
export function formatParquet(rows: readonly Row[]): Uint8Array {
  if (rows.length === 0)
    throw new CliError(
      'no_rows',
      'The query gave no rows, so that its columns are unknown: nothing was written',
    )
  const columnData = namesOf(rows).map((name) =>
    toColumn(
      name,
      rows.map((row) => row[name] ?? null),
    ),
  )
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

function toColumn(name: string, values: readonly unknown[]): ColumnSource {
  const is = (test: (value: unknown) => boolean) => {
    const present = values.filter((value) => value !== null)
    return present.length > 0 && present.every(test)
  }
  const column = (type: ColumnSource['type'], convert: (value: unknown) => unknown): ColumnSource => ({
    name,
    type,
    nullable: true,
    data: values.map((value) => (value === null ? null : convert(value))),
  })
  if (is((value) => typeof value === 'boolean')) return column('BOOLEAN', (value) => value)
  if (is(Number.isSafeInteger)) return column('INT64', (value) => BigInt(value as number))
  if (is((value) => typeof value === 'number')) return column('DOUBLE', (value) => value)
  if (is(isTime)) return column('TIMESTAMP', (value) => new Date(value as string))
  if (is((value) => typeof value === 'object')) return column('JSON', (value) => value)
  return column('STRING', (value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

/** As the server writes times; one with more than milliseconds stays text, and whole. */
function isTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}
