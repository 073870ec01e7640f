import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../errors.ts'
import type { Journal } from '../../workspaces/journal.ts'

export interface NdjsonJournalOptions {
  /** What the entries are, for a message: `Feedback`. */
  what: string
  /** False leaves syncing to the operating system. Default true. */
  sync?: boolean
  /** Told why an append failed: the reason may name paths of this machine. */
  onProblem: (problem: string) => void
}

/**
 * A journal in a file with one JSON object a line, made at the first append. The file is open for the length of an
 * append only, so it may be moved away at any time; what a crash left of a half-written line is cut off.
 */
export function openNdjsonJournal<Entry extends object>(
  path: string,
  options: NdjsonJournalOptions,
): Journal<Entry> {
  const { what, sync = true, onProblem } = options
  let last: Promise<unknown> = Promise.resolve()

  return {
    append(entry) {
      const turn = last.then(() => appendLine(path, `${JSON.stringify(entry)}\n`, sync))
      last = turn.catch(() => null)
      return turn.catch((cause: unknown) => {
        onProblem(`${path} can't be written: ${cause instanceof Error ? cause.message : String(cause)}`)
        throw new AppError('UNAVAILABLE', `${what} can't be stored now: try again later`, {
          cause,
          retryAfterSeconds: 30,
        })
      })
    },
    read: () => readNdjson<Entry>(path),
    rewrite(change) {
      const turn = last.then(() => rewriteLines(path, change, sync))
      last = turn.catch(() => null)
      return turn
    },
  }
}

/** Every whole line of a journal's file. A file that doesn't exist has none. Throws when a line is no JSON, naming it. */
export async function readNdjson<Entry extends object>(path: string): Promise<Entry[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  return lines.flatMap((line, index) => (line === '' ? [] : [parseLine<Entry>(line, `${path}:${index + 1}`)]))
}

function parseLine<Entry extends object>(line: string, place: string): Entry {
  try {
    return JSON.parse(line) as Entry
  } catch (cause) {
    throw new Error(`${place} is not JSON: mend the line or take it out`, { cause })
  }
}

async function appendLine(path: string, line: string, sync: boolean): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    const end = await endOfWholeLines(file)
    try {
      await file.appendFile(line)
      if (sync) await file.datasync()
    } catch (error) {
      // Half a line, or a line that was refused, must not be read later.
      await file.truncate(end)
      throw error
    }
    if (end === 0 && sync) await syncFolder(dirname(path))
  } finally {
    await file.close()
  }
}

async function rewriteLines<Entry extends object>(
  path: string,
  change: (entry: Entry) => Entry,
  sync: boolean,
): Promise<void> {
  const entries = await readNdjson<Entry>(path)
  const changed = entries.map((entry) => change(entry))
  if (changed.every((entry, index) => entry === entries[index])) return
  const draft = `${path}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(changed.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    if (sync) await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  if (sync) await syncFolder(dirname(path))
}

/** Where the last whole line ends; cuts off what stands behind it. */
async function endOfWholeLines(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  if (size === 0) return 0
  const tail = Buffer.alloc(1)
  await file.read(tail, 0, 1, size - 1)
  if (tail[0] === newline) return size
  const end = (await file.readFile()).lastIndexOf(newline) + 1
  await file.truncate(end)
  return end
}

const newline = 0x0a

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
