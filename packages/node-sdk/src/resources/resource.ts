import { ApiPromise } from '../client/api-promise.ts'
import { ListPromise } from '../client/list-promise.ts'
import type { RequestOptions } from '../client/options.ts'
import type { Send } from '../client/transport.ts'
import { operations, type OperationName } from '../generated/operations.ts'

/** The parts of a call: path parameters, query and body. */
interface Parts {
  params?: object
  query?: object
  body?: object
}

/** A group of routes. */
export class Resource {
  readonly #send: Send

  /** @internal */
  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Calls a route.
   *
   * @internal
   */
  protected request<Data>(name: OperationName, parts: Parts, options?: RequestOptions): ApiPromise<Data> {
    return new ApiPromise(() => this.#send({ name, ...operations[name], ...parts }, options))
  }

  /**
   * Calls a route that lists.
   *
   * @internal
   */
  protected requestList<Item, Data>(
    name: OperationName,
    parts: Parts,
    options?: RequestOptions,
  ): ListPromise<Item, Data> {
    const operation = operations[name]
    const part = operation.method === 'GET' ? 'query' : 'body'
    const input: { cursor?: string } = { ...parts[part] }
    return new ListPromise({
      operation: name,
      items: operation.items!,
      cursor: input.cursor,
      fetch: (cursor) => this.#send({ name, ...operation, ...parts, [part]: { ...input, cursor } }, options),
    })
  }
}
