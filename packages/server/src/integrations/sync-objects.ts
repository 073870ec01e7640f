import { type AcceptedPage, acceptPage, objectNameOf } from './accept-mapped.ts'
import { type StoreOptions, storeObjects } from './store-objects.ts'
import type { UnfetchedName } from './connections.ts'
import { fetchEach, UnfetchedObject } from './fetch-each.ts'
import { inParallel } from './in-parallel.ts'
import type { ModelState } from './model-state.ts'
import type { Stream } from './provider.ts'
import { ProviderProblem, readingAnswers } from './provider-problem.ts'

const parallel = 4
/** After this many failed attempts an object is quarantined. */
const maxTries = 10

/** A stream whose objects can be fetched one by one. */
export type SingleStream = Stream & Required<Pick<Stream, 'fetchOne'>>

export function isSingle(stream: Stream | undefined): stream is SingleStream {
  return stream?.fetchOne !== undefined
}

/**
 * Fetches and stores these objects, like a page of a walk: one log record, without unchanged records. The records of
 * deleted ones are removed, if deletions are followed. Moves no cursor: a walk continues where it was. Rejects with
 * ProviderProblem.
 */
export async function syncObjects(
  options: StoreOptions & { stream: SingleStream },
  ids: readonly string[],
): Promise<ModelState> {
  const { state, context } = options
  const accepted = await fetchObjects(options, ids)
  return storeObjects(options, accepted, { state, seenAt: context.now, markSeen: true })
}

/**
 * Like {@link syncObjects}, for objects that webhooks named. Those that can't be fetched now are left for the next run,
 * after the others; `problem` says which and why. If the provider is down, or refuses more than the object, nothing more
 * is fetched. Objects that fail again and again are quarantined.
 */
export async function syncNamed(
  options: StoreOptions & { stream: SingleStream },
  named: readonly UnfetchedName[],
): Promise<{ state: ModelState; unfetched: UnfetchedName[]; problem: ProviderProblem | null }> {
  const { stream, api } = options
  const fetched = new Map<string, unknown>()
  const failed: UnfetchedName[] = []
  let problem: ProviderProblem | null = null
  let isAway = false
  await inParallel(parallel, named, async ({ model, id, tries }) => {
    if (isAway) return
    try {
      fetched.set(id, await readingAnswers(model, () => stream.fetchOne(api, id)))
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      const { kind, message, notBefore } = error
      const isItsOwn = kind !== 'wait' && kind !== 'credentials' && kind !== 'address'
      if (kind === 'oversized' || (isItsOwn && tries + 1 >= maxTries))
        return void fetched.set(id, new UnfetchedObject(id, message))
      isAway ||= !isItsOwn || kind === 'temporary'
      if (!isItsOwn) problem = error
      else
        problem ??= new ProviderProblem(
          kind === 'temporary' ? kind : 'object',
          `${model} ${id} can't be fetched: ${message}`,
          { notBefore },
        )
      failed.push({ model, id, tries: isItsOwn ? tries + 1 : tries })
    }
  })
  const asFetched = { ...stream, fetchOne: (_: unknown, id: string) => Promise.resolve(fetched.get(id)) }
  const state =
    fetched.size === 0
      ? options.state
      : await syncObjects({ ...options, stream: asFetched }, [...fetched.keys()])
  const isFailed = new Set(failed.map(({ id }) => id))
  const untried = named.filter(({ id }) => !fetched.has(id) && !isFailed.has(id))
  return { state, unfetched: [...untried, ...failed], problem }
}

/** Fetches objects one by one. */
export async function fetchObjects(
  { stream, api, context }: Pick<StoreOptions, 'api' | 'context'> & { stream: SingleStream },
  ids: readonly string[],
): Promise<AcceptedPage> {
  const found = await fetchEach(parallel, ids, String, (id) => stream.fetchOne(api, id))
  const items: unknown[] = []
  const gone: string[] = []
  for (const [index, item] of found.entries()) {
    const id = ids[index]!
    if (item === null) gone.push(id)
    else if (item instanceof UnfetchedObject || objectNameOf(stream, item) === id) items.push(item)
    else items.push(new UnfetchedObject(id, 'another object came when it was asked for'))
  }
  const accepted = await acceptPage(stream, items, context)
  return { ...accepted, objects: [...accepted.objects, ...asGone(gone).objects] }
}

/** As objects without any records. */
export function asGone(ids: readonly string[]): AcceptedPage {
  const objects = ids.map((id) => ({ id, keys: [], whole: true }))
  return { records: [], events: [], skipped: [], objects, named: true, received: 0 }
}
