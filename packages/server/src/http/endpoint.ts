import type { BodySource } from './read-body.ts'
import type { Reply } from './reply.ts'

/** One request, as an endpoint sees it. */
export interface Call {
  method: string
  /** Scheme and host, as far as this server knows: a proxy in front may be reached by another. */
  origin: string
  /** Path parameters, decoded. */
  params: Record<string, string>
  query: URLSearchParams
  header(name: string): string | null
  /** The names of all headers, in lower case. */
  headerNames(): string[]
  body: BodySource
  requestId: string
  /** Aborted when the caller is gone before the answer. */
  readonly signal: AbortSignal
}

/** A method on a path, and what answers it. Failures are thrown and become a Reply in one place. */
export interface Endpoint {
  method: string
  /** With parameters in braces: `/api/automations/{id}`. */
  path: string
  handle(call: Call): Promise<Reply>
}
