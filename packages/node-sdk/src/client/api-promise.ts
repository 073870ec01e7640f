/** An answer with what stands around it. */
export interface ApiResponse<Data> {
  data: Data
  status: number
  headers: Headers
  /** Names the request in the server's log; null when the server gave none. */
  requestId: string | null
  /** What a command warns of; empty elsewhere. */
  warnings: string[]
  /** The whole body as it came, envelope and unknown fields included. */
  body: unknown
}

/** What a method returns: await it for the data. */
export class ApiPromise<Data> implements PromiseLike<Data> {
  readonly #answer: Promise<ApiResponse<Data>>

  constructor(answer: Promise<ApiResponse<Data>>) {
    this.#answer = answer
  }

  /** The data together with status, headers, request id, warnings and the whole body. */
  withResponse(): Promise<ApiResponse<Data>> {
    return this.#answer
  }

  // oxlint-disable-next-line unicorn/no-thenable -- the call is awaited like any promise
  then<Result = Data, Caught = never>(
    onFulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onRejected?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Result | Caught> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  catch<Caught = never>(
    onRejected?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Data | Caught> {
    return this.then(null, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.#answer.then(({ data }) => data).finally(onFinally)
  }
}
