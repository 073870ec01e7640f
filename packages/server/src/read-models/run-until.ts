import type { DuckDBConnection } from '@duckdb/node-api'

/** So often, in milliseconds, a statement is told to stop until it has. */
const interruptEveryMs = 20

/**
 * Runs a statement, which stops when `signal` aborts; one that hadn't begun then doesn't. The engine forgets an interrupt as
 * each statement begins, and where threads are taken that is some time after it was asked for: so it is told again.
 */
export async function runUntil<Result>(
  signal: AbortSignal | null,
  connection: Pick<DuckDBConnection, 'interrupt'>,
  statement: () => Promise<Result>,
): Promise<Result> {
  if (signal === null) return statement()
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  const interrupt = (): void => {
    connection.interrupt()
    timer = setTimeout(interrupt, interruptEveryMs)
  }
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    return await statement()
  } finally {
    signal.removeEventListener('abort', interrupt)
    clearTimeout(timer)
  }
}
