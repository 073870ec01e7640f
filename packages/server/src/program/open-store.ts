import { join, resolve } from 'node:path'
import type { BucketPlace, BucketService, Config } from '../app/config.ts'
import { type DirectoryLock, lockDirectory } from '../drivers/file/directory-lock.ts'
import { fileStoreReader } from '../drivers/file/file-store-reader.ts'
import { fileStore } from '../drivers/file/file-store.ts'
import { folderBlobs } from '../drivers/blobs/folder-blobs.ts'
import type { Blobs, Objects, Store } from '../kernel/store/ports.ts'
import { placeOfUrl } from '../drivers/postgres/hosts.ts'

/** Opens the configured store. The only place that chooses a driver. */
export async function openStore({
  databaseUrl,
  dataDirectory,
  spoolMegabytes,
}: Pick<Config, 'databaseUrl' | 'dataDirectory' | 'spoolMegabytes'>): Promise<Store> {
  const directory = resolve(dataDirectory)
  if (databaseUrl === null) return fileStore({ directory })
  // Loaded only when used: a server over files needs no database client.
  const { postgresStore } = await import('../drivers/postgres/postgres-store.ts')
  const store = postgresStore({ url: databaseUrl, localDirectory: directory })
  if (spoolMegabytes === 0) return store
  const { spooledStore } = await import('../drivers/spool/spooled-store.ts')
  return spooledStore(store, { directory: join(directory, 'spool'), maxBytes: spoolMegabytes * 1024 * 1024 })
}

/** The storage of snapshots by `SVC_SNAPSHOTS`; undefined: the store's own. */
export async function openSnapshotBlobs({
  snapshots,
}: Pick<Config, 'snapshots'>): Promise<((organizationId: string) => Blobs | null) | undefined> {
  if (snapshots === 'database') return undefined
  if (snapshots === 'none') return () => null
  if ('folder' in snapshots)
    return (organizationId) => folderBlobs(join(resolve(snapshots.folder), organizationId))
  // Loaded only when used.
  const { bucketBlobs } = await import('../drivers/blobs/bucket-blobs.ts')
  return (organizationId) => bucketBlobs(snapshots, organizationId)
}

/** A folder, or an organization's objects in a bucket, to export to. */
export async function openObjects(
  place: { folder: string } | (BucketService & BucketPlace & { organizationId: string }),
): Promise<Objects> {
  if ('folder' in place) return folderBlobs(place.folder)
  const { bucketBlobs } = await import('../drivers/blobs/bucket-blobs.ts')
  return bucketBlobs(place, place.organizationId)
}

/** Keeps other processes of this machine from a folder that exists. Rejects with `StoreInUseError`. */
export function lockFolder(folder: string): Promise<DirectoryLock> {
  return lockDirectory(folder)
}

/** Whether a place given to a command is a database, not a folder. */
export function isDatabase(place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place)
}

/**
 * The store at a place given to a command: `postgres://…`, else a data folder. Derived data is kept in `dataDirectory`;
 * without a spool, so that writes fail while the store is away.
 */
export function storeAt(place: string, { dataDirectory }: Config): Promise<Store> {
  return isDatabase(place)
    ? openStore({ databaseUrl: place, dataDirectory, spoolMegabytes: 0 })
    : openStore({ databaseUrl: null, dataDirectory: place, spoolMegabytes: 0 })
}

/** The same for reading only: a data folder also while a server writes to it. */
export async function readerAt(place: string, config: Config): Promise<Store> {
  return isDatabase(place) ? storeAt(place, config) : fileStoreReader({ directory: resolve(place) })
}

/** The place of the configured store, for {@link storeAt}. */
export function configuredPlace({
  databaseUrl,
  dataDirectory,
}: Pick<Config, 'databaseUrl' | 'dataDirectory'>): string {
  return databaseUrl ?? resolve(dataDirectory)
}

/** A place for people: never with a password. */
export function describePlace(place: string): string {
  return isDatabase(place) ? `PostgreSQL at ${placeOfUrl(place)}` : resolve(place)
}

/** The place of the configured store, for people. */
export function storePlace({ databaseUrl, dataDirectory }: Config): string {
  return describePlace(configuredPlace({ databaseUrl, dataDirectory }))
}

/** Opens the configured store, calls `work`, and closes it. */
export async function withStore<Result>(
  config: Config,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(config)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
