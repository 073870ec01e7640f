import type { DuckDBConnection } from '@duckdb/node-api'
import type { SqlValue, SqlWriter } from '../../kernel/sql/database.ts'
import { readAll } from './read-all.ts'
import { chunkRows, toChunk } from './to-chunk.ts'

/** The writer over its own connection (`filled`: the tables with rows), and the checkpoint of the write-ahead log. */
export function createWriter(
  connection: DuckDBConnection,
  filled: Set<string>,
): SqlWriter & { checkpoint: () => Promise<void> } {
  // Projection and fact refresh share this connection, which can hold one transaction at a time.
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
    async *numbers(sql) {
      const result = await connection.stream(sql)
      for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0;) {
        yield chunk.getColumns().map((column) => column.map(Number))
        chunk = await result.fetchChunk()
      }
    },
    hasRows: (table) => filled.has(table),
    async append(table, rows) {
      if (rows.length === 0) return
      filled.add(table.name)
      const appender = table.temporary
        ? await connection.createAppender(table.name, 'main', 'temp')
        : await connection.createAppender(table.name)
      try {
        for (let at = 0; at < rows.length; at += chunkRows)
          appender.appendDataChunk(toChunk(table, rows.slice(at, at + chunkRows)))
        appender.closeSync()
      } catch (error) {
        // Otherwise the appender is flushed by garbage collection, which aborts the transaction that runs at that time
        // (seen).
        appender.clear()
        throw error
      }
    },
    checkpoint: () =>
      inTurn(async () => {
        await connection.run('checkpoint').catch((error: unknown) => {
          // Retried with the next checkpoint, or done by the engine itself.
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
          // The failed statement may have ended the transaction already.
          await connection.run('rollback').catch(() => undefined)
          throw error
        }
      })
    },
  }
}
