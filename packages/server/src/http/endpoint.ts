import type { BodySource } from './read-body.ts'
import type { Reply } from './reply.ts'

/** One request. */
export interface Call {
  method: string
  /** Scheme and host, as far as this server knows: a proxy may have others. */
  origin: string
  /** Path parameters, decoded. */
  params: Record<string, string>
  query: URLSearchParams
  header(name: string): string | null
  /** The names of all headers, in lower case. */
  headerNames(): string[]
  body: BodySource
  requestId: string
  /** As {@link senderAddress}. */
  sender: string | null
  /** Aborts when the caller disconnects before the response. */
  readonly signal: AbortSignal
}

/** Method, path and handler. Errors are thrown, and become a Reply in one place. */
export interface Endpoint {
  method: string
  /** With parameters in braces: `/api/automations/{id}`. */
  path: string
  handle(call: Call): Promise<Reply>
}
