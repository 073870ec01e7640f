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
  /** Path and query, as they were sent. */
  target: string
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
  /** How another node can be asked instead, where the answer is an organization's. Absent: this one answers. */
  forward?: ForwardRules
}

export interface ForwardRules {
  /** Null: there is no body. */
  bodyLimitBytes: number | null
  /** Whether it may be asked again when its answer was lost. */
  isRepeatable(call: Call, body: Buffer): boolean
  /** The answer to an error. */
  fail(error: unknown, call: Call): Reply
}
