import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Workspaces } from '../../workspaces/workspace.ts'
import { type FileStoreOptions, fileStore } from './file-store.ts'

/**
 * A store for tests, previews and embedding: the file store over a temporary directory that is removed when it
 * closes. Nothing is synced to disk, so what it acknowledges doesn't survive the machine.
 */
export function memoryStore(options: Omit<FileStoreOptions, 'directory' | 'sync'> = {}): Workspaces {
  const directory = mkdtempSync(join(tmpdir(), 'customer-intel-'))
  const store = fileStore({ ...options, directory, sync: false })
  return {
    ...store,
    async close() {
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
