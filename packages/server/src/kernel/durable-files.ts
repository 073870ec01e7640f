import { randomUUID } from 'node:crypto'
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** Small files that are either old or new after a kill, a power failure or a full disk, never in between. */

export interface DurableOptions {
  /** False leaves syncing to the operating system. Default true. */
  sync?: boolean
}

/** Suffix of a file that is being written. One that a kill left is overwritten by the next. */
export const draftSuffix = '.tmp'

/**
 * Puts a file in the place of another, or where there is none, mode 0600. `isWanted` is asked at the last moment: when
 * it is false nothing is changed. Resolves with whether the file was replaced. A rename without a sync of what is
 * renamed could leave an empty file after a power cut.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { sync = true, isWanted }: DurableOptions & { isWanted?: () => Promise<boolean> } = {},
): Promise<boolean> {
  const draft = `${path}${draftSuffix}`
  try {
    await writeWhole(draft, content, { sync })
    if (isWanted !== undefined && !(await isWanted())) {
      await rm(draft, { force: true })
      return false
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  if (sync) await syncFolder(dirname(path))
  return true
}

/**
 * Makes a file, mode 0600, unless there is one: of several processes that try at once, one succeeds. Resolves with whether
 * this one did. On a file system without hard links others may find a part of it meanwhile, and after a kill for ever.
 */
export async function createFile(path: string, content: string | Uint8Array): Promise<boolean> {
  const draft = `${path}.${randomUUID()}${draftSuffix}`
  try {
    await writeWhole(draft, content)
    // Unlike a rename, a link refuses to replace a file.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (!withoutLinks.has(error.code)) throw error
      return writeWhole(path, content, { flag: 'wx' })
    })
  } catch (error) {
    await rm(draft, { force: true })
    // Another process has made it, which may have removed the draft, too.
    if ((await stat(path).catch(nullWhereMissing)) !== null) return false
    throw error
  }
  await removeDrafts(path)
  await syncFolder(dirname(path))
  return true
}

/** What `link` fails with on file systems without hard links, such as exFAT. */
const withoutLinks = new Set<string | undefined>(['EPERM', 'ENOTSUP', 'ENOSYS'])

/** Removes drafts that kills left of {@link createFile}. The file must be there: else another process may be making it. */
export async function removeDrafts(path: string): Promise<void> {
  const start = `${basename(path)}.`
  for (const name of await readdir(dirname(path)))
    if (name.startsWith(start) && /^[\da-f-]{36}\.tmp$/.test(name.slice(start.length)))
      await rm(join(dirname(path), name), { force: true })
}

/** Writes a file, which is removed if that fails. */
async function writeWhole(
  path: string,
  content: string | Uint8Array,
  { sync = true, flag = 'w' }: DurableOptions & { flag?: 'w' | 'wx' } = {},
): Promise<void> {
  const file = await open(path, flag, 0o600)
  try {
    await writeFile(file, content)
    if (sync) await file.sync()
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  } finally {
    await file.close()
  }
}

/** Removes a file, and a draft of it that a kill left, if they exist. */
export async function removeFile(path: string, { sync = true }: DurableOptions = {}): Promise<void> {
  await rm(`${path}${draftSuffix}`, { force: true })
  await rm(path, { force: true })
  if (sync) await syncFolder(dirname(path))
}

/**
 * Appends whole lines to a file, made at the first. What a crash left of a half-written line is cut off before, and
 * what couldn't be written whole afterwards. The file is open for the length of an append only: it may be moved away.
 */
export async function appendLines(
  path: string,
  lines: string,
  { sync = true }: DurableOptions = {},
): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    const end = await endOfWholeLines(file)
    try {
      await file.appendFile(lines)
      if (sync) await file.datasync()
    } catch (error) {
      await file.truncate(end)
      throw error
    }
    if (end === 0 && sync) await syncFolder(dirname(path))
  } finally {
    await file.close()
  }
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

/** A file's content; null when it doesn't exist. */
export function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch(nullWhereMissing)
}

/** For `catch`: null for a missing file or folder; rethrows every other error. */
export function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/**
 * Makes a folder and those above it, mode 0700, so that their names are durable. One at a time: Node's `recursive` tries
 * for ever where the file system says that there is no such folder instead of refusing it, as `/proc` does.
 */
export async function makeFolder(path: string, { sync = true }: DurableOptions = {}): Promise<void> {
  const folder = resolve(path)
  const above = dirname(folder)
  const make = () => mkdir(folder, { mode: 0o700 })
  try {
    await make().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || above === folder) throw error
      await makeFolder(above, { sync })
      await make()
    })
  } catch (error) {
    const found = await stat(folder).catch(() => null)
    if (found?.isDirectory() !== true) throw error
    return
  }
  if (sync) await syncFolder(above)
}

/** Syncs the names in a folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
