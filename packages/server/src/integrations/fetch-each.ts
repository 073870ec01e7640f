import { inParallel } from './in-parallel.ts'
import { ProviderProblem } from './provider-problem.ts'

/** Stands in a page for an object that can't be fetched, whatever is tried: it is set aside, and the walk goes on. */
export class UnfetchedObject {
  /** The provider's id; null where it is not known: then no walk can tell what is gone. */
  readonly id: string | null
  /** For people. */
  readonly reason: string

  constructor(id: string | null, reason: string) {
    this.id = id
    this.reason = reason
  }
}

/**
 * What each item of a page is fetched as, in their order, at most so many at once. One whose answer is larger than answers
 * may be holds up no other: an {@link UnfetchedObject} stands in its place.
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
