import type { CommandSuccess, RouteInputs, RouteOutputs } from '@customer-intel/contract'
import { ApiPromise } from '../client/api-promise.ts'
import { ListPromise } from '../client/list-promise.ts'
import type { Operation } from '../client/operation.ts'
import type { RequestOptions } from '../client/options.ts'
import type { Send } from '../client/transport.ts'
import { operations } from '../generated/operations.ts'
import type { Open } from '../open.ts'

/** A route by its name. */
type PlatformOperation = keyof typeof operations

/** What a route answers, without the envelope of a command. */
export type DataOf<Name extends PlatformOperation> = Open<
  RouteOutputs[Name] extends CommandSuccess<infer Data> ? Data : RouteOutputs[Name]
>

/** One item of what a route lists. */
export type ItemOf<Name extends PlatformOperation> = FieldItem<DataOf<Name>, (typeof operations)[Name]>

/** One item of the list that a table's entry names. */
export type FieldItem<Data, Entry> = Entry extends { items: infer Field extends keyof Data }
  ? Data[Field] extends (infer Item)[]
    ? Item
    : never
  : never

/** A group of routes: what its methods call them with. */
export class Resource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Calls a route with its path parameters, query and body. */
  protected request<Name extends PlatformOperation>(
    name: Name,
    input: RouteInputs[Name],
    options?: RequestOptions,
  ): ApiPromise<DataOf<Name>> {
    return new ApiPromise(() => this.#send({ name, ...operations[name], ...input }, options))
  }

  /** Calls a route that lists. */
  protected list<Name extends PlatformOperation>(
    name: Name,
    input: { params?: object; query?: { cursor?: string }; body?: { cursor?: string } },
    options?: RequestOptions,
  ): ListPromise<ItemOf<Name>, DataOf<Name>> {
    const operation: Operation = operations[name]
    const part = operation.method === 'GET' ? 'query' : 'body'
    return new ListPromise({
      operation: name,
      items: operation.items!,
      cursor: input[part]?.cursor,
      fetch: (cursor) =>
        this.#send({ name, ...operation, ...input, [part]: { ...input[part], cursor } }, options),
    })
  }
}
