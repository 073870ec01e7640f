import type { QueryOutput, Staleness } from '@customer-intel/node-sdk'
import { client } from './client.ts'

/** What a question answered. */
export interface Answer<Row> {
  rows: Row[]
  columns: NonNullable<QueryOutput['columns']>
  metadata: QueryOutput['metadata']
  /** How far behind the answer is. */
  stale?: Staleness
}

/** Rows of an SQL question, with values for `$1`, `$2` …, whether they are all, and whether they lag. */
export async function ask<Row>(
  sql: string,
  params: readonly (string | number | boolean | null)[],
  options: { signal?: AbortSignal; limit?: number } = {},
): Promise<Answer<Row>> {
  const { limit = 1_000, signal } = options
  const { data, metadata, columns, ...rest } = await client.tools.query(
    { sql, params: [...params], limit },
    { signal },
  )
  return { ...rest, rows: data as Row[], columns: columns ?? [], metadata }
}
