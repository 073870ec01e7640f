import { withDeadline } from '../deadline.ts'
import { ConnectionError, TimeoutError } from '../errors/errors.ts'
import { reasonOf } from '../reason-of.ts'

/**
 * A fetch that resolves when the whole body has arrived, so that a stalled or cut-off body can be retried like a refused
 * connection.
 */
export async function fetchWhole(
  request: Request,
  options: { fetch: typeof globalThis.fetch; timeoutMs: number; operation: string },
): Promise<Response> {
  const { fetch, timeoutMs, operation } = options
  const fields = { retryable: true, operation }
  const timeoutError = () =>
    new TimeoutError(
      `${operation} had no whole answer within ${timeoutMs} ms: raise timeoutMs, or ask for less`,
      {
        ...fields,
        code: 'TIMEOUT',
      },
    )
  const run = async (signal: AbortSignal) => {
    try {
      return await readWhole(await fetch(request, { signal }))
    } catch (cause) {
      throw new ConnectionError(
        `${operation} found no server, or lost it: ${reasonOf(cause)}. Check baseUrl and that the server runs`,
        { ...fields, code: 'CONNECTION_FAILED', cause },
      )
    }
  }
  return withDeadline(run, { signal: request.signal, timeoutMs, timeoutError })
}

async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response
  const body = await response.text()
  // Responses with these statuses can't have a body.
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : body, { status, statusText, headers })
}
