import { ConnectionError, TimeoutError } from '../errors/errors.ts'

/**
 * A fetch that resolves when the whole body has come, so that a stalled or cut-off body fails where a refused
 * connection fails: there it can be tried again.
 */
export async function fetchWhole(
  request: Request,
  options: { fetch: typeof fetch; timeoutMs: number; operation: string },
): Promise<Response> {
  const { timeoutMs, operation } = options
  const controller = new AbortController()
  const { signal } = controller
  const onAbort = () => controller.abort(request.signal.reason)
  if (request.signal.aborted) onAbort()
  request.signal.addEventListener('abort', onAbort)
  const timer = setTimeout(() => {
    const message = `${operation} had no whole answer within ${timeoutMs} ms: raise timeoutMs, or ask for less`
    controller.abort(new TimeoutError(message, { code: 'TIMEOUT', retryable: true, operation }))
  }, timeoutMs)
  // A fetch of the caller's own may not listen to the signal.
  const aborted = new Promise<never>((_, reject) => {
    const onEnd = () => reject(signal.reason as Error)
    if (signal.aborted) onEnd()
    signal.addEventListener('abort', onEnd)
  })
  try {
    return await Promise.race([readWhole(request, options.fetch, signal), aborted])
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw toConnectionError(error, operation)
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', onAbort)
  }
}

async function readWhole(
  request: Request,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(request, { signal })
  const { status, statusText, headers } = response
  const body = await response.text()
  // A response of these statuses can't be made with a body.
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : body, { status, statusText, headers })
}

function toConnectionError(error: unknown, operation: string): ConnectionError {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const reason = inner instanceof Error ? inner.message || inner.name : String(inner)
  const message = `${operation} found no server, or lost it: ${reason}. Check baseUrl and that the server runs`
  return new ConnectionError(message, { code: 'CONNECTION_FAILED', retryable: true, operation, cause: error })
}
