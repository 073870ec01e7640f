import type { SyncedObject } from '../kernel/log/record.ts'
import { type AcceptedPage, acceptPage } from './accept-mapped.ts'
import { type StoreOptions, storeObjects } from './store-objects.ts'
import { heldMessage, isTooMuch } from './deletions.ts'
import type { ModelState, Walk } from './model-state.ts'
import { createPageGuard } from './each-page.ts'
import { createPageSize } from './page-size.ts'
import type { StreamPage, ProviderApi, Stream } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'
import { asGone, fetchObjects, isSingle } from './sync-objects.ts'
import { messageOf } from '../kernel/reason-of.ts'

export interface SyncModelOptions extends StoreOptions {
  /** Whether many objects may be deleted; everything is walked then. */
  acceptsDeletions?: boolean
  /** Domains of the organization's settings: when they change, everything is walked again. */
  ownDomains?: readonly string[]
}

const maxRestarts = 2

/**
 * Walks a model to its end: fetches a page, maps it to records, and appends them with the cursor after them as one log
 * record. After a kill the next call continues after the last durable page. Rejects with {@link ProviderProblem}.
 */
export async function syncModel(options: SyncModelOptions): Promise<ModelState> {
  let { state } = options
  if (options.acceptsDeletions && state.walk?.since !== null) state = { ...state, walk: null }
  const readAs = settingsOf(options)
  // The settings for mapping have changed: everything is walked again.
  if (readAs !== state.readAs) state = { ...state, readAs, cursor: null, walk: null }
  let restarts = 0
  const size = createPageSize(options.stream.perPage)
  let guard = guardOf(options, state)
  for (;;) {
    const walk = state.walk ?? beginWalk(options, state)
    let page: StreamPage
    try {
      page = await fetchPage(options, (stream, api) => stream.fetch(api, { ...walk, ...size.limit() }))
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      if (error.kind === 'oversized') {
        if (size.shrink()) continue
        const { stream } = options
        if (stream.skip === undefined) throw error
        const passed = await fetchPage(options, (_, api) => stream.skip!(api, walk, error.message))
        state = await storePage(options, state, walk, passed, guard)
        if (state.walk === null) return state
        continue
      }
      if (error.kind !== 'restart') throw error
      // The position is no longer valid: starts again from the beginning of the walk, and if that fails, too, from before
      // the cursor.
      if (++restarts > maxRestarts)
        throw new ProviderProblem('temporary', `${error.message}, again and again: it is tried again later`)
      state = { ...state, cursor: walk.page === null ? null : state.cursor, walk: null }
      guard = guardOf(options, state)
      continue
    }
    size.grow()
    state = await storePage(options, state, walk, page, guard)
    if (state.walk === null) return state
  }
}

function guardOf({ stream }: SyncModelOptions, { walk }: ModelState): (page: string) => void {
  const guard = createPageGuard(`The list of ${stream.model}`)
  if (walk?.page) guard(walk.page)
  return guard
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

/** The settings that the mapping depends on, JSON; undefined: none. */
function settingsOf({
  stream: { readsStep },
  context,
  ownDomains = [],
}: SyncModelOptions): string | undefined {
  if (readsStep === undefined && ownDomains.length === 0) return undefined
  const step = readsStep === undefined ? null : (context.setup[readsStep] ?? null)
  return JSON.stringify(ownDomains.length === 0 ? step : { step, ownDomains })
}

async function fetchPage(
  { stream, api }: SyncModelOptions,
  fetch: (stream: Stream, api: ProviderApi) => Promise<StreamPage>,
): Promise<StreamPage> {
  try {
    return await fetch(stream, api)
  } catch (error) {
    if (error instanceof ProviderProblem) throw error
    // A field is missing or has another form: an empty result would be wrong.
    const reason = messageOf(error)
    throw new ProviderProblem('broken', `A page of ${stream.model} can't be read: ${reason}`)
  }
}

async function storePage(
  options: SyncModelOptions,
  state: ModelState,
  walk: Walk,
  page: StreamPage,
  guard: (page: string) => void,
): Promise<ModelState> {
  const { stream, context } = options
  if (page.next !== null) guard(page.next)
  const met = await acceptPage(stream, page.items, context)
  const isNameless = walk.nameless === true || !met.named
  const isLast = page.next === null
  const missing = isLast && !isNameless ? await findMissing(options, walk, met.objects) : null
  const accepted = joinPages(met, missing?.unmet ?? null)
  const cursor = later(walk.cursor, page.cursor, stream)
  const next: ModelState = {
    ...state,
    cursor: isLast ? (cursor ?? state.cursor) : state.cursor,
    walk: isLast ? null : { ...walk, page: page.next, cursor, ...(isNameless && { nameless: true }) },
  }
  if (isLast && walk.since === null) {
    next.wholeAt = walk.startedAt
    delete next.held
    if (missing !== null && missing.held !== null) next.held = missing.held
  }
  return storeObjects(options, accepted, {
    state: next,
    seenAt: walk.startedAt,
    markSeen: walk.since === null,
  })
}

/**
 * The objects that a complete walk of everything, up to the current page, didn't see, in their current state: deleted,
 * or, if the service can be asked, missed by its pages. Null when they are too many to be plausible, or when this walk
 * can't detect deletions.
 */
async function findMissing(
  options: SyncModelOptions,
  { since, startedAt }: Walk,
  lastPage: readonly SyncedObject[],
): Promise<{ unmet: AcceptedPage | null; held: string | null } | null> {
  const { stream, mark, known, acceptsDeletions } = options
  const { model, wholeWalkEveryMs } = stream
  const { provider } = mark
  if (since !== null || wholeWalkEveryMs === undefined || known === null) return null
  const all = await (await known()).listUnmetObjects({ provider, model, since: startedAt })
  const met = new Set(lastPage.map(({ id }) => id))
  const unmet = all.unmet.filter((id) => !met.has(id))
  const found = { missing: unmet.length, known: all.known }
  if (!acceptsDeletions && isTooMuch(found)) return { unmet: null, held: heldMessage(model, found) }
  return {
    unmet: isSingle(stream) ? await fetchObjects({ ...options, stream }, unmet) : asGone(unmet),
    held: null,
  }
}

function joinPages(page: AcceptedPage, other: AcceptedPage | null): AcceptedPage {
  if (other === null) return page
  return {
    records: [...page.records, ...other.records],
    events: [...page.events, ...other.events],
    skipped: [...page.skipped, ...other.skipped],
    objects: [...page.objects, ...other.objects],
    named: page.named,
    received: page.received + other.received,
  }
}

/** Times only increase; of tokens the last one is valid. */
function later(known: string | null, found: string | null, { cursor: { kind } }: Stream): string | null {
  if (known === null || found === null) return found ?? known
  return kind === 'token' || Date.parse(found) > Date.parse(known) ? found : known
}
