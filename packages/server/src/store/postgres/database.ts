import pg from 'pg'
import { AppError } from '../../errors.ts'
import { quoteName } from './quote-name.ts'

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`, with libpq's TLS parameters (`?sslmode=verify-full`). */
  url: string
  /** The schema of the tables; created if missing. Default `customer_intel`. */
  schema?: string
  /** Connections of this process. Default 10. */
  connections?: number
  /** Called with problems for the operator. */
  onProblem: (problem: string) => void
}

/** A pool of connections with timeouts for all statements. */
export interface Database {
  readonly schema: string
  /**
   * Runs one statement in its own transaction. If the database can't execute it now, rejects with an AppError of `code`
   * (default `UNAVAILABLE`) and the cause: it may have been executed or not.
   */
  query<Row extends pg.QueryResultRow>(
    statement: { name?: string; text: string; values?: unknown[] },
    code?: 'UNAVAILABLE' | 'LOG_UNAVAILABLE',
  ): Promise<Row[]>
  /** A separate connection outside the pool. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

/** Timeout of a statement, and of waiting for a row lock. */
const statementMs = 30_000
const lockMs = 10_000

export function openDatabase(options: DatabaseOptions): Database {
  const { url, schema = 'customer_intel', connections = 10, onProblem } = options
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'customer-intel',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // We also give up on a connection whose other end has disappeared.
    query_timeout: statementMs + 5_000,
  }
  const pool = new pg.Pool({
    ...config,
    max: connections,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 3_600,
  })
  // A used connection reports its end twice: to the caller, and here.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // An idle connection that ends is replaced; without a listener its error would end the process.
  pool.on('error', (error) => onProblem(`A connection to PostgreSQL ended: ${error.message}`))
  // Not as startup parameters: a connection pooler in between may reject those.
  const settings =
    `set search_path to ${quoteName(schema)}; set statement_timeout to ${statementMs}; ` +
    `set lock_timeout to ${lockMs}; set idle_in_transaction_session_timeout to ${statementMs}`
  const prepared = new WeakSet<pg.PoolClient>()
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | null = null

  async function run<Row extends pg.QueryResultRow>(
    statement: { name?: string; text: string; values?: unknown[] },
    code: 'UNAVAILABLE' | 'LOG_UNAVAILABLE',
  ): Promise<Row[]> {
    let client: pg.PoolClient | null = null
    try {
      client = await pool.connect()
      if (!prepared.has(client)) {
        await client.query(settings)
        prepared.add(client)
      }
      const { rows } = await client.query<Row>(statement)
      client.release()
      return rows
    } catch (error) {
      // A connection that failed may be in any state.
      client?.release(error instanceof Error && !isRefusal(error))
      throw isRefusal(error) ? error : unavailable(error, code)
    }
  }

  return {
    schema,
    query<Row extends pg.QueryResultRow>(
      statement: { name?: string; text: string; values?: unknown[] },
      code: 'UNAVAILABLE' | 'LOG_UNAVAILABLE' = 'UNAVAILABLE',
    ) {
      if (closing !== null) return Promise.reject(unavailable(new Error('The store is closed'), code))
      const rows = run<Row>(statement, code)
      const settled = rows.catch(() => undefined).finally(() => running.delete(settled))
      running.add(settled)
      return rows
    },
    async connect() {
      const client = new pg.Client(config)
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    close() {
      closing ??= Promise.all(running).then(() => pool.end())
      return closing
    },
  }
}

/**
 * The database executed the statement and rejected it: it would do so again. Otherwise it couldn't be reached, or lacks
 * resources or time.
 */
function isRefusal(error: unknown): boolean {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  // Classes: 08 connection, 25006 read only (a standby), 40 rollback, 53 resources, 55 lock, 57 operator, 58 system, 72, XX.
  return code !== undefined && !/^(?:08|25006|40|53|55|57|58|72|XX)/.test(code)
}

function unavailable(cause: unknown, code: 'UNAVAILABLE' | 'LOG_UNAVAILABLE'): AppError {
  return new AppError(code, 'The database can not be reached now: try again later', {
    cause,
    retryAfterSeconds: 5,
    storeIsAway: true,
  })
}
