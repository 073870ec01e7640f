import { watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { StoreInUseError } from '../../kernel/errors.ts'
import {
  makeFolder,
  nullWhereMissing,
  readIfThere,
  removeFile,
  replaceFile,
} from '../../kernel/durable-files.ts'
import { type Documents, type VersionedDocument, assertName } from '../../kernel/store/ports.ts'
import { type DirectoryLock, lockDirectory } from './directory-lock.ts'
import type { SerialQueue } from './serial-queue.ts'
import { unavailable } from './unavailable.ts'
import { reasonOf } from '../../kernel/reason-of.ts'

/**
 * Documents in files `<name>.json`, indented, to be read and edited by hand. Writers in several processes (the server, a
 * command beside it) are serialised; a manual edit during a write wins.
 */
export function fileDocuments(options: {
  directory: string
  sync: boolean
  queue: SerialQueue
  assertOpen: () => void
}): Documents {
  const { directory, sync, queue, assertOpen } = options
  const pathOf = (name: string): string => join(directory, `${assertName(name)}.json`)

  async function read(name: string): Promise<VersionedDocument | null>
  async function read(name: string, asked: { known: string }): Promise<VersionedDocument | 'unchanged' | null>
  async function read(name: string, { known }: { known?: string } = {}) {
    assertOpen()
    const path = pathOf(name)
    return readFrom(path, known).catch(unavailable(`The document ${name} can't be read`))
  }

  /** Runs `change` while no other process changes a document of this folder. */
  const exclusively = <Result>(what: string, change: () => Promise<Result>): Promise<Result> =>
    queue.run(async () => {
      try {
        await makeFolder(directory, { sync })
        const lock = await lockForWriting(directory)
        try {
          return await change()
        } finally {
          await lock.release()
        }
      } catch (error) {
        return unavailable(what)(error)
      }
    })

  return {
    read,
    write(name, value, { expected }) {
      const path = pathOf(name)
      return exclusively(`The document ${name} can't be written`, async () => {
        const isWanted = async () => (await versionOf(path)) === expected
        if (!(await isWanted())) return null
        let replaced = false
        const database = new Low<unknown>(
          {
            read: async () => null,
            async write(data) {
              replaced = await replaceFile(path, `${JSON.stringify(data, null, 2)}\n`, { sync, isWanted })
            },
          },
          value,
        )
        await database.write()
        return replaced ? versionOf(path) : null
      })
    },
    remove(name, { expected }) {
      const path = pathOf(name)
      return exclusively(`The document ${name} can't be removed`, async () => {
        if ((await versionOf(path)) !== expected) return false
        await removeFile(path, { sync })
        return true
      })
    },
    async list(prefix = '') {
      assertOpen()
      const files = (await readdir(directory).catch(nullWhereMissing)) ?? []
      return files
        .flatMap((file) => nameOf(file) ?? [])
        .filter((name) => name.startsWith(prefix))
        .sort()
    },
    watch: (listener) => watchFolder(directory, (file) => nameOf(file) !== null && listener()),
    place: pathOf,
  }
}

/** The document of a file name; null for other files. */
const nameOf = (file: string): string | null => /^([a-z0-9-]{1,100})\.json$/.exec(file)?.[1] ?? null

/** Reports which files of a folder change, if the system supports it. */
function watchFolder(folder: string, onChange: (file: string) => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, (_, file) => {
      if (file !== null) onChange(file)
    })
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => undefined
  }
}

async function readFrom(
  path: string,
  known: string | undefined,
): Promise<VersionedDocument | 'unchanged' | null> {
  // Read before the text: a write in between is noticed by the next read.
  const version = await versionOf(path)
  if (version === null) return null
  if (version === known) return 'unchanged'
  const text = (await readIfThere(path))?.toString('utf8')
  if (text === undefined) return null
  try {
    return { value: JSON.parse(text) as unknown, version }
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new Error(`${path} is not JSON: ${reason}`, { cause })
  }
}

/** Changes with the file, whether it is edited in place or replaced. Null when there is none. */
async function versionOf(path: string): Promise<string | null> {
  const status = await stat(path, { bigint: true }).catch(nullWhereMissing)
  return status && `${status.ino}:${status.mtimeNs}:${status.ctimeNs}:${status.size}`
}

/** Locks out other writers of this folder's documents: the server, and commands beside it. */
async function lockForWriting(folder: string): Promise<DirectoryLock> {
  const deadline = performance.now() + 5_000
  for (;;) {
    try {
      return await lockDirectory(folder)
    } catch (error) {
      if (!(error instanceof StoreInUseError)) throw error
      if (performance.now() > deadline)
        throw new Error(`Another process has been changing ${folder} for 5 seconds: try again`, {
          cause: error,
        })
    }
  }
}
