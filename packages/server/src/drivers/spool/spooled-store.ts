import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../kernel/durable-files.ts'
import { type DirectoryLock, lockDirectory } from '../file/directory-lock.ts'
import type { OrganizationStore, Store } from '../../kernel/store/ports.ts'
import { type SpoolBudget, type SpooledLog, spoolLog } from './spooled-log.ts'

export interface SpooledStoreOptions {
  /** A local folder for this process alone: acknowledged records are kept here until the store has them. */
  directory: string
  /** Maximal size of all organizations' spools, in bytes; beyond it appends are refused. */
  maxBytes: number
  /** Called when the store goes away, and when it is back. */
  onProblem?: (problem: string) => void
}

/** A store whose logs accept records while it is away, see {@link spoolLog}. Everything else is unchanged. */
export function spooledStore(store: Store, options: SpooledStoreOptions): Store {
  const { directory, maxBytes, onProblem = console.error } = options
  const budget: SpoolBudget = { maxBytes, usedBytes: 0 }
  const organizations = new Map<string, OrganizationStore & { log: SpooledLog }>()
  let lock: DirectoryLock | null = null
  let closing: Promise<void> | null = null

  function organization(organizationId: string): OrganizationStore & { log: SpooledLog } {
    let opened = organizations.get(organizationId)
    if (opened === undefined) {
      const inner = store.organization(organizationId)
      const log = spoolLog(inner.log, { directory: join(directory, organizationId), budget, onProblem })
      opened = { ...inner, log }
      organizations.set(organizationId, opened)
    }
    return opened
  }

  return {
    name: store.name,
    localDirectory: store.localDirectory,
    async open() {
      await store.open()
      await makeFolder(directory, { sync: false })
      lock ??= await lockDirectory(directory)
      for (const entry of await readdir(directory, { withFileTypes: true }))
        if (entry.isDirectory() && entry.name !== 'lock') await organization(entry.name).log.resume()
    },
    listOrganizations: () => store.listOrganizations(),
    organization,
    ...(store.findByKeys && { findByKeys: store.findByKeys.bind(store) }),
    ...(store.nodes && { nodes: store.nodes }),
    ...(store.exclusively && { exclusively: store.exclusively.bind(store) }),
    removeOrganization: (organizationId) => store.removeOrganization(organizationId),
    close() {
      closing ??= (async () => {
        await Promise.all([...organizations.values()].map(({ log }) => log.close()))
        await store.close()
        await lock?.release()
      })()
      return closing
    },
  }
}
