import type { QueryOutput } from '@customer-intel/contract'
import type { ReadModels } from '../kernel/read-models/read-models.ts'
import { checkQuery } from './check-query.ts'
import { readsPersonalData } from './reads-personal-data.ts'

/** Maximal size of an answer's JSON; the rest is cut. */
export const maxResultBytes = 4 * 1024 * 1024

export interface RunQueryLimits {
  /** The API key's id. */
  caller: string
  /** Values of `$1`, `$2` … in the query. */
  parameters?: readonly (string | number | boolean | null)[]
  /** The zone of `local_day`, an IANA name. */
  timezone: string
  maxRows: number
  timeoutMs: number
  /** Aborts when the caller disconnects: the query is stopped. */
  signal?: AbortSignal | undefined
}

/**
 * Runs a caller's SELECT over the views of `views.ts`. Throws like {@link checkQuery}, and `EXECUTION_ERROR` when the
 * query fails, runs longer than `timeoutMs` or needs too much memory. Before parsing and before running it may wait for
 * `timeoutMs` each.
 */
export async function runQuery(
  engine: Pick<ReadModels, 'parse' | 'runUntrusted'>,
  sql: string,
  limits: RunQueryLimits,
): Promise<QueryOutput> {
  const started = performance.now()
  const tree = await checkQuery(
    { parse: (text) => engine.parse(text, limits.timeoutMs) },
    sql,
    limits.parameters?.length,
  )
  const asOf = new Date().toISOString()
  const { rows, columns, truncated } = await engine.runUntrusted(
    sql,
    {
      caller: limits.caller,
      parameters: limits.parameters ?? [],
      timeoutMs: limits.timeoutMs,
      maxRows: limits.maxRows,
      maxBytes: maxResultBytes,
      timezone: limits.timezone,
      withoutPeople: !readsPersonalData(tree),
    },
    limits.signal,
  )
  const executionTimeMs = Math.round((performance.now() - started) * 10) / 10
  return {
    success: true,
    data: rows,
    columns,
    asOf,
    metadata: { rowsReturned: rows.length, executionTimeMs, truncated },
  }
}
