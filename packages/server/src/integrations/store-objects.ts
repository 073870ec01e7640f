import { encodeRecords, type StoredRecord, type SyncedObject, type SyncMark } from '../kernel/log/record.ts'
import type { IngestedEvents, NamedEvent } from './ingest-events.ts'
import type { AcceptedPage } from './accept-mapped.ts'
import { compareObjects, type KnownObjects } from './deletions.ts'
import type { ModelState } from './model-state.ts'
import type { MapContext, ProviderApi, Stream } from './provider.ts'

/** What it takes to bring objects of a model. */
export interface StoreOptions {
  stream: Stream
  api: ProviderApi
  state: ModelState
  context: MapContext
  /** Identifies the mark that is stored beside the records. */
  mark: Pick<SyncMark, 'provider' | 'generation'>
  /** Removes records that equal the stored ones, so that walking everything again adds nothing to the log. */
  withoutKnown: (records: StoredRecord[]) => Promise<StoredRecord[]>
  /** Ingests events that aren't stored yet; rejects when `append` does. */
  ingest: (events: NamedEvent[]) => Promise<IngestedEvents>
  /** Appends one log record with this many records, durably; rejects when this node has lost the lease. */
  append: (payload: Uint8Array, count: number) => Promise<unknown>
  /** The known objects of the model, as exact as the log; null: there were none when the run started. */
  known: (() => Promise<KnownObjects>) | null
  /** Called after each page, once it is durable. */
  onPage: (page: StoredPage) => void
}

export interface StoredPage {
  /** Objects as the provider sent them. */
  received: number
  /** Events included, deletions not. */
  records: number
  /** Objects that were deleted at the provider. */
  deleted: number
  skipped: { id: string; reason: string }[]
}

/**
 * Stores objects' records together with the state of the model's sync (`place.state`), as one log record. Resolves with
 * that state, including the new counts. `place.seenAt`: start of the walk, Unix milliseconds; `place.markSeen`: whether to
 * store that the objects were seen, as in a walk of everything; otherwise unchanged objects are skipped.
 */
export async function storeObjects(
  { stream, context, mark, append, ingest, onPage, withoutKnown, known }: StoreOptions,
  accepted: AcceptedPage,
  place: { state: ModelState; seenAt: number; markSeen: boolean },
): Promise<ModelState> {
  const { model } = stream
  const { objects } = accepted
  const compared = known === null ? null : await compareObjects(await known(), { ...mark, model }, objects)
  const deletions = compared?.deletions ?? []
  const records = await withoutKnown(accepted.records)
  // After a kill behind this line they are ingested again: stored events are recognised by their uuids.
  const events = await ingest(accepted.events)
  const skipped = [...accepted.skipped, ...events.skipped]
  // A sign-in is a part of what its user's record says.
  const brought = records.filter(({ kind }) => kind !== 'authEvent').length + events.processed
  const next: ModelState = {
    ...place.state,
    recordCount: place.state.recordCount + brought,
    setAsideCount: place.state.setAsideCount + skipped.length,
  }
  const { recordCount, setAsideCount, ...rest } = next
  const sync: SyncMark = { ...mark, model, state: JSON.stringify(rest), recordCount, setAsideCount }
  if (isTracked(stream)) {
    const isMarked = ({ id }: SyncedObject) => place.markSeen || compared?.same.has(id) !== true
    Object.assign(sync, { objects: objects.filter(isMarked), metAt: place.seenAt })
  }
  // After a kill between two parts of a large page, all of it is stored again: equal records change nothing.
  let count = 0
  for (const payload of encodeRecords([...deletions, ...records], {
    receivedAt: context.now,
    maxBytes: 8 * 1024 * 1024,
    sync,
  })) {
    if (payload === null) count += 1
    else {
      await append(payload, count)
      count = 0
    }
  }
  const deleted = deletions.filter(({ of }) => !of.startsWith('extraction:')).length
  onPage({ received: accepted.received, records: brought, deleted, skipped })
  return next
}

/** Whether deletions of its objects are followed. */
export function isTracked(stream: Stream): boolean {
  return 'isDeleted' in stream || stream.wholeWalkEveryMs !== undefined
}
