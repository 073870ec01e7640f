import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api'
import { localDayIn, macros } from '../../query/macros.ts'
import { yieldEvery } from '../../kernel/yield-every.ts'
import type { SqlValue, SqlWriter, UntrustedLimits, UntrustedResult } from '../../kernel/sql/database.ts'
import { activityWithoutPeople, viewDefinitions, viewsOverTables } from '../../query/view-schema.ts'
import { schema, tablesVersion, temporarySchema } from '../schema.ts'
import { duckdb } from './duckdb.ts'
import { createWriter } from './engine-writer.ts'
import { ownProcessorMs, watchProcessor } from './processor-share.ts'
import { columnTypeOf } from './column-types.ts'
import { maxReadChars, readAll } from './read-all.ts'
import { readTooLong, rowTooLarge } from './request-errors.ts'
import { runUntil } from './run-until.ts'
import { toJson } from './values.ts'
import { writeCsv } from './write-csv.ts'

/** Connections for the application's own reads. */
const readConnections = 4

/** Wide rows of a user's query take seconds to convert, on the same thread that answers the application's own reads. */
const yieldEveryMs = 10

export interface EngineOptions {
  /** The database file; created when missing. */
  path: string
  /** The engine's memory target, in MB. It doesn't bound the process. */
  memoryLimitMb?: number
}

/** DuckDB over one file: a writer for the projection, and connections for reading. */
export class Engine {
  #instance: DuckDBInstance
  /** The engine's name of the database. */
  readonly #database: string
  /** Where files of CSV wait to be sent. */
  readonly #csvFolder: string
  readonly writer: SqlWriter
  readonly #checkpoint: () => Promise<void>
  #free: DuckDBConnection[]
  #waiting: ((connection: DuckDBConnection) => void)[] = []

  private constructor(
    instance: DuckDBInstance,
    writer: DuckDBConnection,
    readers: DuckDBConnection[],
    database: string,
    filled: Set<string>,
    csvFolder: string,
  ) {
    this.#instance = instance
    this.#database = database
    this.#csvFolder = csvFolder
    const { checkpoint, ...rest } = createWriter(writer, filled)
    this.writer = rest
    this.#checkpoint = checkpoint
    this.#free = readers
  }

