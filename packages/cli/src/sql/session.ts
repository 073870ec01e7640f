import type { QueryOutput, SchemaOutput } from '@customer-intel/node-sdk'
import type { Io } from '../io.ts'
import { openClient } from '../session/client.ts'
import type { SessionFlags } from '../session/session.ts'

export type SqlAnswer = QueryOutput & { stale?: { reason: string } }

/** What stands for `$1`, `$2` … */
export type SqlParam = string | number | boolean | null

/** Questions in SQL, as whoever is logged in. */
export interface SqlSession {
  query(sql: string, signal: AbortSignal): Promise<SqlAnswer>
  /** All rows as CSV, in parts as they come. */
  csv(sql: string, raw: boolean, signal: AbortSignal): AsyncIterable<string>
  /** The views, or the columns of one. */
  describe(view: string | undefined, signal: AbortSignal): Promise<Record<string, unknown>[]>
}

export async function openSqlSession(
  {
    limit,
    param: params,
    ...flags
  }: SessionFlags & { limit: number; param?: readonly SqlParam[] | undefined },
  io: Io,
): Promise<SqlSession> {
  const client = await openClient(flags, io)
  // The server takes one SELECT, and no semicolon behind it.
  const bodyOf = (text: string) => ({
    sql: text.trim().replace(/;+\s*$/, ''),
    ...(params?.length && { params: [...params] }),
  })
  return {
    async query(text, signal) {
      return client.tools.call('svc_query', { ...bodyOf(text), limit }, { signal })
    },
    csv: (text, raw, signal) => client.sql.csv({ ...bodyOf(text), raw }, { signal }),
    async describe(view, signal) {
      const input = view === undefined ? {} : { table: view as never }
      const schema: SchemaOutput = await client.tools.call('svc_schema', input, { signal })
      return 'views' in schema
        ? schema.views.map(({ name, description }) => ({ view: name, description }))
        : schema.columns.map(({ name, type, description }) => ({ column: name, type, description }))
    },
  }
}
