import { UnfetchedObject } from './fetch-each.ts'
import type { StreamRequest, StreamPage, ProviderApi } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'

/** Maximal number of objects in a row that are skipped. */
const maxInRow = 3

/**
 * `skip` for a stream whose pages are identified by the number of objects before them: skips an object that is too
 * large if the one after it can be read. If that can't be read either, the size of a single object isn't the problem, and
 * nothing is skipped.
 */
export async function skipPlacesOf(
  fetch: (api: ProviderApi, request: StreamRequest) => Promise<StreamPage>,
  api: ProviderApi,
  request: StreamRequest,
  reason: string,
): Promise<StreamPage> {
  for (let count = 1; count <= maxInRow; count++) {
    const next = String(Number(request.page ?? 0) + count)
    try {
      const { cursor } = await fetch(api, { ...request, page: next, limit: 1 })
      return { items: Array.from({ length: count }, () => new UnfetchedObject(null, reason)), next, cursor }
    } catch (error) {
      if (!(error instanceof ProviderProblem && error.kind === 'oversized')) throw error
    }
  }
  throw new ProviderProblem('oversized', reason)
}
