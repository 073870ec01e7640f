import type { CommandSuccess, RouteInputs, RouteOutputs } from '@customer-intel/contract'
import { getOperation } from '../contract/table.ts'
import { ApiPromise, type ApiResponse } from './api-promise.ts'
import { ListPromise } from './list-promise.ts'
import type { RequestOptions } from './options.ts'
import type { Send } from './transport.ts'

/** What a route answers, without the envelope of a command. */
export type DataOf<Name extends keyof RouteOutputs> =
  RouteOutputs[Name] extends CommandSuccess<infer Data> ? Data : RouteOutputs[Name]

/** Calls a route with its path parameters, query and body. */
export function callRoute<Name extends keyof RouteOutputs>(
  send: Send,
  name: Name,
  input: RouteInputs[Name],
  options?: RequestOptions,
): ApiPromise<DataOf<Name>> {
  return new ApiPromise(fetchRoute(send, name, input, options))
}

/** Calls a route that lists: `items` says where they stand in the data. */
export function callList<Name extends keyof RouteOutputs, Item>(
  send: Send,
  name: Name,
  input: RouteInputs[Name] & { query?: object },
  list: { items: (data: DataOf<Name>) => Item[]; options?: RequestOptions },
): ListPromise<Item, DataOf<Name>> {
  const query: { cursor?: string } = input.query ?? {}
  return new ListPromise({
    operation: name,
    items: list.items,
    cursor: query.cursor,
    fetch: (cursor) =>
      fetchRoute(
        send,
        name,
        cursor === undefined ? input : { ...input, query: { ...query, cursor } },
        list.options,
      ),
  })
}

function fetchRoute<Name extends keyof RouteOutputs>(
  send: Send,
  name: Name,
  input: { params?: object; query?: object; body?: unknown },
  options?: RequestOptions,
): Promise<ApiResponse<DataOf<Name>>> {
  const operation = getOperation(name)
  const { isIdempotent: isRepeatable, shape } = operation
  return send({ operation, name, isRepeatable, shape, ...input }, options) as Promise<
    ApiResponse<DataOf<Name>>
  >
}
