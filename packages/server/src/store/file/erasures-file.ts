import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ErasureReceipt, Erasures, PendingErasure } from '../../workspaces/erasures.ts'
import type { Journal } from '../../workspaces/journal.ts'

export interface ErasuresFileOptions {
  receipts: Journal<ErasureReceipt>
  /** Is there only while something is not done. */
  pendingPath: string
  sync: boolean
}

/** Erasures in files: receipts in a journal, what is not done in one file that is replaced whole. */
export function openErasures({ receipts, pendingPath, sync }: ErasuresFileOptions): Erasures {
  const draft = `${pendingPath}.new`
  return {
    receipts,
    async readPending() {
      const text = await readFile(pendingPath, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '[]'
        throw error
      })
      return JSON.parse(text) as PendingErasure[]
    },
    async writePending(pending) {
      if (pending.length === 0) {
        await rm(draft, { force: true })
        await rm(pendingPath, { force: true })
      } else {
        const file = await open(draft, 'w', 0o600)
        try {
          await file.writeFile(JSON.stringify(pending))
          if (sync) await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, pendingPath)
      }
      if (sync) await syncFolder(dirname(pendingPath))
    },
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
