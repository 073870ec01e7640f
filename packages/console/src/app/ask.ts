import type { QueryOutput } from '@customer-intel/node-sdk'
import { client } from './client.ts'

/** Rows of an SQL question, with values for `$1`, `$2` …, and whether they are all. */
export async function ask<Row>(
  sql: string,
  params: readonly (string | number | boolean | null)[],
  options: { signal?: AbortSignal; limit?: number } = {},
): Promise<{ rows: Row[]; metadata: QueryOutput['metadata'] }> {
  const { limit = 1_000, signal } = options
  const { data, metadata } = await client.tools.query({ sql, params: [...params], limit }, { signal })
  return { rows: data as Row[], metadata }
}
