import { type SqlDatabase, textItems } from './database.ts'

/** Where a model of a connection stands. */
export interface SyncState {
  provider: string
  /** Of the connection. */
  generation: string
  model: string
  /** JSON, the engine's own. */
  state: string
  recordCount: number
  setAsideCount: number
  /** When records came last, ISO 8601; null before. */
  dataAt: string | null
}

export async function listSyncs(database: SqlDatabase): Promise<SyncState[]> {
  return database.all<SyncState>(
    `select provider, generation, model, state, record_count as "recordCount", set_aside_count as "setAsideCount",
       data_at as "dataAt"
     from syncs order by provider, model`,
    [],
  )
}

/** What the records of these keys said last, as digests; those that are known, in any order. */
export async function listRecordDigests(database: SqlDatabase, keys: readonly string[]): Promise<string[]> {
  const rows = await database.all<{ digest: string }>(
    `select digest from records where record_key in (${textItems(1)})`,
    [keys],
  )
  return rows.map(({ digest }) => digest)
}
