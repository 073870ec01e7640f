import { withDeadline } from '../deadline.ts'
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
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
  }
}

/** The body of a batch that is sent now: the events' JSON was made when they were recorded. */
export function encodeBatch(events: readonly { json: string }[], source: string): string {
  return `{"source":"${source}","sentAt":${Date.now()},"events":[${events.map((event) => event.json).join(',')}]}`
}

/** One request. Rejects when there is no whole answer within the deadline, which covers the body too. */
export async function send(
  endpoint: Endpoint,
  body: string,
  options: { fetch: typeof globalThis.fetch; timeoutMs: number; signal: AbortSignal },
): Promise<Answer> {
  const { fetch, timeoutMs, signal } = options
  const { url, headers } = endpoint
  const request = async (signal: AbortSignal) => {
    // A redirect that is followed would turn the POST into a GET, whose 200 means nothing.
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    const { status } = response
    return { status, retryAfter: response.headers.get('retry-after'), body: await response.text() }
  }
  const timeoutError = () => new Error(`no whole answer within ${timeoutMs} ms`)
  return withDeadline(request, { signal, timeoutMs, timeoutError })
}
