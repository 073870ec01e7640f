import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { fileStore } from '../store/file/file-store.ts'
import type { Store } from '../store/ports.ts'

/** The store that the configuration names. The only place that picks a driver. */
export function openStore(config: Config): Store {
  return fileStore({ directory: resolve(config.dataDirectory) })
}

/** Where the store of {@link openStore} keeps its data, for people. */
export function storePlace(config: Config): string {
  return resolve(config.dataDirectory)
}

/** Works with the store of {@link openStore}, and closes it. */
export async function withStore<Result>(
  config: Config,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = openStore(config)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
