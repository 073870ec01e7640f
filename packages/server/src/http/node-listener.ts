import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { IngestCall } from './ingest-endpoint.ts'
import type { Metrics } from '../kernel/metrics/metrics.ts'
import type { Reply } from './reply.ts'
import { chooseRequestId } from './request-id.ts'
import { senderAddress } from './sender-address.ts'

export interface NodeListenerOptions {
  ingest: (call: IngestCall) => Promise<Reply>
  /** For everything except ingest. */
  fallback: RequestListener
  /** Handles unexpected errors. */
  onError: (error: unknown, requestId: string) => Reply
  metrics: Metrics
}

/**
 * Answers ingest requests directly on the socket: they are nearly all of the traffic, and a web `Request` and `Response`
 * for each would cost as much as all their other work. Everything else goes through the app.
 */
export function createNodeListener({
  ingest,
  fallback,
  onError,
  metrics,
}: NodeListenerOptions): RequestListener {
  return (request, response) => {
    const publicKey = readPublicKey(request)
    if (publicKey === null) {
      fallback(request, response)
      return
    }
    const { origin, authorization } = request.headers
    const requestId = chooseRequestId(request.headers['x-request-id'])
    const call: IngestCall = {
      method: request.method ?? 'POST',
      publicKey,
      origin: origin ?? null,
      authorization: authorization ?? null,
      userAgent: request.headers['user-agent'] ?? null,
      contentType: request.headers['content-type'] ?? null,
      body: { node: request },
      requestId,
      sender: senderAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString()),
    }
    const startedAt = performance.now()
    const answer = (reply: Reply) => {
      metrics.countIngestAnswer(reply.status, (performance.now() - startedAt) / 1_000)
      send(response, reply)
    }
    ingest(call).then(answer, (error: unknown) => answer(onError(error, requestId)))
  }
}

/** The public key of `POST` and `OPTIONS /api/i/v1/{publicKey}/events`; null for every other request. */
function readPublicKey(request: IncomingMessage): string | null {
  if (request.method !== 'POST' && request.method !== 'OPTIONS') return null
  // Our keys need no decoding: other paths go to the app.
  return /^\/api\/i\/v1\/([\w.~-]+)\/events(?:\?|$)/.exec(request.url ?? '')?.[1] ?? null
}

function send(response: ServerResponse, reply: Reply): void {
  // The sender disconnected meanwhile.
  if (response.destroyed) return
  const { body } = reply
  if (body !== null) reply.headers['content-length'] = String(Buffer.byteLength(body))
  response.writeHead(reply.status, reply.headers)
  response.end(body ?? undefined)
}
