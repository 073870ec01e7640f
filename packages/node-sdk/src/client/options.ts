import type { CustomerIntelError } from '../errors/error.ts'

/** What hooks are told of a request. */
export interface RequestInfo {
  /** The route or tool that is called, such as `createAutomation` or `svc_query`. */
  operation: string
  /** 0 for the first attempt. */
  attempt: number
}

/** Called around each attempt of a request. A hook that throws fails the call with its error. */
export interface Hooks {
  /** Before each attempt. May change the request's headers. */
  beforeRequest?: (request: Request, info: RequestInfo) => void | Promise<void>
  /** After each whole answer, of whatever status. The body may be read. */
  afterResponse?: (response: Response, info: RequestInfo & { durationMs: number }) => void | Promise<void>
  /** Before waiting for the next attempt. */
  beforeRetry?: (error: CustomerIntelError, info: RequestInfo & { delayMs: number }) => void | Promise<void>
}

/** As much of OpenTelemetry's `Tracer` as is used: hand over `trace.getTracer('…')`. */
export interface TracerLike {
  /** Begins a span. */
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, string | number | boolean> },
  ): {
    /** Of the request: method, status, ids. */
    setAttribute(name: string, value: string | number | boolean): unknown
    /** Where the call failed. */
    setStatus(status: { code: number; message?: string }): unknown
    /** Called once. */
    end(): void
  }
}

/** Options of one call. */
export interface RequestOptions {
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal
  /** Deadline of each attempt, the answer's body included, in milliseconds. Default: the client's. */
  timeoutMs?: number
  /** Attempts after the first. Default: the client's. */
  maxRetries?: number
  /** Sent besides the SDK's own. */
  headers?: Record<string, string>
  /**
   * Names the call for good: the server carries it out once within 24 hours, however often it is sent. Default: a new
   * one for each call that is not idempotent by itself.
   */
  idempotencyKey?: string
}

export interface CustomerIntelOptions {
  /** Begins with `ok_`. Default: the environment's `SVC_API_KEY`. */
  apiKey?: string
  /** Address of the server. Default: the environment's `SVC_BASE_URL`, else `http://127.0.0.1:8787`. */
  baseUrl?: string
  /** Deadline of each attempt, the answer's body included, in milliseconds. Default 30,000. */
  timeoutMs?: number
  /** Attempts after the first. Default 2. */
  maxRetries?: number
  /** Longest `Retry-After` that is waited for; past it the call fails at once. Milliseconds, default 60,000. */
  maxRetryAfterMs?: number
  /** Sent with every request. */
  headers?: Record<string, string>
  /** Called around each attempt. */
  hooks?: Hooks
  /** Makes a span of each call. Default: none. */
  tracer?: TracerLike
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
}
