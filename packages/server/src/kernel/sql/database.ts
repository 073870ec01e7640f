import type { QueryColumnType } from '@customer-intel/contract'
import type { Columns, RowOf, Table } from './define-table.ts'

/** A value that may stand for `$1`, `$2` … */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly string[]
  | readonly (number | null)[]

/**
 * What the SQL reads need of an engine. Rows are plain JSON: timestamps as ISO 8601 with `Z`, dates as `YYYY-MM-DD`,
 * 64-bit integers as numbers if safe and else as strings, uuids and decimals as strings.
 */
export interface SqlDatabase {
  /**
   * Runs one trusted statement. With `timeoutMs`: is interrupted after that, and rejects with AppError `EXECUTION_ERROR`.
   * Without: is answered within 30 seconds, or rejects with `READS_UNAVAILABLE`.
   */
  all<Row = Record<string, unknown>>(
    sql: string,
    parameters?: readonly SqlValue[],
    options?: { timeoutMs?: number },
  ): Promise<Row[]>
}

/**
 * Runs a user's SELECT that the sandbox has allowed. Ends within `timeoutMs` + 1.2 s of its start, in any case. Rejects
 * with AppError `EXECUTION_ERROR` on deadline, lack of memory or a runtime error; `SYNTAX_ERROR` if it doesn't bind;
 * `RATE_LIMITED` when too many of the same caller are waiting; `READS_UNAVAILABLE` if it waited for `timeoutMs` without
 * starting, or if another query may be the cause. `signal` stops it.
 */
export type RunUntrusted = (
  sql: string,
  limits: UntrustedLimits,
  signal?: AbortSignal,
) => Promise<UntrustedResult>

export interface UntrustedLimits {
  /** Such as an API key's id: few queries of one caller run at once. Default: none. */
  caller?: string
  /** What stands for `$1`, `$2` … in the text. Default none. */
  parameters?: readonly (string | number | boolean | null)[]
  /** How long the query may run, and how long it may wait before. */
  timeoutMs: number
  maxRows: number
  maxBytes: number
  /**
   * The query uses neither customer_domain nor user_email of `activity`: they may be omitted, with their cost. Default
   * false.
   */
  withoutPeople?: boolean
  /** The zone of `local_day`, an IANA name. Default `UTC`. */
  timezone?: string
  /**
   * Writes the rows into a file of CSV, in place of giving them back: all of them, or it rejects. `raw`: texts as they are,
   * also where a spreadsheet would run them.
   */
  asCsv?: { raw: boolean }
}

/** A file that the caller removes. */
export interface CsvFile {
  path: string
  rows: number
}

export interface UntrustedResult {
  rows: Record<string, unknown>[]
  /** In the order of the SELECT; equal names are told apart. */
  columns: { name: string; type: QueryColumnType }[]
  /** True when rows are missing because of `maxRows` or `maxBytes`. */
  truncated: boolean
  /** With `asCsv`, in place of rows. */
  file?: CsvFile
}

/** The kind of a column's values. JSON is text to the engine's tables; queries read it by its JSON functions. */
export type ColumnKind =
  | 'bigint'
  | 'integer'
  | 'double'
  | 'boolean'
  | 'uuid'
  | 'timestamp'
  | 'date'
  | 'text'
  | 'json'

/** What the projection needs of an engine: one writer, transactions, and bulk inserts. */
export interface SqlWriter {
  all<Row = Record<string, unknown>>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>
  /** The columns of a statement's numbers, chunk by chunk: for what is read whole. No nulls. */
  numbers(sql: string): AsyncIterable<number[][]>
  /** Whether a table that is filled by {@link append} alone has, or ever had, any rows: else nothing need be asked of it. */
  hasRows(table: string): boolean
  /** Inserts rows in bulk, in the running transaction. */
  append<C extends Columns>(table: Table<C>, rows: readonly NoInfer<RowOf<C>>[]): Promise<void>
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(work: () => Promise<T>): Promise<T>
}

/** Separates the items of a list in one parameter. Keys and ids never contain it: see `identity/keys.ts`. */
export const listSeparator = '\u001f'

/**
 * The rows of a list parameter, for `in (…)` and joins: `textItems(1)` if `$1` is a `readonly string[]`. A list is passed
 * as one text (measured: 5,000 items in 1.5 ms, as an array value 12 ms). An empty list has no rows.
 */
export function textItems(parameter: number): string {
  return `select unnest(string_to_array(nullif($${parameter}, ''), chr(31)))`
}

/** The same for a `readonly number[]` of integers. */
export function numberItems(parameter: number): string {
  return `select unnest(string_to_array(nullif($${parameter}, ''), chr(31))::bigint[])`
}

/** The list of a `readonly (number | null)[]` of integers, to `unnest` beside others. */
export function numberList(parameter: number): string {
  return `list_transform(string_to_array($${parameter}, chr(31)), lambda item: nullif(item, '')::bigint)`
}
