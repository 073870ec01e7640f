import type { StoredRecord, SyncedObject, SyncMark } from '../log/record.ts'
import { acceptEvents, type NamedEvent } from './accept-events.ts'
import { encodeRecord, encodeRecords } from '../log/record.ts'
import { acceptPage } from './accept-mapped.ts'
import { findDeletions, heldMessage, isTooMuch, type KnownObjects } from './deletions.ts'
import type { MapContext, Page, ProviderApi, Stream } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'

/** Where a model stands, as it is kept in the log. */
export interface ModelState {
  /** Everything up to here was brought; null: nothing is known to be whole. */
  cursor: string | null
  /** A walk that is under way; null: none. */
  walk: Walk | null
  /** When the last complete walk of everything began, Unix milliseconds; absent: there was none. */
  wholeAt?: number
  /** Settings that everything was read by, JSON; absent: it depends on none. */
  readAs?: string
  /** What that walk didn't meet and wasn't taken away, and the remedy; absent: nothing. */
  held?: string
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
  /** Something was met that has no id, so that what wasn't met isn't known. */
  nameless?: true
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
  /** As `withoutKnown`, of events. Default: all are taken. */
  withoutKnownEvents?: (events: NamedEvent[]) => Promise<NamedEvent[]>
  /** Makes one log record durable; rejects where this node doesn't work for the organization any more. */
  append: (payload: Uint8Array) => Promise<unknown>
  /** What is known of the model's objects, as exact as the log; null: none was known when the run began. */
  known: (() => Promise<KnownObjects>) | null
  /** Whether much may be taken away; everything is walked then. */
  acceptsDeletions?: boolean
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

const maxRestarts = 2

/**
 * Walks a model to its end: fetches a page, turns it into records, and appends them with the cursor after them as one log
 * record. Whatever is killed whenever, the next call goes on behind the last page that is durable. Rejects with
 * {@link ProviderProblem}.
 */
export async function syncModel(options: SyncModelOptions): Promise<ModelState> {
  let { state } = options
  if (options.acceptsDeletions && state.walk?.since !== null) state = { ...state, walk: null }
  const { readsStep } = options.stream
  const readAs =
    readsStep === undefined ? undefined : JSON.stringify(options.context.setup[readsStep] ?? null)
  // What was brought reads otherwise now.
  if (readAs !== undefined && readAs !== state.readAs) state = { ...state, readAs, cursor: null, walk: null }
  let restarts = 0
  for (;;) {
    const walk = state.walk ?? beginWalk(options, state)
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

function beginWalk(
  { stream, context: { now }, acceptsDeletions }: SyncModelOptions,
  state: ModelState,
): Walk {
  const { cursor, wholeAt = -Infinity } = state
  const { cursor: kind, wholeWalkEveryMs = Infinity } = stream
  const isWhole = cursor === null || acceptsDeletions === true || now - wholeAt >= wholeWalkEveryMs
  const since = isWhole
    ? null
    : kind.kind === 'time'
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
  const { model } = stream
  if (page.next !== null && page.next === walk.page)
    throw new ProviderProblem('broken', `A page of ${stream.model} names itself as the next one`)
  const accepted = await acceptPage(stream, page.items, context)
  const { batches, setAside: refused } = await acceptEvents(
    (await options.withoutKnownEvents?.(accepted.events)) ?? accepted.events,
    context.now,
  )
  const setAside = [...accepted.setAside, ...refused]
  const isNameless = walk.nameless === true || !accepted.named
  const isLast = page.next === null
  const missing = isLast && !isNameless ? await findMissing(options, walk, accepted.objects) : null
  const objects = [...accepted.objects, ...(missing?.objects ?? [])]
  const deletions =
    options.known === null ? [] : await findDeletions(await options.known(), { ...mark, model }, objects)
  const records = await withoutKnown(accepted.records)
  const brought = records.length + batches.reduce((sum, { events }) => sum + events.length, 0)
  const cursor = later(walk.cursor, page.cursor, stream)
  const next: ModelState = {
    ...state,
    cursor: isLast ? (cursor ?? state.cursor) : state.cursor,
    walk: isLast ? null : { ...walk, page: page.next, cursor, ...(isNameless && { nameless: true }) },
    recordCount: state.recordCount + brought,
    setAsideCount: state.setAsideCount + setAside.length,
  }
  if (isLast && walk.since === null) {
    next.wholeAt = walk.startedAt
    delete next.held
    if (missing !== null && missing.held !== null) next.held = missing.held
  }
  const { recordCount, setAsideCount, ...place } = next
  const sync: SyncMark = { ...mark, model, state: JSON.stringify(place), recordCount, setAsideCount }
  if (isTracked(stream)) Object.assign(sync, { objects, metAt: walk.startedAt })
  // Killed behind them, they are brought again: an event that is stored already is dropped by its uuid.
  await Promise.all(batches.map((batch) => append(encodeRecord(batch))))
  // Killed between two parts of a large page, all of it is brought again: an equal record changes nothing.
  for (const payload of encodeRecords([...deletions, ...records], {
    receivedAt: context.now,
    maxBytes: 8 * 1024 * 1024,
    sync,
  }))
    if (payload !== null) await append(payload)
  const deleted = deletions.filter(({ of }) => !of.startsWith('extraction:')).length
  onPage({ records: brought, deleted, setAside })
  return next
}

/** Whether deletions of its objects are followed. */
export function isTracked(stream: Stream): boolean {
  return 'isDeleted' in stream || stream.wholeWalkEveryMs !== undefined
}

/**
 * What a walk of everything, whole from its first page to its last, which is at hand, didn't meet: as objects that bring
 * nothing any more. None where they are too many to be believed; null where this walk can't tell.
 */
async function findMissing(
  { stream: { model, wholeWalkEveryMs }, mark: { provider }, known, acceptsDeletions }: SyncModelOptions,
  { since, startedAt }: Walk,
  lastPage: readonly SyncedObject[],
): Promise<{ objects: SyncedObject[]; held: string | null } | null> {
  if (since !== null || wholeWalkEveryMs === undefined || known === null) return null
  const all = await (await known()).listUnmetObjects({ provider, model, since: startedAt })
  const met = new Set(lastPage.map(({ id }) => id))
  const unmet = all.unmet.filter((id) => !met.has(id))
  const found = { missing: unmet.length, known: all.known }
  if (!acceptsDeletions && isTooMuch(found)) return { objects: [], held: heldMessage(model, found) }
  return { objects: unmet.map((id) => ({ id, keys: [], whole: true })), held: null }
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
  const place = JSON.parse(state) as Omit<ModelState, 'recordCount' | 'setAsideCount'>
  return { ...place, recordCount, setAsideCount }
}
