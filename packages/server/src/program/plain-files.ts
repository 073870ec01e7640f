import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nullWhereMissing } from '../kernel/durable-files.ts'
import { StoreError } from '../kernel/errors.ts'

/** Refuses a folder with a pipe, a socket or a device in it, whose reading would wait for ever. */
export async function assertPlainFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullWhereMissing)
  const odd = entries?.find(
    (entry) => entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice(),
  )
  if (odd)
    throw new StoreError(
      `${join(odd.parentPath, odd.name)} is neither a file nor a folder: remove it, then try again.`,
    )
}
