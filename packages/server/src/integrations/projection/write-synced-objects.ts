import type { Row } from '../../kernel/sql/define-table.ts'
import { syncTables } from '../sync-tables.ts'
import { isLasting } from '../../kernel/log/record-key.ts'
import type { RecordsRecord, SyncMark } from '../../kernel/log/record.ts'
import { type SqlWriter, textItems } from '../../kernel/sql/database.ts'

/** A provider's object in a batch. */
interface MetObject {
  /** Keys of the records that were made from it. */
  keys: Set<string>
  /** The keys are complete: former ones no longer apply. */
  whole: boolean
  metAt: number
}

/** Stores which records were made from which object of a provider, for syncs that follow deletions. */
export async function writeSyncedObjects(
  writer: SqlWriter,
  batches: readonly RecordsRecord[],
): Promise<void> {
  const models = new Map<string, { mark: SyncMark; objects: Map<string, MetObject> }>()
  for (const { sync } of batches) {
    if (sync?.objects === undefined) continue
    const name = JSON.stringify([sync.provider, sync.model])
    const model = models.get(name) ?? { mark: sync, objects: new Map<string, MetObject>() }
    models.set(name, model)
    for (const { id, keys, whole } of sync.objects) {
      const before = model.objects.get(id)
      const object = { keys: new Set(keys), whole, metAt: sync.metAt ?? 0 }
      if (before !== undefined) {
        keep(object, before.keys)
        object.whole ||= before.whole
      }
      model.objects.set(id, object)
    }
  }
  for (const { mark, objects } of models.values())
    if (objects.size > 0) await writeObjects(writer, mark, objects)
}

/** Adds the former keys that still belong to the object. */
function keep({ keys, whole }: MetObject, former: Iterable<string>): void {
  for (const key of former) if (!whole || isLasting(key, keys)) keys.add(key)
}

async function writeObjects(
  writer: SqlWriter,
  { provider, model }: SyncMark,
  objects: ReadonlyMap<string, MetObject>,
): Promise<void> {
  const ids = [...objects.keys()]
  const former = await writer.all<{ object_id: string; record_key: string }>(
    `select object_id, record_key from synced_objects
     where provider = $1 and model = $2 and object_id in (${textItems(3)})`,
    [provider, model, ids],
  )
  for (const { object_id, record_key } of former) {
    keep(objects.get(object_id)!, [record_key])
  }
  if (former.length > 0)
    await writer.all(
      `delete from synced_objects where provider = $1 and model = $2 and object_id in (${textItems(3)})`,
      [provider, model, ids],
    )
  const rows: Row<typeof syncTables.synced_objects>[] = []
  for (const [id, { keys, metAt }] of objects)
    for (const key of keys) rows.push({ provider, model, object_id: id, record_key: key, met_at: metAt })
  await writer.append(syncTables.synced_objects, rows)
}
