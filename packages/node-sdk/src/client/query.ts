import { TruncatedResultError } from '../errors/errors.ts'
import type { ToolsResource } from '../generated/tools.ts'
import type { RequestOptions } from './options.ts'

export interface QueryOptions extends RequestOptions {
  /** Maximal number of rows, 1 to 10,000. Default 1,000. */
  limit?: number
  /** Accept a truncated result, which says so. Default false: it is an error. */
  allowTruncated?: boolean
}

/** A result that may be truncated. */
export interface QueryResult<Row> {
  /** The returned rows. */
  rows: Row[]
  /** True: there are more rows than these. */
  truncated: boolean
  /** How long the query ran, in milliseconds. */
  executionTimeMs: number
}

/** Runs a query; see `CustomerIntel.query`. */
export async function runQuery<Row>(
  tools: ToolsResource,
  sql: string,
  options: QueryOptions,
): Promise<Row[] | QueryResult<Row>> {
  const { limit, allowTruncated = false, ...request } = options
  const answer = await tools.query(limit === undefined ? { sql } : { sql, limit }, request).withResponse()
  const { data, metadata } = answer.data
  const rows = data as Row[]
  const { truncated, executionTimeMs } = metadata
  if (allowTruncated) return { rows, truncated, executionTimeMs }
  if (truncated) {
    const { requestId, status } = answer
    throw new TruncatedResultError(rows.length, { operation: 'svc_query', requestId, status })
  }
  return rows
}
