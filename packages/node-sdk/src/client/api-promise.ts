import { CustomerIntelError } from '../errors/error.ts'
import type { Staleness } from '../generated/types.ts'

/** A response with its data. */
export interface ApiResponse<Data> {
  /** The value of the awaited method. */
  data: Data
  /** HTTP status. */
  status: number
  /** The answer's headers. */
  headers: Headers
  /** Names the request in the server's log; null when the server gave none. */
  requestId: string | null
  /** A command's warnings; empty for others. */
  warnings: string[]
  /** What the answer lacks of data accepted before the call; null: nothing. */
  stale: Staleness | null
  /** The whole body as received, including envelope and unknown fields. */
  body: unknown
}

/** What a method returns: await it for the data. */
export class ApiPromise<Data> implements PromiseLike<Data> {
  readonly #answer: Promise<ApiResponse<Data>>

  constructor(call: () => Promise<ApiResponse<unknown>>) {
    this.#answer = withCaller(call) as Promise<ApiResponse<Data>>
  }

  /** The data together with status, headers, request id, warnings, staleness and the whole body. */
  withResponse(): Promise<ApiResponse<Data>> {
    return this.#answer
  }

  /** Like a promise of the data. */
  // oxlint-disable-next-line unicorn/no-thenable -- the call is awaited like any promise
  then<Result = Data, Caught = never>(
    onFulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onRejected?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Result | Caught> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  /** Like a promise of the data. */
  catch<Caught = never>(
    onRejected?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Data | Caught> {
    return this.then(null, onRejected)
  }

  /** Like a promise of the data. */
  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.#answer.then(({ data }) => data).finally(onFinally)
  }
}

/** An error is created long after the call, with a stack of timers and sockets: it gets the stack of the call instead. */
async function withCaller<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const { stack } = new Error()
  try {
    return await call()
  } catch (error) {
    if (error instanceof CustomerIntelError && stack !== undefined) {
      const frames = stack.slice(stack.indexOf('\n'))
      Object.defineProperty(error, 'stack', { value: `${error.name}: ${error.message}${frames}` })
    }
    throw error
  }
}
