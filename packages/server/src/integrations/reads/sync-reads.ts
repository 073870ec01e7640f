import type { SyncedKey, SyncState } from './sync-read-types.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'

export async function listSyncs(database: SqlDatabase): Promise<SyncState[]> {
  return database.all<SyncState>(
    `select provider, generation, model, state, record_count as "recordCount", set_aside_count as "setAsideCount",
       data_at as "dataAt"
     from syncs order by provider, model`,
    [],
  )
}

/** The known records that were made from these objects. */
export async function listSyncedKeys(
  database: SqlDatabase,
  { provider, model, ids }: { provider: string; model: string; ids: readonly string[] },
): Promise<SyncedKey[]> {
  return database.all<SyncedKey>(
    `with own as (
       select object_id, record_key from synced_objects
       where provider = $1 and model = $2 and object_id in (${textItems(3)})
     ), claimed as (
       select record_key, count(*)::integer as claims from synced_objects
       where provider = $1 and record_key in (select record_key from own) group by record_key
     )
     select object_id as "objectId", record_key as "recordKey", claims from own join claimed using (record_key)`,
    [provider, model, ids],
  )
}

/** How many objects of a model are known, and which ones no walk has seen since then (Unix milliseconds). */
export async function listUnmetObjects(
  database: SqlDatabase,
  { provider, model, since }: { provider: string; model: string; since: number },
): Promise<{ known: number; unmet: string[] }> {
  const rows = await database.all<{ id: string; unmet: boolean }>(
    `select object_id as id, bool_and(met_at < epoch_ms($3::bigint)) as unmet from synced_objects
     where provider = $1 and model = $2 group by object_id order by object_id`,
    [provider, model, since],
  )
  return { known: rows.length, unmet: rows.flatMap(({ id, unmet }) => (unmet ? [id] : [])) }
}

/** Digests of the last record of each key, for keys that are known, in any order. */
export async function listRecordDigests(database: SqlDatabase, keys: readonly string[]): Promise<string[]> {
  const rows = await database.all<{ digest: string }>(
    `select digest from records where record_key in (${textItems(1)})`,
    [keys],
  )
  return rows.map(({ digest }) => digest)
}

/** Uuids of version 7 start with their time: only the blocks of that time are read. */
export async function listStoredEvents(database: SqlDatabase, uuids: readonly string[]): Promise<string[]> {
  const sorted = [...uuids].sort()
  const rows = await database.all<{ event_id: string }>(
    `select event_id from events
     where event_id in (${textItems(1)}::uuid) and event_id between $2::uuid and $3::uuid and source <> 'client'`,
    [sorted, sorted[0] ?? null, sorted.at(-1) ?? null],
  )
  return rows.map(({ event_id: id }) => id)
}
