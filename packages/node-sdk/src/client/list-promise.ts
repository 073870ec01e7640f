import { ContractError } from '../errors/errors.ts'
import { ApiPromise, type ApiResponse } from './api-promise.ts'

/** One page of a list. */
export interface Page<Item, Data> {
  /** The page's items. */
  items: Item[]
  /** The cursor of this page; undefined for the first one. */
  cursor: string | undefined
  /** The next page's `cursor`; null on the last page. */
  nextCursor: string | null
  /** The whole data. */
  data: Data
}

/** How to fetch a list's pages. */
interface ListRules {
  operation: string
  /** The field of the data that holds them. */
  items: string
  cursor: string | undefined
  fetch: (cursor: string | undefined) => Promise<ApiResponse<unknown>>
}

/** An answer's pagination. */
interface Paged {
  pagination?: { hasMore: boolean; nextCursor: string | null }
  nextCursor?: string | null
}

/**
 * What a list method returns: await it for one page, or walk it for all items.
 *
 * ```ts
 * for await (const customer of client.tools.listCustomers({ billingStatus: 'PAYING' })) console.log(customer.name)
 * ```
 */
export class ListPromise<Item, Data> extends ApiPromise<Data> implements AsyncIterable<Item> {
  readonly #rules: ListRules

  constructor(rules: ListRules) {
    super(() => rules.fetch(rules.cursor))
    this.#rules = rules
  }

  /** All items of this page and of the following ones, which are fetched as needed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items
  }

  /**
   * Page by page. Keep `nextCursor` to go on from there later.
   *
   * @throws ContractError when the server gives a cursor that it gave before, which would never end.
   */
  async *pages(): AsyncGenerator<Page<Item, Data>, void, undefined> {
    const { operation, items, fetch } = this.#rules
    let { cursor } = this.#rules
    const seen = new Set([cursor])
    for (
      let answer = await this.withResponse();
      ;
      answer = await new ApiPromise<Data>(() => fetch(cursor)).withResponse()
    ) {
      const { data, requestId } = answer
      const { pagination, nextCursor = null } = data as Paged
      const { hasMore } = pagination ?? { hasMore: nextCursor !== null }
      const next = hasMore ? (pagination ?? { nextCursor }).nextCursor : null
      yield { items: (data as Record<string, Item[]>)[items] ?? [], cursor, nextCursor: next, data }
      if (!hasMore) return
      if (next === null || seen.has(next)) {
        const fault = next === null ? 'says that there is more without a cursor' : 'repeats a cursor'
        throw new ContractError(`${operation} ${fault}: the list would never end`, { operation, requestId })
      }
      seen.add(next)
      cursor = next
    }
  }
}
