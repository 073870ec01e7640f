import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { fileStore } from '../store/file/file-store.ts'
import type { Store } from '../store/ports.ts'
import { placeOfUrl } from '../store/postgres/place-of-url.ts'

/** The store that the configuration names. The only place that picks a driver. */
export async function openStore({ databaseUrl, dataDirectory, spoolMegabytes }: Config): Promise<Store> {
  const directory = resolve(dataDirectory)
  if (databaseUrl === null) return fileStore({ directory })
  // Loaded where it is used alone: a start on files needs no client of a database.
  const { postgresStore } = await import('../store/postgres/postgres-store.ts')
  const store = postgresStore({ url: databaseUrl, localDirectory: directory })
  if (spoolMegabytes === 0) return store
  const { spooledStore } = await import('../store/spool/spooled-store.ts')
  return spooledStore(store, { directory: join(directory, 'spool'), maxBytes: spoolMegabytes * 1024 * 1024 })
}

/** Where the store of {@link openStore} keeps its data, for people. */
export function storePlace({ databaseUrl, dataDirectory }: Config): string {
  return databaseUrl === null ? resolve(dataDirectory) : `PostgreSQL at ${placeOfUrl(databaseUrl)}`
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
