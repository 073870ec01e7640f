import type { DuckDBConnection } from '@duckdb/node-api'
import { answerTooLarge } from './request-errors.ts'
import type { SqlValue } from '../../kernel/sql/database.ts'
import { yieldEvery } from '../../kernel/yield-every.ts'
import { bind, toJson } from './values.ts'

/** What an answer may hold in memory, in characters of its texts. */
export const maxReadChars = 64 * 1024 * 1024

/**
 * All rows of a statement; rejects with AppError `EXECUTION_ERROR` when they have more than `maxChars`. Prepared for each
 * call: a cached plan returns the data of the time it was made (tried).
 */
export async function readAll(
  connection: DuckDBConnection,
  sql: string,
  parameters: readonly SqlValue[],
  { maxChars = Infinity }: { maxChars?: number } = {},
): Promise<Record<string, unknown>[]> {
  const { values, types } = bind(parameters)
  // Without values this is one step of the engine, with values three, each with a trip through the thread pool.
  const result = values.length === 0 ? await connection.run(sql) : await connection.run(sql, values, types)
  const names = result.deduplicatedColumnNames()
  const rows: Record<string, unknown>[] = []
  const pause = yieldEvery()
  let chars = 0
  for (let index = 0; index < result.chunkCount; index++) {
    await pause()
    const chunk = result.getChunk(index)
    const columns = chunk.convertColumns(toJson)
    if (maxChars < Infinity) {
      for (const column of columns)
        for (const cell of column) if (typeof cell === 'string') chars += cell.length
      if (chars > maxChars) throw answerTooLarge()
    }
    for (let place = 0; place < chunk.rowCount; place++) {
      const row: Record<string, unknown> = {}
      for (let column = 0; column < names.length; column++) row[names[column]!] = columns[column]![place]
      rows.push(row)
    }
  }
  return rows
}
