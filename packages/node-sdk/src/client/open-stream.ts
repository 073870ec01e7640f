import { withDeadline } from '../deadline.ts'
import { ConnectionError, TimeoutError } from '../errors/errors.ts'
import { readError } from '../errors/read-error.ts'
import { reasonOf } from '../reason-of.ts'
import type { RequestOptions } from './options.ts'
import { type Call, toHeaders, toUrl, type TransportOptions } from './transport.ts'

/** A call that is answered with a stream. */
export type StreamCall = Omit<Call, 'command' | 'needs'> & { media: string; headers?: Record<string, string> }

/** Resolves with a success whose body is still coming; `timeoutMs` ends with its first byte. */
export type OpenStream = (call: StreamCall, options?: RequestOptions) => Promise<Response>

export const createOpenStream =
  (transport: TransportOptions): OpenStream =>
  async (call, options = {}) => {
    const { name, repeatable } = call
    const { fetch = globalThis.fetch } = transport
    const { timeoutMs = transport.timeoutMs, signal = new AbortController().signal } = options
    const headers = toHeaders(transport, call, options)
    headers.set('accept', call.media)
    for (const [key, value] of Object.entries(call.headers ?? {})) headers.set(key, value)
    const fields = { retryable: true, operation: name }
    const response = await withDeadline(
      async (ending) => {
        try {
          return await fetch(
            new Request(toUrl(transport.baseUrl, call), {
              method: call.method,
              headers,
              body: call.body === undefined ? null : JSON.stringify(call.body),
              redirect: 'manual',
              signal: ending,
            }),
          )
        } catch (cause) {
          throw new ConnectionError(
            `${name} found no server: ${reasonOf(cause)}. Check baseUrl and that the server runs`,
            {
              ...fields,
              code: 'CONNECTION_FAILED',
              cause,
            },
          )
        }
      },
      {
        signal,
        timeoutMs,
        timeoutError: () =>
          new TimeoutError(`${name} had no answer within ${timeoutMs} ms`, { ...fields, code: 'TIMEOUT' }),
      },
    )
    if (response.ok) return response
    const received = await response.text()
    const text = transport.apiKey === null ? received : received.replaceAll(transport.apiKey, '[redacted]')
    throw readError(
      { operation: name, repeatable, status: response.status, headers: response.headers, text },
      Date.now(),
    )
  }
