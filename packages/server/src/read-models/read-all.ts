import type { DuckDBConnection } from '@duckdb/node-api'
import type { SqlValue } from './sql/database.ts'
import { yieldEvery } from '../yield-every.ts'
import { bind, toJson } from './values.ts'

/** All rows of a statement. Prepared for each call: a cached plan returns the data of the time it was made (tried). */
export async function readAll(
  connection: DuckDBConnection,
  sql: string,
  parameters: readonly SqlValue[],
): Promise<Record<string, unknown>[]> {
  const { values, types } = bind(parameters)
  // Without values this is one step of the engine, with values three, each with a trip through the thread pool.
  const result = values.length === 0 ? await connection.run(sql) : await connection.run(sql, values, types)
  const names = result.deduplicatedColumnNames()
  const rows: Record<string, unknown>[] = []
  const pause = yieldEvery()
  for (let index = 0; index < result.chunkCount; index++) {
    await pause()
    const chunk = result.getChunk(index)
    const columns = chunk.convertColumns(toJson)
    for (let place = 0; place < chunk.rowCount; place++) {
      const row: Record<string, unknown> = {}
      for (let column = 0; column < names.length; column++) row[names[column]!] = columns[column]![place]
      rows.push(row)
    }
  }
  return rows
}
