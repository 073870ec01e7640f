import type { Columns, RowOf, Table } from './tables/define-table.ts'

/** A value that may stand for `$1`, `$2` … */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly string[]
  | readonly number[]

/**
 * What the SQL read models need of an engine. Rows are plain JSON: timestamps as ISO 8601 with `Z`, dates as
 * `YYYY-MM-DD`, 64-bit integers as numbers where they are safe and as strings beyond, uuids and decimals as strings.
 */
export interface SqlDatabase {
  /**
   * Runs one trusted statement of our own. Past `timeoutMs` it is stopped and rejects with AppError `EXECUTION_ERROR`;
   * without it, it is answered within half a minute or fails as `READS_UNAVAILABLE`.
   */
  all<Row = Record<string, unknown>>(
    sql: string,
    parameters?: readonly SqlValue[],
    options?: { timeoutMs?: number },
  ): Promise<Row[]>
}

/**
 * Runs a user's SELECT that the sandbox has already allowed. Once it runs it is dead within `timeoutMs` + 1.2 s, whatever
 * it does. Rejects with AppError `EXECUTION_ERROR` on deadline, memory or a runtime error; `SYNTAX_ERROR` if it doesn't
 * bind; `RATE_LIMITED` when too many of the same caller wait already; `READS_UNAVAILABLE` where it waited `timeoutMs` in
 * vain, or what ran beside it may be at fault. `signal` stops it.
 */
export type RunUntrusted = (
  sql: string,
  limits: UntrustedLimits,
  signal?: AbortSignal,
) => Promise<UntrustedResult>

export interface UntrustedLimits {
  /** Whose it is, such as an API key's id: of one caller few run at a time. Default: nobody's in particular. */
  caller?: string
  /** What stands for `$1`, `$2` … in the text. Default none. */
  parameters?: readonly (string | number | boolean | null)[]
  /** How long the query may run, and how long it may wait for its turn before. */
  timeoutMs: number
  maxRows: number
  maxBytes: number
  /** The query looks at neither customer_domain nor user_email of `activity`: they may be left out, with their cost. Default false. */
  withoutPeople?: boolean
}

export interface UntrustedResult {
  rows: Record<string, unknown>[]
  /** True when rows beyond `maxRows` or `maxBytes` were left out. */
  truncated: boolean
}

/** What a column holds; JSON is text to us. */
export type ColumnKind = 'bigint' | 'integer' | 'double' | 'boolean' | 'uuid' | 'timestamp' | 'date' | 'text'

/** What the projection needs of an engine: one writer, transactions, and rows in bulk. */
export interface SqlWriter {
  all<Row = Record<string, unknown>>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>
  /** Appends rows in bulk, inside the running transaction. */
  append<C extends Columns>(table: Table<C>, rows: readonly NoInfer<RowOf<C>>[]): Promise<void>
  /** All or nothing. */
  transaction<T>(work: () => Promise<T>): Promise<T>
}

/** Between the items of a list that stands for one parameter. Keys and ids never hold it: see `identity/keys.ts`. */
export const listSeparator = '\u001f'

/**
 * The rows of a list parameter, for `in (…)` and joins: `textItems(1)` where `$1` is a `readonly string[]`. A list goes
 * as one text (measured: 5,000 items in 1.5 ms, as an array value 12 ms). An empty list has no rows.
 */
export function textItems(parameter: number): string {
  return `select unnest(string_to_array(nullif($${parameter}, ''), chr(31)))`
}

/** The same for a `readonly number[]` of whole numbers. */
export function numberItems(parameter: number): string {
  return `select unnest(string_to_array(nullif($${parameter}, ''), chr(31))::bigint[])`
}
