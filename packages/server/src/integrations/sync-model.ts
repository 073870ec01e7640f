import type { StoredRecord, SyncMark } from '../log/record.ts'
import { encodeRecords } from '../log/record.ts'
import { acceptPage } from './accept-mapped.ts'
import type { MapContext, Page, ProviderApi, Stream } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'

/** Where a model stands, as it is kept in the log. */
export interface ModelState {
  /** Everything up to here was brought; null: nothing is known to be whole. */
  cursor: string | null
  /** A walk that is under way; null: none. */
  walk: Walk | null
  recordCount: number
  setAsideCount: number
}

interface Walk {
  /** The cursor that it asks from, overlap taken off; null: everything. */
  since: string | null
  /** The page that comes next; null: the first. */
  page: string | null
  /** The cursor once it is complete. */
  cursor: string | null
  /** Unix milliseconds. */
  startedAt: number
}

export const initialState: ModelState = { cursor: null, walk: null, recordCount: 0, setAsideCount: 0 }

export interface SyncModelOptions {
  stream: Stream
  api: ProviderApi
  state: ModelState
  context: MapContext
  /** Of the mark that stands beside each page. */
  mark: Pick<SyncMark, 'provider' | 'generation'>
  /** Takes out records that say what is known already, so that walking everything again costs the log nothing. */
  withoutKnown: (records: StoredRecord[]) => Promise<StoredRecord[]>
  /** Makes one log record durable; rejects where this node doesn't work for the organization any more. */
  append: (payload: Uint8Array) => Promise<unknown>
  /** Told of each page, once it is durable. */
  onPage: (page: { records: number; setAside: { id: string; reason: string }[] }) => void
}

const maxRestarts = 2

/**
 * Walks a model to its end: fetches a page, turns it into records, and appends them with the cursor after them as one log
 * record. Whatever is killed whenever, the next call goes on behind the last page that is durable. Rejects with
 * {@link ProviderProblem}.
 */
export async function syncModel(options: SyncModelOptions): Promise<ModelState> {
  let { state } = options
  let restarts = 0
  for (;;) {
    const walk = state.walk ?? beginWalk(options.stream, state.cursor, options.context.now)
    let page: Page
    try {
      page = await fetchPage(options, walk)
    } catch (error) {
      if (!(error instanceof ProviderProblem) || error.kind !== 'restart') throw error
      // The place is gone: from the beginning, and once that fails too, from before the cursor.
      if (++restarts > maxRestarts)
        throw new ProviderProblem('temporary', `${error.message}, again and again: it is tried again later`)
      state = { ...state, cursor: walk.page === null ? null : state.cursor, walk: null }
      continue
    }
    state = await storePage(options, state, walk, page)
    if (state.walk === null) return state
  }
}

function beginWalk({ cursor: { ...kind } }: Stream, cursor: string | null, now: number): Walk {
  const since =
    cursor !== null && kind.kind === 'time'
      ? new Date(Math.max(Date.parse(cursor) - kind.overlapMs, 0)).toISOString()
      : cursor
  return { since, page: null, cursor: null, startedAt: now }
}

async function fetchPage({ stream, api }: SyncModelOptions, walk: Walk): Promise<Page> {
  try {
    return await stream.fetch(api, walk)
  } catch (error) {
    if (error instanceof ProviderProblem) throw error
    // A field that isn't there or isn't what it was: an empty result would be a lie.
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProviderProblem('broken', `A page of ${stream.model} can't be read: ${reason}`)
  }
}

async function storePage(
  options: SyncModelOptions,
  state: ModelState,
  walk: Walk,
  page: Page,
): Promise<ModelState> {
  const { stream, context, mark, append, onPage, withoutKnown } = options
  if (page.next !== null && page.next === walk.page)
    throw new ProviderProblem('broken', `A page of ${stream.model} names itself as the next one`)
  const accepted = await acceptPage(stream, page.items, context)
  const { setAside } = accepted
  const records = await withoutKnown(accepted.records)
  const cursor = later(walk.cursor, page.cursor, stream)
  const next: ModelState = {
    cursor: page.next === null ? (cursor ?? state.cursor) : state.cursor,
    walk: page.next === null ? null : { ...walk, page: page.next, cursor },
    recordCount: state.recordCount + records.length,
    setAsideCount: state.setAsideCount + setAside.length,
  }
  const { recordCount, setAsideCount, ...place } = next
  const sync = { ...mark, model: stream.model, state: JSON.stringify(place), recordCount, setAsideCount }
  // Killed between two parts of a large page, all of it is brought again: an equal record changes nothing.
  for (const payload of encodeRecords(records, { receivedAt: context.now, maxBytes: 8 * 1024 * 1024, sync }))
    if (payload !== null) await append(payload)
  onPage({ records: records.length, setAside })
  return next
}

/** Times only go forward; of tokens the last one counts. */
function later(known: string | null, found: string | null, { cursor: { kind } }: Stream): string | null {
  if (known === null || found === null) return found ?? known
  return kind === 'token' || Date.parse(found) > Date.parse(known) ? found : known
}

/** A state as a mark of the log holds it. */
export function readState({
  state,
  recordCount,
  setAsideCount,
}: Pick<SyncMark, 'state' | 'recordCount' | 'setAsideCount'>): ModelState {
  const { cursor, walk } = JSON.parse(state) as Pick<ModelState, 'cursor' | 'walk'>
  return { cursor, walk, recordCount, setAsideCount }
}
