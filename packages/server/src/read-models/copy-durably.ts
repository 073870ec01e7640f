import { constants } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'

/** Copies to a temporary file, syncs it, and renames it. Costs nothing on file systems with copy-on-write. */
export async function copyDurably(from: string, to: string): Promise<void> {
  const draft = `${to}.tmp-copy`
  await rm(draft, { force: true })
  await copyFile(from, draft, constants.COPYFILE_FICLONE)
  const file = await open(draft, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, to)
}
