import { access, constants, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, StoreError } from '../../kernel/errors.ts'
import { makeFolder, nullWhereMissing, syncFolder } from '../../kernel/durable-files.ts'
import type { OrganizationStore, Store } from '../../kernel/store/ports.ts'
import { type DirectoryLock, lockDirectory } from './directory-lock.ts'
import { type FileOrganization, fileOrganization } from './file-organization.ts'
import { requireKnownFormat, stateFormat } from './store-format.ts'

export interface FileStoreOptions {
  /** The data directory; created if missing. One server at a time may use it. */
  directory: string
  /** False: nothing is synced to disk, which is faster but not durable. Default true. */
  sync?: boolean
  /** Unix milliseconds. Default `Date.now`. */
  clock?: () => number
}

/**
 * Stores everything in files: `<directory>/organizations/<organizationId>/` has an organization's documents
 * (`workspace.json`, which may be edited by hand while a server runs, and others), journals (`audit.ndjson`, …), claims
 * and log.
 *
 * Opens nothing before it is used. Log, claims and leases belong to one process: it holds the directory's lock, and
 * `open` rejects with a `StoreInUseError` while another process does.
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
    lock ??= openDirectory(directory)
      .then(() => lockDirectory(directory))
      .then(async (taken) => {
        // On a full disk: at the next start.
        await stateFormat(directory, { sync }).catch(() => undefined)
        return taken
      })
    await lock.catch((error: unknown) => {
      lock = null
      throw error
    })
  }

  function organization(organizationId: string): OrganizationStore {
    if (!isOrganizationId(organizationId))
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
      return entries
        .filter((entry) => entry.isDirectory() && isOrganizationId(entry.name))
        .map(({ name }) => name)
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

function isOrganizationId(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,100}$/.test(name)
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENOENT: 'its file system takes no new folder there',
  ENOSPC: 'its disk is full',
}

/** Creates the data directory if missing. Throws StoreError when it can't be written to. */
async function openDirectory(directory: string): Promise<void> {
  try {
    await makeFolder(directory, { sync: false })
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw new StoreError(
      `The data directory ${directory} can't be used: ${reasons[code] ?? code}. Set SVC_DATA_DIR to a folder that this user may write to.`,
      { cause },
    )
  }
  await requireKnownFormat(directory)
}
