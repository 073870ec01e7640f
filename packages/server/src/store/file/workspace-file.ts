import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import type { WorkspaceDocument } from '../../workspaces/workspace-document.ts'
import { type DirectoryLock, DirectoryInUseError, lockDirectory } from './directory-lock.ts'
import { parseWorkspaceDocument } from '../../workspaces/parse-workspace-document.ts'

/** One organization's `workspace.json`, kept in memory and followed on disk. */
export interface WorkspaceFile {
  /** The document as last read or written. Never changed in place: an update puts a new one here. */
  readonly document: WorkspaceDocument
  /** What is wrong with the file on disk, for people; then `document` is the last good one. Null when all is well. */
  readonly problem: string | null
  /** Reads the file again if somebody changed it: afterwards `document` and `problem` tell what stood there at or after the call. */
  refresh(): Promise<void>
  /**
   * Changes the document durably, on top of what stands on disk. Changes queue up, also those of other processes that
   * use this function: none is lost. An edit by hand that lands meanwhile is taken in, and `change` is made on top of it.
   */
  update(change: (document: WorkspaceDocument) => void): Promise<void>
}

/** Opens an existing file. Rejects when it is missing, no JSON or not a workspace document, naming the field. */
export async function openWorkspaceFile(path: string): Promise<WorkspaceFile> {
  const file = await readWorkspaceFile(path)
  let version = file.version
  const isUnchanged = async () => (await versionOf(path)) === version
  const database = new Low<WorkspaceDocument>(durableJsonFile(path, isUnchanged), file.document)
  let problem: string | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting: Promise<void> | null = null

  const refresh = async (): Promise<void> => {
    try {
      if (await isUnchanged()) {
        problem = null
        return
      }
      const changed = await readWorkspaceFile(path)
      database.data = changed.document
      version = changed.version
      problem = null
    } catch (error) {
      // Somebody is editing by hand: the last good document stays here until the file is good again.
      problem = error instanceof Error ? error.message : String(error)
    }
  }
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task, task)
    last = turn.catch(() => null)
    return turn
  }
  const write = async (change: (document: WorkspaceDocument) => void): Promise<void> => {
    await refresh()
    if (problem !== null) throw new Error(`${problem}. Mend the file; until then nothing is written over it`)
    const before = database.data
    const next = structuredClone(before)
    change(next)
    database.data = next
    try {
      await database.write()
    } catch (error) {
      database.data = before
      throw error
    }
    version = await versionOf(path)
  }

  return {
    get document() {
      return database.data
    },
    get problem() {
      return problem
    },
    refresh() {
      // One look that has yet to begin serves everybody who asks before it does.
      waiting ??= inTurn(() => {
        waiting = null
        return refresh()
      })
      return waiting
    },
    update: (change) =>
      inTurn(async () => {
        const lock = await lockForWriting(dirname(path))
        try {
          for (let attempt = 1; ; attempt++) {
            try {
              return await write(change)
            } catch (error) {
              if (!(error instanceof ChangedMeanwhileError) || attempt === 5) throw error
            }
          }
        } finally {
          await lock.release()
        }
      }),
  }
}

/** Somebody who takes no lock, such as an editor, put another file here since it was read. */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError'
}

/** Holds off the other writers of this folder's document: the server, and commands that run beside it. */
async function lockForWriting(folder: string): Promise<DirectoryLock> {
  const deadline = performance.now() + 5_000
  for (;;) {
    try {
      return await lockDirectory(folder)
    } catch (error) {
      if (!(error instanceof DirectoryInUseError)) throw error
      if (performance.now() > deadline)
        throw new Error(`Another process has been changing ${folder} for 5 seconds: try again`, {
          cause: error,
        })
    }
  }
}

/** Writes a workspace document where there may be none yet: whole or not at all, and durably. */
export async function writeWorkspaceFile(path: string, document: WorkspaceDocument): Promise<void> {
  await durableJsonFile(path, async () => true).write(document)
}

async function readWorkspaceFile(path: string): Promise<{ document: WorkspaceDocument; version: string }> {
  const version = await versionOf(path)
  const text = await readFile(path, 'utf8')
  return { document: parseWorkspaceDocument(text, path), version }
}

/** Changes when the file does, be it edited in place or replaced. */
async function versionOf(path: string): Promise<string> {
  const status = await stat(path, { bigint: true })
  return `${status.ino}:${status.mtimeNs}:${status.ctimeNs}:${status.size}`
}

/** lowdb's own file adapter renames without syncing: after a power cut its file may be empty. */
function durableJsonFile(
  path: string,
  /** Asked at the last moment: whether the file is still the one that the document was made from. */
  isUnchanged: () => Promise<boolean>,
): Adapter<WorkspaceDocument> & { write(document: WorkspaceDocument): Promise<void> } {
  return {
    read: async () => (await readWorkspaceFile(path)).document,
    write: async (document) => {
      const draft = `${path}.${process.pid}.tmp`
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(document, null, 2)}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      if (!(await isUnchanged())) {
        await rm(draft)
        throw new ChangedMeanwhileError(`${path} was changed meanwhile`)
      }
      await rename(draft, path)
      const folder = await open(dirname(path), 'r')
      try {
        await folder.sync()
      } finally {
        await folder.close()
      }
    },
  }
}
