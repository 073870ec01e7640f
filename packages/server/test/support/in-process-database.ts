import { AppError } from '../../src/kernel/errors.ts'
import { Engine } from '../../src/projector/process/engine.ts'
import type { RunUntrusted, SqlDatabase, UntrustedLimits } from '../../src/kernel/sql/database.ts'

export interface InProcessDatabase extends SqlDatabase {
  runUntrusted: RunUntrusted
  close(): Promise<void>
}

/** The engine with the read models' schema, in this process: what the SQL is tested against. */
export async function openInProcessDatabase(path = ':memory:'): Promise<InProcessDatabase> {
  const engine = await Engine.open({ path })
  return {
    all: (sql, parameters) => engine.all(sql, parameters),
    async runUntrusted(sql: string, limits: UntrustedLimits) {
      try {
        return await engine.runUntrusted(sql, limits)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        const code = /^(?:Binder|Catalog|Parser) Error/.test(message) ? 'SYNTAX_ERROR' : 'EXECUTION_ERROR'
        throw new AppError(code, message, { cause: error })
      }
    },
    close: () => engine.close(),
  }
}
