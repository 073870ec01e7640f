import type { RecordsRecord, SyncMark } from '../../log/record.ts'
import { type SqlWriter, textItems } from '../../read-models/sql/database.ts'
import { type Row, tables } from '../../read-models/sql/schema.ts'

/** Keeps which records came of which object of a provider, where deletions are followed. */
export async function writeSyncedObjects(
  writer: SqlWriter,
  batches: readonly RecordsRecord[],
): Promise<void> {
  for (const { sync } of batches)
    if (sync?.objects !== undefined && sync.objects.length > 0)
      await writePage(writer, sync, sync.objects, sync.metAt ?? 0)
}

async function writePage(
  writer: SqlWriter,
  { provider, model }: SyncMark,
  objects: NonNullable<SyncMark['objects']>,
  metAt: number,
): Promise<void> {
  const ids = objects.map(({ id }) => id)
  const former = await writer.all<{ object_id: string; record_key: string }>(
    `select object_id, record_key from synced_objects
     where provider = $1 and model = $2 and object_id in (${textItems(3)})`,
    [provider, model, ids],
  )
  const keysOf = new Map(objects.map(({ id, keys }) => [id, new Set(keys)]))
  const partly = new Set(objects.flatMap(({ id, whole }) => (whole ? [] : [id])))
  for (const row of former) if (partly.has(row.object_id)) keysOf.get(row.object_id)!.add(row.record_key)
  if (former.length > 0)
    await writer.all(
      `delete from synced_objects where provider = $1 and model = $2 and object_id in (${textItems(3)})`,
      [provider, model, ids],
    )
  const rows: Row<'synced_objects'>[] = []
  for (const [id, keys] of keysOf)
    for (const key of keys) rows.push({ provider, model, object_id: id, record_key: key, met_at: metAt })
  await writer.append(tables.synced_objects, rows)
}
