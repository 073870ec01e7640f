import type { DuckDBConnection } from '@duckdb/node-api'
import type { SqlValue, SqlWriter } from './sql/database.ts'
import { readAll } from './read-all.ts'
import { chunkRows, toChunk } from './values.ts'

/** The writer over a connection of its own, and what folds the write-ahead log into the file. */
export function createWriter(connection: DuckDBConnection): SqlWriter & { checkpoint: () => Promise<void> } {
  // The projection and what keeps facts up to date share this connection, and it holds one transaction at a time.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  return {
    async all<Row>(sql: string, parameters: readonly SqlValue[] = []) {
      return (await readAll(connection, sql, parameters)) as Row[]
    },
    async append(table, rows) {
      if (rows.length === 0) return
      const appender = table.temporary
        ? await connection.createAppender(table.name, 'main', 'temp')
        : await connection.createAppender(table.name)
      try {
        for (let at = 0; at < rows.length; at += chunkRows)
          appender.appendDataChunk(toChunk(table, rows.slice(at, at + chunkRows)))
        appender.closeSync()
      } catch (error) {
        // Else it is tried again when the garbage is collected, and that aborts whatever transaction runs then (seen).
        appender.clear()
        throw error
      }
    },
    checkpoint: () =>
      inTurn(async () => {
        await connection.run('checkpoint').catch((error: unknown) => {
          // Then it is made another time, by itself at the latest.
          if (!String(error).includes('other write transactions')) throw error
        })
      }),
    transaction(work) {
      return inTurn(async () => {
        await connection.run('begin transaction')
        try {
          const result = await work()
          await connection.run('commit')
          return result
        } catch (error) {
          // A failed statement may have ended the transaction by itself.
          await connection.run('rollback').catch(() => undefined)
          throw error
        }
      })
    },
  }
}
