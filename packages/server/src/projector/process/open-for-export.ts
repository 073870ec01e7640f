import { viewsOverTables } from '../../query/view-schema.ts'
import { duckdb } from './duckdb.ts'
import { databasePath } from './open-read-models.ts'

/** Read models that no process has open, with the views of `svc_query`, in UTC. Temporary tables and views may be made. */
export interface ExportDatabase {
  run(sql: string): Promise<void>
  /** 64-bit integers as texts. */
  rows<Row>(sql: string): Promise<Row[]>
  /** Appends rows to a table whose columns are bigint (given as `bigint`) and text. */
  append(table: string, rows: Iterable<readonly (bigint | string)[]>): Promise<void>
  close(): void
}

/** `directory`: of the read models. Rejects while another process has them open. */
export async function openForExport(directory: string): Promise<ExportDatabase> {
  const path = databasePath(directory)
  const instance = await duckdb.DuckDBInstance.create(path, {
    access_mode: 'READ_ONLY',
    memory_limit: '640MB',
    threads: '2',
    preserve_insertion_order: 'true',
    temp_directory: `${path}.tmp`,
  })
  const connection = await instance.connect()
  const database: ExportDatabase = {
    async run(sql) {
      await connection.run(sql)
    },
    async rows<Row>(sql: string) {
      return (await connection.runAndReadAll(sql)).getRowObjectsJson() as Row[]
    },
    async append(table, rows) {
      const appender = await connection.createAppender(table, 'main', 'temp')
      for (const row of rows) {
        for (const value of row)
          if (typeof value === 'bigint') appender.appendBigInt(value)
          else appender.appendVarchar(value)
        appender.endRow()
      }
      appender.closeSync()
    },
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
  try {
    await database.run(`set TimeZone = 'UTC'`)
    const [row] = await database.rows<{ name: string }>('select current_database() as name')
    await database.run(viewsOverTables(row!.name))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** A text literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
