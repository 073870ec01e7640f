import type { DuckDBConnection } from '@duckdb/node-api'

/** How often an interrupt is repeated until the statement stops, in milliseconds. */
const interruptEveryMs = 20

/**
 * Runs a statement, and interrupts it when `signal` aborts. The engine clears interrupts when a statement starts, which
 * may be after the call while its threads are taken: so the interrupt is repeated.
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
