import { open, readFile, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import type { WorkspaceDocument } from '../workspace-document.ts'
import { parseWorkspaceDocument } from './parse-workspace-document.ts'

/** One organization's `workspace.json`, kept in memory and followed on disk. */
export interface WorkspaceFile {
  /** The document as last read or written. Never changed in place: an update puts a new one here. */
  readonly document: WorkspaceDocument
  /** What is wrong with the file on disk, for people; then `document` is the last good one. Null when all is well. */
  readonly problem: string | null
  /** Reads the file again if somebody changed it. True when the document changed. */
  refresh(): Promise<boolean>
  /** Changes the document durably, on top of what stands on disk. Changes queue up. */
  update(change: (document: WorkspaceDocument) => void): Promise<void>
}

/** Opens an existing file. Rejects when it is missing, no JSON or not a workspace document, naming the field. */
export async function openWorkspaceFile(path: string): Promise<WorkspaceFile> {
  const file = await readWorkspaceFile(path)
  const database = new Low<WorkspaceDocument>(durableJsonFile(path), file.document)
  let version = file.version
  let problem: string | null = null
  let last: Promise<unknown> = Promise.resolve()

  const refresh = async (): Promise<boolean> => {
    try {
      if ((await versionOf(path)) === version) return false
      const changed = await readWorkspaceFile(path)
      database.data = changed.document
      version = changed.version
      problem = null
      return true
    } catch (error) {
      // Somebody is editing by hand: the last good document serves on until the file is good again.
      problem = error instanceof Error ? error.message : String(error)
      return false
    }
  }
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task, task)
    last = turn.catch(() => null)
    return turn
  }

  return {
    get document() {
      return database.data
    },
    get problem() {
      return problem
    },
    refresh: () => inTurn(refresh),
    update: (change) =>
      inTurn(async () => {
        await refresh()
        if (problem !== null)
          throw new Error(`${problem}. Mend the file; until then nothing is written over it`)
        const next = structuredClone(database.data)
        change(next)
        const before = database.data
        database.data = next
        try {
          await database.write()
        } catch (error) {
          database.data = before
          throw error
        }
        version = await versionOf(path)
      }),
  }
}

/** Writes a workspace document where there may be none yet: whole or not at all, and durably. */
export async function writeWorkspaceFile(path: string, document: WorkspaceDocument): Promise<void> {
  await durableJsonFile(path).write(document)
}

async function readWorkspaceFile(path: string): Promise<{ document: WorkspaceDocument; version: string }> {
  const version = await versionOf(path)
  const text = await readFile(path, 'utf8')
  return { document: parseWorkspaceDocument(text, path), version }
}

/** Changes when the file does, be it edited in place or replaced. */
async function versionOf(path: string): Promise<string> {
  const status = await stat(path, { bigint: true })
  return `${status.ino}:${status.mtimeNs}:${status.size}`
}

/** lowdb's own file adapter renames without syncing: after a power cut its file may be empty. */
function durableJsonFile(
  path: string,
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
