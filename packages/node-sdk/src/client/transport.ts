import { backoffMs } from '../backoff.ts'
import { CustomerIntelError } from '../errors/error.ts'
import { ContractError } from '../errors/errors.ts'
import { readError } from '../errors/read-error.ts'
import type { Staleness } from '../generated/types.ts'
import { isObject } from '../is-object.ts'
import { parseJson } from '../parse-json.ts'
import { userAgent } from '../version.ts'
import type { ApiResponse } from './api-promise.ts'
import type { Operation } from './operation.ts'
import type { CustomerIntelOptions, RequestOptions } from './options.ts'
import { traced } from './tracing.ts'
import { fetchWhole } from './whole-fetch.ts'

export interface TransportOptions
  extends
    Required<Pick<CustomerIntelOptions, 'baseUrl' | 'timeoutMs' | 'maxRetries' | 'maxRetryAfterMs'>>,
    Pick<CustomerIntelOptions, 'headers' | 'hooks' | 'tracer' | 'fetch'> {
  /** Null: the browser's session. */
  apiKey: string | null
}

/** A call to send. */
export interface Call extends Pick<Operation, 'method' | 'path' | 'command' | 'repeatable' | 'needs'> {
  /** Name of the route or tool. */
  name: string
  params?: object
  query?: object
  body?: unknown
}

export type Send = (call: Call, options?: RequestOptions) => Promise<ApiResponse<unknown>>

/** Sends calls: timeouts, retries, errors, and validation of responses. The API key isn't accessible outside. */
export function createTransport(transport: TransportOptions): Send {
  return (call, options = {}) => traced(transport.tracer, call, () => send(transport, call, options))
}

async function send(
  transport: TransportOptions,
  call: Call,
  options: RequestOptions,
): Promise<ApiResponse<unknown>> {
  const { hooks = {}, fetch = globalThis.fetch } = transport
  const { name } = call
  const { timeoutMs = transport.timeoutMs, maxRetries = transport.maxRetries } = options
  // Loaded by the first call: it probes the runtime when loaded, which costs more than everything else.
  const { default: ky } = await import('ky')
  let attempt = 0
  let delayMs = 0
  let startedMs = 0

  try {
    const response = await ky(toUrl(transport.baseUrl, call), {
      method: call.method,
      headers: toHeaders(transport, call, options),
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      redirect: 'manual',
      signal: options.signal,
      // We have our own: ky's ends with the headers.
      timeout: false,
      throwHttpErrors: false,
      fetch: (request) =>
        fetchWhole(request as Request, { timeoutMs, operation: name, fetch: (...args) => fetch(...args) }),
      retry: {
        limit: maxRetries,
        methods: ['get', 'post', 'patch'],
        shouldRetry: async ({ error }) => {
          if (!isRetryable(error, transport.maxRetryAfterMs) || options.signal?.aborted) return false
          delayMs = error.retryAfterMs ?? backoffMs(attempt + 1, 500, 8_000)
          await hooks.beforeRetry?.(error, { operation: name, attempt, delayMs })
          return true
        },
        delay: () => delayMs,
      },
      hooks: {
        beforeRequest: [
          async (request, _, { retryCount }) => {
            attempt = retryCount
            await hooks.beforeRequest?.(request, { operation: name, attempt })
            startedMs = Date.now()
          },
        ],
        afterResponse: [
          async (_request, _options, answer) => {
            const durationMs = Date.now() - startedMs
            await hooks.afterResponse?.(answer, { operation: name, attempt, durationMs })
          },
          async (_request, _options, answer) => {
            if (answer.ok) return
            // A server that echoes its input must not bring the key into a log.
            const received = await answer.text()
            const text =
              transport.apiKey === null ? received : received.replaceAll(transport.apiKey, '[redacted]')
            const { status, headers } = answer
            throw readError(
              { operation: name, repeatable: call.repeatable, status, headers, text },
              Date.now(),
            )
          },
        ],
      },
    })
    return await readAnswer(response, call)
  } catch (error) {
    // An aborted call rejects with the given reason; a hook's error is passed on.
    throw options.signal?.aborted ? options.signal.reason : error
  }
}

/** The address of a call. Throws TypeError for a path parameter that would lead to another route. */
export function toUrl(
  baseUrl: string,
  { name, path, params = {}, query = {} }: Pick<Call, 'name' | 'path' | 'params' | 'query'>,
): URL {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = values.get(key)
    // A blank value, or one of dots, would lead to another route.
    if (typeof value !== 'string' || !value.trim() || /^\.+$/.test(value)) {
      throw new TypeError(`${name} needs ${key}: a text that is not blank`)
    }
    return encodeURIComponent(value)
  })
  const url = new URL(baseUrl + filled)
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(key, String(value))
  }
  return url
}

/** The headers of a call. */
export function toHeaders(
  transport: TransportOptions,
  call: Pick<Call, 'body' | 'repeatable'>,
  options: RequestOptions,
): Headers {
  const headers = new Headers({
    'user-agent': userAgent(),
    accept: 'application/json',
    ...transport.headers,
    ...options.headers,
  })
  if (transport.apiKey !== null) headers.set('authorization', `Bearer ${transport.apiKey}`)
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  const key = options.idempotencyKey ?? (call.repeatable ? undefined : globalThis.crypto.randomUUID())
  if (key !== undefined) headers.set('idempotency-key', key)
  return headers
}

/** Reads the body of a success. Unknown fields are accepted; needed ones must be there. */
async function readAnswer(response: Response, { name, command, needs }: Call): Promise<ApiResponse<unknown>> {
  const { status, headers } = response
  const fields = { operation: name, status, requestId: headers.get('x-request-id') }
  const body = parseJson(await response.text())
  if (body === undefined) {
    const type = headers.get('content-type') ?? 'no content type'
    throw new ContractError(
      `${name} answered ${status} with what is no JSON (${type}): check baseUrl`,
      fields,
    )
  }
  const answer = command && isObject(body) ? body.result : body
  const envelope = isObject(answer) ? answer : {}
  const data = command ? envelope.data : body
  const missing = isObject(data) ? needs.filter((field) => data[field] === undefined) : needs
  if (!isObject(data) || missing.length > 0) {
    const issues = missing.map((field) => ({ path: [field], message: `${field} is missing` }))
    const problems = issues.map(({ message }) => message).join(', ') || 'there is no object'
    const message = `${name} answered ${status} against the contract: ${problems}. Check baseUrl and the server's version`
    throw new ContractError(message, { ...fields, issues })
  }
  return {
    data,
    status,
    headers,
    requestId: fields.requestId,
    warnings: ((command && envelope.warnings) || []) as string[],
    stale: (envelope.stale ?? null) as Staleness | null,
    body,
  }
}

/** Every call is idempotent or has a key: so the response alone decides. */
function isRetryable(error: unknown, maxRetryAfterMs: number): error is CustomerIntelError {
  return (
    error instanceof CustomerIntelError && error.retryable && (error.retryAfterMs ?? 0) <= maxRetryAfterMs
  )
}
