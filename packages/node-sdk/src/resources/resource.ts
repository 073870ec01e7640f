import type { CommandSuccess, RouteInputs, RouteOutputs } from '@customer-intel/contract'
import { ApiPromise, type ApiResponse } from '../client/api-promise.ts'
import { ListPromise } from '../client/list-promise.ts'
import type { RequestOptions } from '../client/options.ts'
import type { Send } from '../client/transport.ts'
import { getOperation } from '../contract/table.ts'

/** What a route answers, without the envelope of a command. */
export type DataOf<Name extends keyof RouteOutputs> =
  RouteOutputs[Name] extends CommandSuccess<infer Data> ? Data : RouteOutputs[Name]

/** A group of routes: what its methods call them with. */
export class Resource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Calls a route with its path parameters, query and body. */
  protected request<Name extends keyof RouteOutputs>(
    name: Name,
    input: RouteInputs[Name],
    options?: RequestOptions,
  ): ApiPromise<DataOf<Name>> {
    return new ApiPromise(this.#fetch(name, input, options))
  }

  /** Calls a route that lists: `items` says where they stand in the data. */
  protected requestList<Name extends keyof RouteOutputs, Item>(
    name: Name,
    input: RouteInputs[Name] & { query?: object },
    items: (data: DataOf<Name>) => Item[],
    options?: RequestOptions,
  ): ListPromise<Item, DataOf<Name>> {
    const query: { cursor?: string } = input.query ?? {}
    return new ListPromise({
      operation: name,
      items,
      cursor: query.cursor,
      fetch: (cursor) => this.#fetch(name, { ...input, query: { ...query, cursor } }, options),
    })
  }

  #fetch<Name extends keyof RouteOutputs>(
    name: Name,
    input: { params?: object; query?: object; body?: unknown },
    options?: RequestOptions,
  ): Promise<ApiResponse<DataOf<Name>>> {
    const operation = getOperation(name)
    const call = { operation, name, isRepeatable: operation.isIdempotent, shape: operation.shape, ...input }
    return this.#send(call, options) as Promise<ApiResponse<DataOf<Name>>>
  }
}
