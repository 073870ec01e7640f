import { type AcceptedPage, acceptPage, nameOf } from './accept-mapped.ts'
import { type BringOptions, bringObjects } from './bring-objects.ts'
import { fetchEach, UnfetchedObject } from './fetch-each.ts'
import type { ModelState } from './model-state.ts'
import type { Stream } from './provider.ts'

const parallel = 4

/** A stream whose objects can be asked for one by one. */
export type SingleStream = Stream & Required<Pick<Stream, 'fetchOne'>>

export function isSingle(stream: Stream | undefined): stream is SingleStream {
  return stream?.fetchOne !== undefined
}

/**
 * Brings these objects anew, as a page of a walk brings its own: one log record, and nothing in it where they say what is
 * known. One that is gone takes along what came of it, where deletions are followed. No cursor moves: a walk goes on where
 * it stands. Rejects with ProviderProblem.
 */
export async function syncObjects(
  options: BringOptions & { stream: SingleStream },
  ids: readonly string[],
): Promise<ModelState> {
  const { state, context } = options
  const accepted = await fetchObjects(options, ids)
  return bringObjects(options, accepted, { state, metAt: context.now, tellsMet: true })
}

/** What these objects say when they are asked for one by one. */
export async function fetchObjects(
  { stream, api, context }: Pick<BringOptions, 'api' | 'context'> & { stream: SingleStream },
  ids: readonly string[],
): Promise<AcceptedPage> {
  const found = await fetchEach(parallel, ids, String, (id) => stream.fetchOne(api, id))
  const items: unknown[] = []
  const gone: string[] = []
  for (const [index, item] of found.entries()) {
    const id = ids[index]!
    if (item === null) gone.push(id)
    else if (item instanceof UnfetchedObject || nameOf(stream, item) === id) items.push(item)
    else items.push(new UnfetchedObject(id, 'another object came when it was asked for'))
  }
  const accepted = await acceptPage(stream, items, context)
  return { ...accepted, objects: [...accepted.objects, ...asGone(gone).objects] }
}

/** As objects that bring nothing any more. */
export function asGone(ids: readonly string[]): AcceptedPage {
  const objects = ids.map((id) => ({ id, keys: [], whole: true }))
  return { records: [], events: [], setAside: [], objects, named: true }
}
