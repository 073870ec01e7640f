import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../errors.ts'
import type { Position } from '../store/ports.ts'
import type { WorkspaceLog } from '../workspaces/workspace.ts'
import { type DatabaseProcess, type ReadCustomers, startDatabaseProcess } from './database-process.ts'

/** So long a rebuild may take at most, in milliseconds: as long as a timer can be set for. */
const rebuildMs = 2 ** 31 - 1

export interface ReplaceableDatabase extends DatabaseProcess {
  /** See `ReadModels.rebuild`. */
  rebuild: () => Promise<void>
}

/**
 * A database that can be made anew from the log while it is asked: another process builds the new file, in which only
 * what the log holds now can be found, and the file then takes the old one's place. What is asked in that moment waits.
 */
export async function startReplaceableDatabase(options: {
  path: string
  logDirectory: string
  log: WorkspaceLog
}): Promise<ReplaceableDatabase> {
  const { path, log } = options
  let current = await startDatabaseProcess(options)
  let building: DatabaseProcess | null = null
  let replacing: Promise<void> | null = null
  let rebuilding: Promise<void> = Promise.resolve()
  /** Once a rebuilt database was closed at this position, its successor stands there even before it says so. */
  let reached: Position = 0
  /** What earlier processes counted. */
  let counted = { duplicates: 0, restarts: 0, queryKills: 0 }
  let asked = 0
  let onIdle: (() => void) | null = null
  let closing: Promise<void> | null = null

  const use = async <Result>(work: (database: DatabaseProcess) => Promise<Result>): Promise<Result> => {
    // That it failed is told to whoever asked for it; the former database goes on.
    while (replacing !== null) await replacing.catch(() => undefined)
    asked++
    try {
      return await work(current)
    } finally {
      asked--
      if (asked === 0) onIdle?.()
    }
  }

  async function build(): Promise<void> {
    assertOpen()
    const fresh = `${path}.rebuilding`
    await removeDatabase(fresh)
    const database = await startDatabaseProcess({ ...options, path: fresh })
    building = database
    let complete = false
    try {
      complete = await database.waitFor(log.durable, rebuildMs)
    } finally {
      building = null
      await database.close()
      if (!complete) await removeDatabase(fresh)
    }
    if (!complete) throw stopping()
    replacing = replace(fresh, database.projected).finally(() => (replacing = null))
    await replacing
  }

  async function replace(fresh: string, position: Position): Promise<void> {
    if (asked > 0) await new Promise<void>((resolve) => (onIdle = resolve))
    onIdle = null
    assertOpen()
    const { duplicates, restarts, queryKills } = current.counters
    counted = {
      duplicates: counted.duplicates + duplicates,
      restarts: counted.restarts + restarts,
      queryKills: counted.queryKills + queryKills,
    }
    await current.close()
    try {
      await removeDatabase(path, { andFile: false })
      await rename(fresh, path)
      await syncFolder(dirname(path))
      reached = position
    } finally {
      if (closing === null) current = await startDatabaseProcess(options)
    }
  }

  function assertOpen(): void {
    if (closing !== null) throw stopping()
  }

  return {
    get projected() {
      return Math.max(reached, current.projected)
    },
    get unavailable() {
      return replacing === null ? current.unavailable : null
    },
    get counters() {
      const counters = current.counters
      return {
        ...counters,
        duplicates: counted.duplicates + counters.duplicates,
        restarts: counted.restarts + counters.restarts,
        queryKills: counted.queryKills + counters.queryKills,
      }
    },
    all: (sql, parameters, options) => use((database) => database.all(sql, parameters, options)),
    readCustomers: ((name, values) =>
      use((database): Promise<unknown> => database.readCustomers(name, values))) as ReadCustomers,
    refreshFacts: (customerIds, now) => use((database) => database.refreshFacts(customerIds, now)),
    runUntrusted: (sql, limits) => use((database) => database.runUntrusted(sql, limits)),
    waitFor(position, timeoutMs) {
      if (Math.max(reached, current.projected) >= position) return Promise.resolve(true)
      return use((database) => database.waitFor(position, timeoutMs))
    },
    rebuild() {
      rebuilding = rebuilding.catch(() => undefined).then(build)
      return rebuilding
    },
    close() {
      closing ??= (async () => {
        await building?.close()
        await current.close()
        await rebuilding.catch(() => undefined)
        // It may have been replaced in that moment.
        await current.close()
      })()
      return closing
    },
  }
}

function stopping(): AppError {
  return new AppError('READS_UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 5 })
}

/** Removes a database with all that lies beside it, or but its file: what a process left, or set aside as broken. */
async function removeDatabase(path: string, { andFile = true } = {}): Promise<void> {
  const folder = dirname(path)
  const name = basename(path)
  const leftovers = ['wal', 'tmp', 'broken'].map((suffix) => `${name}.${suffix}`)
  for (const entry of await readdir(folder)) {
    const isTheirs = leftovers.some((leftover) => entry.startsWith(leftover))
    if (isTheirs || (andFile && entry === name))
      await rm(join(folder, entry), { recursive: true, force: true })
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
