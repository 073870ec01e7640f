import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { CliError } from '../errors.ts'
import { messageOf } from '../message-of.ts'

/** Writes a file whole, in the place of one that may be there. Rejects with `write_error`. */
export async function writeWholeFile(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, content)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    const reason = messageOf(cause)
    throw new CliError('write_error', `${path} can't be written: ${reason}`, { cause })
  }
}
