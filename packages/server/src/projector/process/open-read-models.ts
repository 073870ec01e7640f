import { constants } from 'node:fs'
import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import { nullWhereMissing, syncFolder } from '../../kernel/durable-files.ts'
import type { Log, Position } from '../../kernel/store/ports.ts'
import type { FreshReads, ReadModels, Reads } from '../../kernel/read-models/read-models.ts'
import { measureLag } from './measure-lag.ts'
import { type Replica, type ReplicaOptions, openReplica } from './replica.ts'
import { stoppingError } from './request-errors.ts'
import { readSavedPosition } from './saved-position.ts'
import { type Slots, createSlots } from './slots.ts'
import { createSqlReads } from '../schema.ts'

/** Default time to wait for an exact answer. */
const exactMs = 10_000
/** Limit for a rebuild: the longest possible timer. */
const rebuildMs = 2 ** 31 - 1

export interface OpenReadModelsOptions {
  /** The organization's folder for derived data. It must exist. */
  directory: string
  log: Pick<Log, 'end' | 'read' | 'subscribe'>
  /** Limits the processes of all organizations together. */
  slots: Slots
  /** The process ends after this time without requests. Default one minute. */
  idleMs?: number
  /** As {@link ReplicaOptions}. */
  isHeld?: () => boolean
  prepare?: () => Promise<void>
}

/** Path of an organization's database file, in its folder. */
export function databasePath(directory: string): string {
  return join(directory, 'activity.duckdb')
}

/**
 * Opens an organization's read models: DuckDB in a child process that follows the log of any store. The process starts
 * with a request or an append, and ends when it is idle.
 */
export async function openReadModels(options: OpenReadModelsOptions): Promise<ReadModels> {
  const { directory, log, isHeld } = options
  const path = databasePath(directory)
  const replica = await openReplica({ ...options, path })
  const rebuilding = createRebuild({ path, log, replica, isHeld })
  /** When the end of the log was last known: while the store is away, later appends may be missing. */
  let askedAt = performance.now()
  const readModels: ReadModels = {
    ...readsOver(replica),
    get projected() {
      return replica.projected
    },
    get revision() {
      return replica.revision
    },
    subscribe: replica.subscribe,
    get unavailable() {
      return replica.unavailable
    },
    get counters() {
      return replica.counters
    },
    fresh: ({ withinMs } = {}) =>
      catchUp((end) => replica.waitFor(end, { timeoutMs: withinMs, failFast: true })),
    async exact({ withinMs = exactMs } = {}) {
      const { stale } = await catchUp((end) =>
        replica.waitFor(end, {
          timeoutMs: replica.stalled === null ? withinMs : 0,
          startIncluded: true,
        }),
      )
      if (stale === null) return readModels
      throw new AppError('READS_UNAVAILABLE', `This can't be answered exactly now: ${stale.reason}`, {
        retryAfterSeconds: 5,
      })
    },
    usage: replica.usage,
    runUntrusted: replica.runUntrusted,
    rebuild: rebuilding.rebuild,
    async copyTo(copy) {
      let position = 0
      await replica.replaceFile(async () => {
        position = await readSavedPosition(path)
        // Costs nothing on file systems with copy-on-write.
        await copyFile(path, copy, constants.COPYFILE_FICLONE)
        return position
      })
      return position
    },
    async close() {
      await rebuilding.close()
      await replica.close()
    },
  }

  async function catchUp(waitFor: (end: Position) => Promise<boolean>): Promise<FreshReads> {
    const end = await log.end().catch(() => null)
    if (end !== null) askedAt = performance.now()
    const current = end !== null && (await waitFor(end))
    if (current) return { reads: readModels, current, stale: null }
    const late = 'The latest events are not in the answer yet: ask again in a moment.'
    const reason =
      end === null
        ? 'The log can not be asked how far it goes: the answer is of what was here.'
        : (replica.unavailable ?? late)
    const behindSeconds =
      end === null
        ? Math.ceil((performance.now() - askedAt) / 1_000)
        : await measureLag(log, replica.projected, end)
    return { reads: readModels, current, stale: { reason, behindSeconds } }
  }

  return readModels
}

/** Removes read models that no process has open: they are rebuilt from the log. */
export function removeReadModels(directory: string): Promise<void> {
  return removeDatabase(databasePath(directory))
}

/** Sends each read to the process; the SQL side defines which reads there are. */
function readsOver(replica: Replica): Reads {
  const nowhere = { all: () => Promise.reject(new Error('There is no database here.')) }
  const composed = ['refreshFacts', 'evaluateSignal']
  const names = [...Object.keys(createSqlReads(nowhere, Date.now)), ...composed] as (keyof Reads)[]
  const reads = Object.fromEntries(
    names.map((name) => [name, (...values: never[]) => replica.read(name, values as never)]),
  ) as unknown as Reads
  return { ...reads, parse: (sql, timeoutMs) => replica.read('parse', [sql], timeoutMs) }
}

/**
 * Rebuilds a database while it is in use: a second process builds a new file from the log, which then replaces the old
 * one. Requests wait during the replacement only. One that isn't held is removed: who asks next has it built.
 */
function createRebuild({
  path,
  log,
  replica,
  isHeld = () => true,
}: Pick<ReplicaOptions, 'path' | 'log' | 'isHeld'> & { replica: Replica }): {
  rebuild: () => Promise<void>
  close: () => Promise<void>
} {
  let building: Replica | null = null
  let last: Promise<void> = Promise.resolve()
  let closed = false

  async function build(): Promise<void> {
    if (closed) throw stoppingError()
    if (!isHeld())
      return replica.replaceFile(async () => {
        await removeDatabase(path)
        return 0
      })
    const beside = `${path}.rebuilding`
    await removeDatabase(beside)
    const fresh = await openReplica({ path: beside, log, slots: createSlots(1) })
    building = fresh
    let complete = false
    try {
      complete = await fresh.waitFor(await log.end(), { timeoutMs: rebuildMs })
    } finally {
      building = null
      await fresh.close()
      if (!complete) await removeDatabase(beside)
    }
    if (!complete) throw stoppingError()
    await replica.replaceFile(async () => {
      await removeDatabase(path, { andFile: false })
      // An empty log makes no file.
      const renamed = await rename(beside, path).then(() => true, nullWhereMissing)
      if (renamed === null) await rm(path, { force: true })
      await removeDatabase(beside)
      await syncFolder(dirname(path))
      return fresh.projected
    })
  }

  return {
    rebuild() {
      last = last.catch(() => undefined).then(build)
      return last
    },
    async close() {
      closed = true
      await building?.close()
      await last.catch(() => undefined)
    },
  }
}

/** Removes a database with its side files (WAL, temporary and broken ones), or the side files only. */
async function removeDatabase(path: string, { andFile = true } = {}): Promise<void> {
  const folder = dirname(path)
  const name = basename(path)
  const leftovers = ['wal', 'tmp', 'broken', 'position'].map((suffix) => `${name}.${suffix}`)
  for (const entry of await readdir(folder)) {
    const isTheirs = leftovers.some((leftover) => entry.startsWith(leftover))
    if (isTheirs || (andFile && entry === name))
      await rm(join(folder, entry), { recursive: true, force: true })
  }
}
