import { ApiPromise } from '../client/api-promise.ts'
import { ListPromise } from '../client/list-promise.ts'
import type { RequestOptions } from '../client/options.ts'
import { EventStream, type OpenEvents } from '../client/event-stream.ts'
import type { OpenStream } from '../client/open-stream.ts'
import { TextStream } from '../client/text-stream.ts'
import type { Send } from '../client/transport.ts'
import { operations, streams, type OperationName, type StreamName } from '../generated/operations.ts'

/** The parts of a call: path parameters, query and body. */
interface Parts {
  params?: object
  query?: object
  body?: object
}

/** By then the server has worked out a long text, or given up. */
const wholeTextMs = 130_000

/** A group of routes. */
export class Resource {
  readonly #send: Send
  readonly #open: OpenStream

  /** @internal */
  constructor(send: Send, open: OpenStream) {
    this.#send = send
    this.#open = open
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

  /**
   * Calls a route that sends messages.
   *
   * @internal
   */
  protected requestEvents<Message extends object>(
    name: StreamName,
    parts: Parts,
    options?: RequestOptions,
  ): EventStream<Message> {
    const open: OpenEvents = (lastEventId, signal) => {
      const headers: Record<string, string> = lastEventId ? { 'last-event-id': lastEventId } : {}
      return this.#open({ name, ...streams[name], ...parts, headers }, { ...options, signal })
    }
    return new EventStream(open, options?.signal)
  }

  /**
   * Calls a route that answers with a long text.
   *
   * @internal
   */
  protected requestText(name: StreamName, parts: Parts, options: RequestOptions = {}): TextStream {
    const { timeoutMs = wholeTextMs } = options
    return new TextStream(name, () =>
      this.#open({ name, ...streams[name], ...parts }, { ...options, timeoutMs }),
    )
  }
}
