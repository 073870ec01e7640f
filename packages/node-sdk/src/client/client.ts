import { resolveBaseUrl } from '../base-url.ts'
import { operations, type OperationName } from '../generated/operations.ts'
import { Resources } from '../generated/resources.ts'
import { environment } from '../runtime.ts'
import { ApiPromise } from './api-promise.ts'
import type { CustomerIntelOptions, RequestOptions } from './options.ts'
import { runQuery, type QueryOptions, type QueryResult } from './query.ts'
import { createOpenStream } from './open-stream.ts'
import { createTransport, type Send } from './transport.ts'

/**
 * The client of the Platform API. Each method returns a promise of the data; `withResponse()` on it gives status,
 * headers, request id and the whole body besides. Every failure is an error of the family `CustomerIntelError`.
 *
 * ```ts
 * const client = new CustomerIntel({ apiKey: 'ok_…', baseUrl: 'https://intel.example.com' })
 * const { customer } = await client.tools.getCustomer({ customer: 'acme.example' })
 * ```
 *
 * @throws TypeError when an option is missing or wrong; the message names it.
 */
export class CustomerIntel extends Resources {
  readonly #send: Send

  constructor(options: CustomerIntelOptions = {}) {
    const { timeoutMs = 30_000, maxRetries = 2, maxRetryAfterMs = 60_000, ...rest } = options
    const transport = {
      ...rest,
      apiKey: options.apiKey === null ? null : readApiKey(options.apiKey),
      baseUrl: resolveBaseUrl(options.baseUrl),
      timeoutMs,
      maxRetries,
      maxRetryAfterMs,
    }
    const send = createTransport(transport)
    super(send, createOpenStream(transport))
    this.#send = send
  }

  /**
   * Calls a route by its name, for programs that are made from a list of routes. Elsewhere use the methods: they know
   * what a route takes and gives.
   *
   * @throws TypeError when there is no such route, before anything is sent.
   */
  request(
    operation: OperationName,
    parts: { params?: object; query?: object; body?: object } = {},
    options?: RequestOptions,
  ): ApiPromise<Record<string, unknown>> {
    if (!Object.hasOwn(operations, operation))
      throw new TypeError(`There is no operation ${JSON.stringify(operation)}`)
    return new ApiPromise(() => this.#send({ name: operation, ...operations[operation], ...parts }, options))
  }

  /**
   * Runs one SELECT over the views that svc_schema tells and gives its rows. What the rows hold,
   * you say: `client.query<{ domain: string; events: number }>('select …')`.
   *
   * @throws TruncatedResultError when there are more rows than came, unless `allowTruncated` is set: then the result is
   * an object that says so.
   */
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    options?: QueryOptions & { allowTruncated?: false },
  ): Promise<Row[]>
  /** The same, with a result that says whether rows are missing. */
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    options: QueryOptions & { allowTruncated: true },
  ): Promise<QueryResult<Row>>
  query<Row extends object>(sql: string, options: QueryOptions = {}): Promise<Row[] | QueryResult<Row>> {
    return runQuery<Row>(this.tools, sql, options)
  }
}

function readApiKey(option: string | undefined): string {
  const apiKey = (option ?? environment('SVC_API_KEY'))?.trim()
  if (!apiKey) throw new TypeError('apiKey is required: pass it, or set SVC_API_KEY')
  // A header with a line break would fail at the first call, with the key in the message.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey holds characters that no key has: copy it again')
  return apiKey
}
