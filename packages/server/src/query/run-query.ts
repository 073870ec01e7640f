import type { QueryOutput } from '@customer-intel/contract'
import type { ReadModels } from '../kernel/read-models/read-models.ts'
import type { CsvFile, UntrustedLimits } from '../kernel/sql/database.ts'
import { checkQuery } from './check-query.ts'
import { readsPersonalData } from './reads-personal-data.ts'

/** Maximal size of a file of CSV. */
export const maxCsvBytes = 1024 ** 3

/** Maximal size of an answer's JSON; the rest is cut. */
export const maxResultBytes = 4 * 1024 * 1024

interface CallLimits {
  /** The API key's id. */
  caller: string
  /** Values of `$1`, `$2` … in the query. */
  parameters?: readonly (string | number | boolean | null)[]
  /** The zone of `local_day`, an IANA name. */
  timezone: string
  timeoutMs: number
  /** Aborts when the caller disconnects: the query is stopped. */
  signal?: AbortSignal | undefined
}

export interface RunQueryLimits extends CallLimits {
  maxRows: number
}

type QueryEngine = Pick<ReadModels, 'parse' | 'runUntrusted'>

/**
 * Runs a caller's SELECT over the views of `views.ts`. Throws like {@link checkQuery}, and `EXECUTION_ERROR` when the
 * query fails, runs longer than `timeoutMs` or needs too much memory. Before parsing and before running it may wait for
 * `timeoutMs` each.
 */
export async function runQuery(
  engine: QueryEngine,
  sql: string,
  limits: RunQueryLimits,
): Promise<QueryOutput> {
  const started = performance.now()
  const run = await prepare(engine, sql, limits)
  const asOf = new Date().toISOString()
  const { rows, columns, truncated } = await run({ maxRows: limits.maxRows, maxBytes: maxResultBytes })
  const executionTimeMs = Math.round((performance.now() - started) * 10) / 10
  return {
    success: true,
    data: rows,
    columns,
    asOf,
    metadata: { rowsReturned: rows.length, executionTimeMs, truncated },
  }
}

/**
 * Writes all rows of a caller's SELECT into a file of CSV, which the caller removes. Throws like {@link runQuery}, and
 * `EXECUTION_ERROR` when they have more than {@link maxCsvBytes}.
 */
export async function runQueryToCsv(
  engine: QueryEngine,
  sql: string,
  { raw, ...limits }: CallLimits & { raw: boolean },
): Promise<CsvFile> {
  const run = await prepare(engine, sql, limits)
  const { file } = await run({ maxRows: Number.MAX_SAFE_INTEGER, maxBytes: maxCsvBytes, asCsv: { raw } })
  return file!
}

/** Checks a query, and gives what runs it. */
async function prepare(engine: QueryEngine, sql: string, limits: CallLimits) {
  const { caller, parameters = [], timeoutMs, timezone, signal } = limits
  const tree = await checkQuery({ parse: (text) => engine.parse(text, timeoutMs) }, sql, parameters.length)
  const withoutPeople = !readsPersonalData(tree)
  return (bounds: Pick<UntrustedLimits, 'maxRows' | 'maxBytes' | 'asCsv'>) =>
    engine.runUntrusted(sql, { caller, parameters, timeoutMs, timezone, withoutPeople, ...bounds }, signal)
}
