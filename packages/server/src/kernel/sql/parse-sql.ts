import type { SqlDatabase } from './database.ts'

/** The result of DuckDB's parser for a text; nothing is bound or executed. */
export type ParsedSql =
  /** One syntax tree per statement, all of them SELECTs. */
  | { kind: 'selects'; statements: unknown[] }
  /** Valid SQL, but some statement is not a SELECT. */
  | { kind: 'other' }
  /** Not valid SQL. `position` counts characters from 0. */
  | { kind: 'unreadable'; message: string; position?: number }

interface Serialized {
  error: boolean
  error_type?: string
  error_message?: string
  position?: string
  statements?: { node: unknown; named_param_map?: unknown[] }[]
}

/** Parses a text with the engine that will run it: what is checked is what is run. */
export async function parseSql(database: SqlDatabase, sql: string, timeoutMs?: number): Promise<ParsedSql> {
  const [row] = await database.all<{ tree: string }>(
    `select json_serialize_sql($1::varchar, skip_null := true, skip_default := true, skip_empty := true)::varchar as tree`,
    [sql],
    timeoutMs === undefined ? {} : { timeoutMs },
  )
  const parsed = readTree(row?.tree ?? '{"error":true}')
  if (!parsed.error) return { kind: 'selects', statements: parsed.statements ?? [] }
  if (parsed.error_type === 'not implemented') return { kind: 'other' }
  const position = Number(parsed.position)
  return {
    kind: 'unreadable',
    message: parsed.error_message ?? 'no reason given',
    ...(Number.isInteger(position) ? { position } : {}),
  }
}

/**
 * The engine writes numbers that JSON can't represent (1e400) as bare words. Their values aren't checked, so any will do.
 */
function readTree(text: string): Serialized {
  const readable = text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:Infinity|NaN|inf|nan)\b/g, (token) =>
    token.startsWith('"') ? token : 'null',
  )
  return JSON.parse(readable) as Serialized
}
