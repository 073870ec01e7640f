import { encodeRecords, type StoredRecord, type SyncedObject, type SyncMark } from '../log/record.ts'
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
  /** Of the mark that stands beside what is brought. */
  mark: Pick<SyncMark, 'provider' | 'generation'>
  /** Takes out records that say what is known already, so that walking everything again costs the log nothing. */
  withoutKnown: (records: StoredRecord[]) => Promise<StoredRecord[]>
  /** Makes events durable that are not known already; rejects as `append` does. */
  ingest: (events: NamedEvent[]) => Promise<IngestedEvents>
  /** Makes one log record of so many records durable; rejects where this node doesn't work for the organization any more. */
  append: (payload: Uint8Array, count: number) => Promise<unknown>
  /** What is known of the model's objects, as exact as the log; null: none was known when the run began. */
  known: (() => Promise<KnownObjects>) | null
  /** Told of each page, once it is durable. */
  onPage: (page: StoredPage) => void
}

export interface StoredPage {
  /** Those that take something away are left out; events count. */
  records: number
  /** Objects that are gone there. */
  deleted: number
  setAside: { id: string; reason: string }[]
}

/**
 * Makes durable what objects say, and where the model stands after them (`place.state`), as one log record. Resolves with
 * that state, in which they are counted. `place.metAt`: when the walk began that met them, Unix milliseconds;
 * `place.tellsMet`: whether that counts, as in a walk of everything: else those that bring what they brought are left out.
 */
export async function storeObjects(
  { stream, context, mark, append, ingest, onPage, withoutKnown, known }: StoreOptions,
  accepted: AcceptedPage,
  place: { state: ModelState; metAt: number; tellsMet: boolean },
): Promise<ModelState> {
  const { model } = stream
  const { objects } = accepted
  const compared = known === null ? null : await compareObjects(await known(), { ...mark, model }, objects)
  const deletions = compared?.deletions ?? []
  const records = await withoutKnown(accepted.records)
  // Killed behind them, they are brought again: an event that is stored already is dropped by its uuid.
  const events = await ingest(accepted.events)
  const setAside = [...accepted.setAside, ...events.setAside]
  const brought = records.length + events.processed
  const next: ModelState = {
    ...place.state,
    recordCount: place.state.recordCount + brought,
    setAsideCount: place.state.setAsideCount + setAside.length,
  }
  const { recordCount, setAsideCount, ...rest } = next
  const sync: SyncMark = { ...mark, model, state: JSON.stringify(rest), recordCount, setAsideCount }
  if (isTracked(stream)) {
    const isTold = ({ id }: SyncedObject) => place.tellsMet || compared?.same.has(id) !== true
    Object.assign(sync, { objects: objects.filter(isTold), metAt: place.metAt })
  }
  // Killed between two parts of a large page, all of it is brought again: an equal record changes nothing.
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
  onPage({ records: brought, deleted, setAside })
  return next
}

/** Whether deletions of its objects are followed. */
export function isTracked(stream: Stream): boolean {
  return 'isDeleted' in stream || stream.wholeWalkEveryMs !== undefined
}
