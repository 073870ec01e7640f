import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from '../errors.ts'
import { messageOf } from '../message-of.ts'

/** A client's file; empty when there is none yet. Rejects with `file_error`. */
export async function readConfig(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return ''
    throw new CliError('file_error', `${path} can't be read: ${cause.message}`, { cause })
  })
}

/**
 * Replaces a client's file whole, with a copy of what it was beside it; `after` null takes it away, and the copy is what
 * is left. Where it is a link, what it leads to. Resolves with the copy's path, null when there was no file. Rejects with
 * `write_error`, and when it isn't `before` any more.
 */
export async function changeConfig(
  path: string,
  before: string,
  after: string | null,
): Promise<string | null> {
  const target = await realpath(path).catch(() => path)
  if ((await readConfig(target)) !== before)
    throw new CliError(
      'write_error',
      `${path} was changed meanwhile, and is left as it is: run svc setup again`,
    )
  const draft = `${target}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(dirname(target), { recursive: true })
    const mode = await stat(target).then(
      (found) => found.mode & 0o777,
      () => null,
    )
    const backup = mode === null ? null : `${target}.before-svc-${stamp()}`
    if (backup !== null) await copyFile(target, backup, constants.COPYFILE_EXCL)
    if (after === null) {
      await rm(target)
      return backup
    }
    await writeFile(draft, after, { mode: mode ?? 0o600 })
    await rename(draft, target)
    return backup
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    const reason = messageOf(cause)
    throw new CliError('write_error', `${path} can't be written: ${reason}`, { cause })
  }
}

/** A time that may stand in a file's name anywhere. */
function stamp(): string {
  return new Date().toISOString().replaceAll(/[-:.]/g, '')
}
