import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { nullWhereMissing, syncFolder } from '../../durable-files.ts'
import type { OrganizationStore, Store } from '../ports.ts'
import { type DirectoryLock, lockDirectory } from './directory-lock.ts'
import { type FileOrganization, fileOrganization } from './file-organization.ts'

export interface FileStoreOptions {
  /** The data directory; made when it is missing. One server at a time may use it. */
  directory: string
  /** False gives up durability for speed: nothing is synced to disk. Default true. */
  sync?: boolean
  /** Unix milliseconds. Default `Date.now`. */
  clock?: () => number
}

/**
 * Keeps everything in files: `<directory>/organizations/<organizationId>/` holds its documents (`workspace.json`, which
 * may be edited by hand while a server runs, and others), its journals (`audit.ndjson`, …), its claims and its log.
 *
 * Touches nothing before it is used. Log, claims and leases belong to one process: it holds the directory's lock, and
 * `open` rejects with a `DirectoryInUseError` when another one does.
 */
export function fileStore({ directory, sync = true, clock = Date.now }: FileStoreOptions): Store {
  const root = join(directory, 'organizations')
  const organizations = new Map<string, FileOrganization>()
  let lock: Promise<DirectoryLock> | null = null
  let closed = false

  const assertOpen = (): void => {
    if (closed) throw new AppError('UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 5 })
  }

  async function open(): Promise<void> {
    assertOpen()
    lock ??= mkdir(directory, { recursive: true, mode: 0o700 }).then(() => lockDirectory(directory))
    await lock.catch((error: unknown) => {
      lock = null
      throw error
    })
  }

  function organization(organizationId: string): OrganizationStore {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(organizationId))
      throw new RangeError(`${JSON.stringify(organizationId)} can't be an organization's id`)
    const known =
      organizations.get(organizationId) ??
      fileOrganization(organizationId, {
        directory: join(root, organizationId),
        sync,
        clock,
        assertOpen,
        open,
      })
    organizations.set(organizationId, known)
    return known.store
  }

  return {
    name: 'file',
    localDirectory: root,
    open,
    async listOrganizations() {
      assertOpen()
      const entries = (await readdir(root, { withFileTypes: true }).catch(nullWhereMissing)) ?? []
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    },
    organization,
    async removeOrganization(organizationId) {
      organization(organizationId)
      await open()
      await organizations.get(organizationId)?.close()
      organizations.delete(organizationId)
      await rm(join(root, organizationId), { recursive: true, force: true })
      if (sync) await syncFolder(root).catch(nullWhereMissing)
    },
    async close() {
      closed = true
      await Promise.all([...organizations.values()].map((one) => one.close()))
      await (await lock)?.release()
      lock = null
    },
  }
}
