import { inParallel } from './in-parallel.ts'
import { ProviderProblem } from './provider-problem.ts'

/** Takes the place of an object in a page that can't be fetched at all: it is quarantined, and the walk continues. */
export class UnfetchedObject {
  /** The provider's id; null when unknown: then the walk can't detect deletions. */
  readonly id: string | null
  /** For people. */
  readonly reason: string

  constructor(id: string | null, reason: string) {
    this.id = id
    this.reason = reason
  }
}

/**
 * Fetches each item of a page, in order, a limited number at once. One whose response exceeds the size limit doesn't
 * affect the others: it becomes an {@link UnfetchedObject}.
 */
export function fetchEach<Item, Result>(
  width: number,
  items: readonly Item[],
  idOf: (item: Item) => string,
  fetchOne: (item: Item) => Promise<Result>,
): Promise<(Result | UnfetchedObject)[]> {
  return inParallel(width, items, async (item) => {
    try {
      return await fetchOne(item)
    } catch (error) {
      if (error instanceof ProviderProblem && error.kind === 'oversized')
        return new UnfetchedObject(idOf(item), error.message)
      throw error
    }
  })
}
