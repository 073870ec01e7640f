import type { DeletionRecord, SyncedObject } from '../log/record.ts'
import type { Reads } from '../read-models/read-models.ts'

/** What is known of objects whose deletion is followed, as exact as the log. */
export type KnownObjects = Pick<Reads, 'listSyncedKeys' | 'listUnmetObjects'>

/** So many may go at once, or this share of all; never all of them. */
const fewObjects = 5
const smallShare = 0.2

/** Takes away the records that objects don't bring any more, and that come of no other object of the provider. */
export async function findDeletions(
  known: KnownObjects,
  { provider, model }: { provider: string; model: string },
  objects: readonly SyncedObject[],
): Promise<DeletionRecord[]> {
  const byId = new Map(objects.map((object) => [object.id, object]))
  const former = await known.listSyncedKeys({ provider, model, ids: [...byId.keys()] })
  const brought = new Set(objects.flatMap(({ keys }) => keys))
  const left = new Map<string, number>()
  const gone: string[] = []
  for (const { objectId, recordKey, claims } of former) {
    if (byId.get(objectId)?.whole !== true || brought.has(recordKey)) continue
    const count = (left.get(recordKey) ?? 0) + 1
    left.set(recordKey, count)
    if (count === claims) gone.push(recordKey)
  }
  return gone.flatMap(deletionsOf)
}

/** With a source go the facts that were read from it. */
function deletionsOf(key: string): DeletionRecord[] {
  const deletion = { kind: 'deletion' as const, of: key }
  if (!key.startsWith('source:')) return [deletion]
  return [deletion, { kind: 'deletion', of: `extraction:${key.slice('source:'.length)}` }]
}

/** Whether so many missing objects are more likely a fault than deletions. */
export function isTooMuch({ missing, known }: { missing: number; known: number }): boolean {
  return missing > 0 && (missing === known || missing > Math.max(fewObjects, known * smallShare))
}

/** For people: what was held, and the remedy. */
export function heldMessage(model: string, { missing, known }: { missing: number; known: number }): string {
  return `${missing} of ${known} objects of ${model} were missing when everything was walked: none was taken away here. Look whether the connection may still see them; if they are really gone, sync with "acceptDeletions": true`
}
