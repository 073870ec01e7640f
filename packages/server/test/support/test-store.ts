import { afterAll } from 'vitest'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import type { Store } from '../../src/kernel/store/ports.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { type TestPostgres, startPostgres } from './postgres.ts'

/** Whether tests of the server run over files, as they do unless `TEST_STORE=postgres`: those that look into files are skipped else. */
export const isOnFiles = process.env.TEST_STORE !== 'postgres'

/** Where a test's directory has its database. */
const databases = new Map<string, string>()
let database: Promise<TestPostgres> | null = null
if (!isOnFiles) afterAll(async () => (await database)?.dispose())

/**
 * What tests of the server run over: files in `directory`, not synced to disk, or a database of its own. Asked again for
 * the same directory, another store over what is there, as after a restart.
 */
export async function openTestStore(
  directory: string,
  { clock }: { clock?: (() => number) | undefined } = {},
): Promise<Store> {
  if (isOnFiles) return fileStore({ directory, sync: false, ...(clock && { clock }) })
  database ??= startPostgres()
  const url = databases.get(directory) ?? (await (await database).createDatabase())
  databases.set(directory, url)
  return postgresStore({ url, localDirectory: directory, connections: 4 })
}

/** How a command of `svc-server` is told of the store that {@link openTestStore} opened over `directory`. */
export function storeSettings(directory: string): Record<string, string> {
  const url = databases.get(directory)
  return { SVC_DATA_DIR: directory, ...(url !== undefined && { SVC_DATABASE_URL: url }) }
}
