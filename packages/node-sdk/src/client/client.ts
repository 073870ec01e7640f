import { resolveBaseUrl } from '../base-url.ts'
import { Resources } from '../generated/resources.ts'
import { environment } from '../runtime.ts'
import type { CustomerIntelOptions } from './options.ts'
import { runQuery, type QueryOptions, type QueryResult } from './query.ts'
import { createTransport } from './transport.ts'

/**
 * The client of the Platform API. Each method returns a promise of the data; `withResponse()` on it gives status,
 * headers, request id and the whole body besides. Every failure is an error of the family `CustomerIntelError`.
 *
 * ```ts
 * const client = new CustomerIntel({ apiKey: 'ok_…', baseUrl: 'https://intel.example.com' })
 * const { customer } = await client.tools.getCustomer({ customer: 'acme.com' })
 * ```
 *
 * @throws TypeError when an option is missing or wrong; the message names it.
 */
export class CustomerIntel extends Resources {
  constructor(options: CustomerIntelOptions = {}) {
    const apiKey = (options.apiKey ?? environment('SVC_API_KEY'))?.trim()
    if (!apiKey) throw new TypeError('apiKey is required: pass it, or set SVC_API_KEY')
    // A header with a line break would fail at the first call, with the key in the message.
    if (!/^[\x21-\x7e]+$/.test(apiKey))
      throw new TypeError('apiKey holds characters that no key has: copy it again')
    const { timeoutMs = 30_000, maxRetries = 2, maxRetryAfterMs = 60_000, ...rest } = options
    super(
      createTransport({
        ...rest,
        apiKey,
        baseUrl: resolveBaseUrl(options.baseUrl),
        timeoutMs,
        maxRetries,
        maxRetryAfterMs,
      }),
    )
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