  static async open({ path, memoryLimitMb = 320 }: EngineOptions): Promise<Engine> {
    const instance = await duckdb.DuckDBInstance.create(path, {
      memory_limit: `${memoryLimitMb}MB`,
      threads: '2',
      // Compatibility with this version only, since no other reads the file: text is compressed better (measured: reading
      // a page of a timeline takes a fifth less time). Not with DuckDB before 1.5.5, which may filter such text wrongly.
      storage_compatibility_version: 'v1.5.0',
      // A fallback; see `checkpoint`. After a kill -9 everything since the last checkpoint is read again.
      checkpoint_threshold: '64MB',
      // Spilled sorts and joins go beside the database, up to this size.
      temp_directory: `${path}.tmp`,
      max_temp_directory_size: '2GB',
      // No SQL can reach anything outside this file, or change that.
      enable_external_access: 'false',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    const writer = await instance.connect()
    await requireOwnTables(writer).catch((error: unknown) => {
      instance.closeSync()
      throw error
    })
    await define(writer)
    // The format of syntax trees depends on the same setting, and `analytics/` reads the older one.
    await writer.run(`set global storage_compatibility_version = 'v0.10.2'`)
    await writer.run(`set global TimeZone = 'UTC'; set lock_configuration = true`)
    const readers = await Promise.all(Array.from({ length: readConnections }, () => instance.connect()))
    const [row] = await readAll(writer, 'select current_database() as name', [])
    const tables = await readAll(
      writer,
      'select table_name as name from duckdb_tables() where estimated_size > 0',
      [],
    )
    const filled = new Set(tables.map(({ name }) => String(name)))
    const csvFolder = path === ':memory:' ? join(tmpdir(), 'customer-intel-csv') : `${path}.csv`
    // What a process that was killed has left there.
    if (path !== ':memory:') await rm(csvFolder, { recursive: true, force: true })
    return new Engine(instance, writer, readers, String(row!['name']), filled, csvFolder)
  }

  /** Runs one of our own statements on a pooled connection, until `timeoutMs` have passed or `signal` aborts. */
  async all<Row = Record<string, unknown>>(
    sql: string,
    parameters: readonly SqlValue[] = [],
    { timeoutMs, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<Row[]> {
    const connection =
      this.#free.pop() ?? (await new Promise<DuckDBConnection>((resolve) => this.#waiting.push(resolve)))
    const isStarved = watchProcessor(ownProcessorMs)
    const late = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs)
    const ends = [late, signal].filter((end) => end != null)
    try {
      const rows = runUntil(ends.length > 0 ? AbortSignal.any(ends) : null, connection, () =>
        readAll(connection, sql, parameters, { maxChars: maxReadChars }),
      )
      return (await rows) as Row[]
    } catch (error) {
      if (late?.aborted === true) throw readTooLong(timeoutMs!, isStarved())
      throw error
    } finally {
      const next = this.#waiting.shift()
      if (next) next(connection)
      else this.#free.push(connection)
    }
  }

  /**
   * Runs a user's SELECT on a connection of its own. The result is streamed, so that no more is computed than is
   * returned. `signal` interrupts it; if the engine hangs, that has no effect: the caller must be ready to kill the
   * process.
   */
  async runUntrusted(
    sql: string,
    limits: UntrustedLimits,
    signal: AbortSignal | null = null,
  ): Promise<UntrustedResult> {
    const connection = await this.#instance.connect()
    const run = <Result>(step: () => Promise<Result>) => runUntil(signal, connection, step)
    try {
      await run(() => connection.run(viewsOverTables(this.#database)))
      if (limits.withoutPeople === true) await run(() => connection.run(activityWithoutPeople))
      const { parameters = [], timezone = 'UTC' } = limits
      if (timezone !== 'UTC') await run(() => connection.run(localDayIn(timezone)))
      const result = await run(() =>
        parameters.length > 0 ? connection.stream(sql, [...parameters]) : connection.stream(sql),
      )
      const names = result.deduplicatedColumnNames()
      const types = result.columnTypes()
      const columns = names.map((name, at) => ({ name, type: columnTypeOf(String(types[at])) }))
      const fetch = () => run(() => result.fetchChunk())
      if (limits.asCsv === undefined) return { ...(await readRows(fetch, names, limits, signal)), columns }
      const file = await writeCsv(this.#csvFolder, fetch, names, { ...limits.asCsv, ...limits, signal })
      return { rows: [], columns, truncated: false, file }
    } finally {
      connection.closeSync()
    }
  }

  /**
   * Writes the write-ahead log into the file. Best about once per row group of events (122,880 rows, or 32 MB): partial
   * row groups are written again when they are merged (measured: half the CPU time, and a third of the longest pause).
   */
  checkpoint(): Promise<void> {
    return this.#checkpoint()
  }

  async close(): Promise<void> {
    await this.writer.all('checkpoint')
    this.#instance.closeSync()
  }
}

/** The rows that fit the limits. */
async function readRows(
  fetch: () => Promise<DuckDBDataChunk | null>,
  names: readonly string[],
  { maxRows, maxBytes }: UntrustedLimits,
  signal: AbortSignal | null,
): Promise<Pick<UntrustedResult, 'rows' | 'truncated'>> {
  const rows: Record<string, unknown>[] = []
  let bytes = 0
  const pause = yieldEvery(yieldEveryMs)
  for (;;) {
    const chunk = await fetch()
    if (chunk === null || chunk.rowCount === 0) return { rows, truncated: false }
    for (let index = 0; index < chunk.rowCount; index++) {
      if (rows.length >= maxRows) return { rows, truncated: true }
      await pause()
      signal?.throwIfAborted()
      const values = chunk.convertRowValues(index, toJson)
      const row = Object.fromEntries(names.map((name, column) => [name, values[column]]))
      bytes += Buffer.byteLength(JSON.stringify(row)) + 1
      if (bytes > maxBytes) {
        if (rows.length === 0) throw rowTooLarge(maxBytes)
        return { rows, truncated: true }
      }
      rows.push(row)
    }
  }
}

/** Rejects tables of another schema version: they are derived, so the caller rebuilds them. */
async function requireOwnTables(connection: DuckDBConnection): Promise<void> {
  await connection.run('create table if not exists schema_version (tables_hash varchar not null)')
  const [made] = await readAll(connection, 'select tables_hash from schema_version', [])
  const found = await readAll(
    connection,
    `select 1 from information_schema.tables where table_name = 'checkpoint'`,
    [],
  )
  if (found.length > 0 && made?.tables_hash !== tablesVersion)
    throw new Error('they were made by another version')
  if (made === undefined) await readAll(connection, 'insert into schema_version values ($1)', [tablesVersion])
}

const definitions = `${schema};${viewDefinitions};${macros}`
const definitionsHash = createHash('sha256').update(definitions).digest('hex')

/** Creates tables, views and macros if the file doesn't have them: that is a large part of the start time. */
async function define(connection: DuckDBConnection): Promise<void> {
  await connection.run('create table if not exists definitions_version (hash varchar not null)')
  const [known] = await readAll(connection, 'select hash from definitions_version', [])
  if (known?.hash === definitionsHash) {
    await connection.run(temporarySchema)
    return
  }
  // In one transaction: outside of one each statement waits for the disk.
  await connection.run(`begin;${definitions};delete from definitions_version`)
  await readAll(connection, 'insert into definitions_version values ($1)', [definitionsHash])
  await connection.run('commit')
}
