import { DuckDBInstance, DuckDBTypeId } from '@duckdb/node-api'
import type { DuckDBValue, JS } from '@duckdb/node-api'
import { AppError } from '../../src/errors.ts'
import { macros } from '../../src/analytics/macros.ts'
import {
  listSeparator,
  type RunUntrusted,
  type SqlDatabase,
  type SqlValue,
  type UntrustedLimits,
} from '../../src/store/sql/database.ts'
import { tables } from '../../src/store/sql/schema.ts'
import { views } from '../../src/store/sql/view-schema.ts'

export interface InProcessDatabase extends SqlDatabase {
  runUntrusted: RunUntrusted
  close(): void
}

/** The read models' schema in a DuckDB of this process: what the SQL is tested against. */
export async function openInProcessDatabase(path = ':memory:'): Promise<InProcessDatabase> {
  const instance = await DuckDBInstance.create(path, { threads: '2' })
  const connection = await instance.connect()
  await connection.run(`set timezone = 'UTC'`)
  for (const script of [tables, views, macros]) await connection.run(script)
  const run = async (sql: string, parameters: readonly SqlValue[] = []) => {
    const reader = await connection.runAndReadAll(sql, parameters.map(toDuckDb))
    const dates = new Set(
      reader.columnNames().filter((_, index) => reader.columnTypeId(index) === DuckDBTypeId.DATE),
    )
    return reader.getRowObjectsJS().map((row) => toPlainRow(row, dates))
  }
  return {
    async all<Row>(sql: string, parameters?: readonly SqlValue[]) {
      return (await run(sql, parameters)) as Row[]
    },
    async runUntrusted(sql: string, limits: UntrustedLimits) {
      try {
        const rows = await run(sql)
        return { rows: rows.slice(0, limits.maxRows), truncated: rows.length > limits.maxRows }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        const code = /^(?:Binder|Catalog|Parser) Error/.test(message) ? 'SYNTAX_ERROR' : 'EXECUTION_ERROR'
        throw new AppError(code, message, { cause: error })
      }
    },
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

function toDuckDb(value: SqlValue): DuckDBValue {
  if (value instanceof Date) throw new TypeError('bind dates as text')
  if (Array.isArray(value)) return value.join(listSeparator)
  return value as DuckDBValue
}

function toPlainRow(row: Record<string, JS>, dates: Set<string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, toPlain(value, dates.has(name))]),
  )
}

function toPlain(value: JS, isDate: boolean): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (value instanceof Date) return isDate ? value.toISOString().slice(0, 10) : value.toISOString()
  return value
}
