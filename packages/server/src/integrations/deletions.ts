import { isLasting } from '../kernel/log/record-key.ts'
import type { DeletionRecord, SyncedObject } from '../kernel/log/record.ts'
import type { Reads } from '../kernel/read-models/read-models.ts'
import type { SyncedKey } from './reads/sync-read-types.ts'

/** The known objects of streams whose deletions are followed, as exact as the log. */
export type KnownObjects = Pick<Reads, 'listSyncedKeys' | 'listUnmetObjects'>

/** Maximal number of objects that a walk may delete at once, or the share of all; never all of them. */
const fewObjects = 5
const smallShare = 0.2

/** Objects compared with what is known of them. */
export interface Compared {
  /** Of records that these objects no longer have, and that come from no other object of the provider. */
  deletions: DeletionRecord[]
  /** Ids of objects with the same records as before. */
  same: ReadonlySet<string>
}

export async function compareObjects(
  known: KnownObjects,
  { provider, model }: { provider: string; model: string },
  objects: readonly SyncedObject[],
): Promise<Compared> {
  const byId = new Map(objects.map((object) => [object.id, object]))
  const former = await known.listSyncedKeys({ provider, model, ids: [...byId.keys()] })
  const brought = new Set(objects.flatMap(({ keys }) => keys))
  const left = new Map<string, number>()
  const gone: string[] = []
  for (const { objectId, recordKey, claims } of former) {
    if (byId.get(objectId)?.whole !== true || brought.has(recordKey) || isLasting(recordKey, brought))
      continue
    const count = (left.get(recordKey) ?? 0) + 1
    left.set(recordKey, count)
    if (count === claims) gone.push(recordKey)
  }
  return { deletions: gone.flatMap(deletionsOf), same: findSame(objects, former) }
}

function findSame(objects: readonly SyncedObject[], former: readonly SyncedKey[]): Set<string> {
  const keysOf = new Map(objects.map(({ id }) => [id, new Set<string>()]))
  for (const { objectId, recordKey } of former) keysOf.get(objectId)?.add(recordKey)
  const isSame = ({ id, keys, whole }: SyncedObject) => {
    const before = keysOf.get(id)!
    const now = new Set(keys)
    for (const key of before) if (isLasting(key, now)) now.add(key)
    return [...now].every((key) => before.has(key)) && (!whole || now.size === before.size)
  }
  return new Set(objects.filter(isSame).map(({ id }) => id))
}

/** With a source, the facts that were extracted from it are deleted. */
function deletionsOf(key: string): DeletionRecord[] {
  const deletion = { kind: 'deletion' as const, of: key }
  if (!key.startsWith('source:')) return [deletion]
  return [deletion, { kind: 'deletion', of: `extraction:${key.slice('source:'.length)}` }]
}

/** Whether so many missing objects are more likely an error than deletions. */
export function isTooMuch({ missing, known }: { missing: number; known: number }): boolean {
  return missing > 0 && (missing === known || missing > Math.max(fewObjects, known * smallShare))
}

/** For people: the deletions that were held back, and the remedy. */
export function heldMessage(model: string, { missing, known }: { missing: number; known: number }): string {
  return `${missing} of ${known} objects of ${model} were missing when everything was walked: none was taken away here. Look whether the connection may still see them; if they are really gone, sync with "acceptDeletions": true`
}
