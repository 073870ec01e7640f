import { HTTPResponse } from 'h3'

/** A response before it becomes a web `Response` or is written to a node socket. */
export interface Reply {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** Null sends no body. */
  body: string | Uint8Array | null
  /** In place of a body: bytes that are sent as they come. */
  stream?: ReadableStream<Uint8Array>
}

/** Headers of every response: no sniffing, no framing, no referrer. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** A JSON response that must not be cached. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...securityHeaders,
      ...headers,
    },
    body: JSON.stringify(body),
  }
}

/** A response that is sent part by part, and kept by no proxy. */
export function streamReply(stream: ReadableStream<Uint8Array>, contentType: string): Reply {
  const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no', ...securityHeaders }
  return {
    status: 200,
    headers: { 'content-type': `${contentType}; charset=utf-8`, ...headers },
    body: null,
    stream,
  }
}

/** A response without a body. */
export function emptyReply(status: number, headers: Record<string, string> = {}): Reply {
  return { status, headers: { ...securityHeaders, ...headers }, body: null }
}

/** A static file. */
export function contentReply(
  body: string | Uint8Array,
  contentType: string,
  headers: Record<string, string> = {},
): Reply {
  return { status: 200, headers: { 'content-type': contentType, ...securityHeaders, ...headers }, body }
}

/** h3's own response type, sent as it is: a web `Response` would be copied for each caller. */
export function toResponse(reply: Reply): HTTPResponse {
  const { stream } = reply
  if (stream !== undefined) return new HTTPResponse(stream, { status: reply.status, headers: reply.headers })
  // A Uint8Array over shared memory is no BodyInit; ours never are.
  const body = reply.body as string | Uint8Array<ArrayBuffer> | null
  if (body !== null) reply.headers['content-length'] = String(Buffer.byteLength(body))
  return new HTTPResponse(body, { status: reply.status, headers: reply.headers })
}
