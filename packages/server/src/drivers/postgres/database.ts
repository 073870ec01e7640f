import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../kernel/errors.ts'
import { findPrimary } from './find-primary.ts'
import { placeOfUrl, urlsOfHosts } from './hosts.ts'
import { watchForOutage } from './outage.ts'
import { quoteName } from './quote-name.ts'

export interface DatabaseOptions {
  /**
   * `postgres://user:password@host:port/database`, with libpq's TLS parameters (`?sslmode=verify-full`). Of several hosts,
   * `one:5432,two:5432`, the first that takes writes is used, and after a fail-over the one that takes them then.
   */
  url: string
  /** The schema of the tables; created if missing. Default `customer_intel`. */
  schema?: string
  /** Connections of this process. Default 10. */
  connections?: number
  /** Called with problems for the operator. */
  onProblem: (problem: string) => void
}

/** A pool of connections with timeouts for all statements, which notices when the database goes away. */
export interface Database {
  readonly schema: string
  /** Why no statement is tried now, for people; null while the database answers. */
  readonly away: string | null
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
/** How long a server may take to answer while the one that takes writes is looked for: at first, and during an outage. */
const firstAnswerMs = 10_000
const answerMs = 1_000
/** How long connections may take to say goodbye. */
const goodbyeMs = 1_000

export function openDatabase(options: DatabaseOptions): Database {
  const { url, schema = 'customer_intel', connections = 10, onProblem } = options
  const urls = urlsOfHosts(url)
  /** That of the server in use; null before it is known which of several that is. */
  let current: string | null = urls.length === 1 ? url : null
  let finding: Promise<void> | null = null
  const sockets = new Set<Socket>()
  const config = (): pg.ClientConfig => ({
    connectionString: current ?? url,
    application_name: 'customer-intel',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // We also give up on a connection whose other end has disappeared.
    query_timeout: statementMs + 5_000,
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  })
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor() {
        super(config())
      }
    },
    connectionTimeoutMillis: 10_000,
    max: connections,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 3_600,
  })
  // A used connection reports its end twice: to the caller, and here.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // An idle connection that ends is replaced; without a listener its error would end the process.
  pool.on('error', (error) => {
    if (outage.reason === null) onProblem(`A connection to PostgreSQL ended: ${error.message}`)
  })
  // Not as startup parameters: a connection pooler in between may reject those.
  const settings =
    `set search_path to ${quoteName(schema)}; set statement_timeout to ${statementMs}; ` +
    `set lock_timeout to ${lockMs}; set idle_in_transaction_session_timeout to ${statementMs}`
  const prepared = new WeakSet<pg.PoolClient>()
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | null = null

  /** Connections of an outage, or to a server that was left, are never used again. */
  function cutConnections(): void {
    for (const socket of sockets) socket.destroy()
  }

  const outage = watchForOutage({
    async ask() {
      // The one in use first: another one that takes writes, too, would be a former primary.
      const inOrder = [...urls].sort((left, right) => Number(right === current) - Number(left === current))
      const found = await findPrimary(inOrder, { withinMs: answerMs })
      if (found === current) return
      current = found
      cutConnections()
      onProblem(`PostgreSQL at ${placeOfUrl(found)} takes the writes now`)
    },
    onAway(reason) {
      cutConnections()
      onProblem(`PostgreSQL at ${placeOfUrl(url)} can't be used now: ${reason}`)
    },
    onBack: () => onProblem(`PostgreSQL at ${placeOfUrl(url)} answers again`),
  })

  /** Finds out once which of several servers is to be used. */
  async function findServer(): Promise<void> {
    if (current !== null) return
    finding ??= findPrimary(urls, { withinMs: firstAnswerMs })
      .then((found) => void (current = found))
      .finally(() => (finding = null))
    await finding
  }

  async function execute<Row extends pg.QueryResultRow>(
    statement: { name?: string; text: string; values?: unknown[] },
    isGivenUp: () => boolean,
  ): Promise<Row[]> {
    await findServer()
    const client = await pool.connect()
    try {
      if (!prepared.has(client)) {
        await client.query(settings)
        prepared.add(client)
      }
      if (isGivenUp()) throw new Error('given up')
      const { rows } = await client.query<Row>(statement)
      client.release()
      return rows
    } catch (error) {
      // A connection that failed may be in any state.
      client.release(!isRefusal(error))
      throw error
    }
  }

  async function run<Row extends pg.QueryResultRow>(
    statement: { name?: string; text: string; values?: unknown[] },
    code: 'UNAVAILABLE' | 'LOG_UNAVAILABLE',
  ): Promise<Row[]> {
    try {
      return await outage.run((isGivenUp) => execute<Row>(statement, isGivenUp))
    } catch (error) {
      if (isRefusal(error)) throw error
      if (isLoss(error)) outage.check()
      throw unavailable(error, code)
    }
  }

  return {
    schema,
    get away() {
      return outage.reason === null ? null : `PostgreSQL at ${placeOfUrl(url)}: ${outage.reason}`
    },
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
      if (outage.reason !== null) throw new Error(outage.reason)
      await findServer()
      const client = new pg.Client(config())
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    close() {
      closing ??= (async () => {
        await Promise.all(running)
        outage.close()
        await Promise.race([pool.end(), setTimeout(goodbyeMs, null, { ref: false })])
        cutConnections()
      })()
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

/** The server has gone, or takes no writes any more. */
function isLoss(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(?:08|25006|57P)/.test(error.code ?? '')
}

function unavailable(cause: unknown, code: 'UNAVAILABLE' | 'LOG_UNAVAILABLE'): AppError {
  return new AppError(code, 'The database can not be reached now: try again later', {
    cause,
    retryAfterSeconds: 5,
    storeIsAway: true,
  })
}
