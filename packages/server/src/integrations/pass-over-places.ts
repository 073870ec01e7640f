import { UnfetchedObject } from './fetch-each.ts'
import type { Asked, Page, ProviderApi } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'

/** So many in a row are passed over at most. */
const maxInRow = 3

/**
 * `passOver` of a stream whose pages are named by how many objects lie before them: what is too large by itself is passed
 * over where the place behind it can be read. Where it can't, it isn't one object that is too large: nothing is.
 */
export async function passOverPlaces(
  fetch: (api: ProviderApi, asked: Asked) => Promise<Page>,
  api: ProviderApi,
  asked: Asked,
  reason: string,
): Promise<Page> {
  for (let count = 1; count <= maxInRow; count++) {
    const next = String(Number(asked.page ?? 0) + count)
    try {
      const { cursor } = await fetch(api, { ...asked, page: next, limit: 1 })
      return { items: Array.from({ length: count }, () => new UnfetchedObject(null, reason)), next, cursor }
    } catch (error) {
      if (!(error instanceof ProviderProblem && error.kind === 'oversized')) throw error
    }
  }
  throw new ProviderProblem('oversized', reason)
}
