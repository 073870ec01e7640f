import { userAgent } from '../version.ts'
import type { Answer } from './outcome.ts'

/** Where and how batches are sent. */
export interface Endpoint {
  url: string
  headers: Record<string, string>
  source: string
}

export function createEndpoint(options: {
  baseUrl: string
  publicKey: string
  source: string
  apiKey?: string
}): Endpoint {
  const { baseUrl, publicKey, source, apiKey } = options
  return {
    url: `${baseUrl}/api/i/v1/${encodeURIComponent(publicKey)}/events`,
    source,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent(),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
  }
}

/** The body of a batch: the events' JSON was made when they were recorded. */
export function encodeBatch(events: readonly { json: string }[], source: string): string {
  return `{"source":"${source}","events":[${events.map((event) => event.json).join(',')}]}`
}

/** One request. Rejects when there is no whole answer within the deadline, which covers the body too. */
export async function send(
  endpoint: Endpoint,
  body: string,
  options: { fetch: typeof fetch; timeoutMs: number; controller: AbortController },
): Promise<Answer> {
  const { controller, timeoutMs } = options
  const { signal } = controller
  const timer = setTimeout(() => {
    controller.abort(new Error(`no whole answer within ${timeoutMs} ms`))
  }, timeoutMs)
  // A fetch of the caller's own may not listen to the signal.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  try {
    return await Promise.race([request(endpoint, body, options.fetch, signal), aborted])
  } finally {
    clearTimeout(timer)
  }
}

async function request(
  endpoint: Endpoint,
  body: string,
  fetch: FetchLike,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(endpoint.url, {
    method: 'POST',
    headers: endpoint.headers,
    body,
    // Followed, a redirect would turn the POST into a GET, whose 200 means nothing.
    redirect: 'manual',
    signal,
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.text(),
  }
}

type FetchLike = typeof globalThis.fetch
