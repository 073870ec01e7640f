import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { fileStoreReader } from '../store/file/file-store-reader.ts'
import { fileStore } from '../store/file/file-store.ts'
import { folderBlobs } from '../store/blobs/folder-blobs.ts'
import type { Blobs, Store } from '../store/ports.ts'
import { placeOfUrl } from '../store/postgres/place-of-url.ts'

/** The store that the configuration names. The only place that picks a driver. */
export async function openStore({
  databaseUrl,
  dataDirectory,
  spoolMegabytes,
}: Pick<Config, 'databaseUrl' | 'dataDirectory' | 'spoolMegabytes'>): Promise<Store> {
  const directory = resolve(dataDirectory)
  if (databaseUrl === null) return fileStore({ directory })
  // Loaded where it is used alone: a start on files needs no client of a database.
  const { postgresStore } = await import('../store/postgres/postgres-store.ts')
  const store = postgresStore({ url: databaseUrl, localDirectory: directory })
  if (spoolMegabytes === 0) return store
  const { spooledStore } = await import('../store/spool/spooled-store.ts')
  return spooledStore(store, { directory: join(directory, 'spool'), maxBytes: spoolMegabytes * 1024 * 1024 })
}

/** Where `SVC_SNAPSHOTS` says that an organization's snapshots are kept; undefined leaves it to the store. */
export async function openSnapshotBlobs({
  snapshots,
}: Pick<Config, 'snapshots'>): Promise<((organizationId: string) => Blobs | null) | undefined> {
  if (snapshots === 'database') return undefined
  if (snapshots === 'none') return () => null
  if ('folder' in snapshots)
    return (organizationId) => folderBlobs(join(resolve(snapshots.folder), organizationId))
  // Loaded where it is used alone, as the client of a database is.
  const { bucketBlobs } = await import('../store/blobs/bucket-blobs.ts')
  return (organizationId) => bucketBlobs(snapshots, organizationId)
}

/** Whether a place that a command names is a database, and no folder. */
export function isDatabase(place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place)
}

/**
 * The store at a place that a command names: `postgres://…`, else a data folder. Derived things lie in `dataDirectory`;
 * what can't be written to it now fails, and is put aside nowhere.
 */
export function storeAt(place: string, { dataDirectory }: Config): Promise<Store> {
  return isDatabase(place)
    ? openStore({ databaseUrl: place, dataDirectory, spoolMegabytes: 0 })
    : openStore({ databaseUrl: null, dataDirectory: place, spoolMegabytes: 0 })
}

/** The same to be read alone: a data folder also while a server writes to it. */
export async function readerAt(place: string, config: Config): Promise<Store> {
  return isDatabase(place) ? storeAt(place, config) : fileStoreReader({ directory: resolve(place) })
}

/** Where the configured store is, as {@link storeAt} takes it. */
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

/** Where the store of {@link openStore} keeps its data, for people. */
export function storePlace({ databaseUrl, dataDirectory }: Config): string {
  return describePlace(configuredPlace({ databaseUrl, dataDirectory }))
}

/** Works with the store of {@link openStore}, and closes it. */
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
