import type { CustomerIntelError } from '../errors/error.ts'

/** The request, for hooks. */
export interface RequestInfo {
  /** The route or tool, such as `createAutomation` or `svc_query`. */
  operation: string
  /** 0 for the first attempt. */
  attempt: number
}

/** Called around each attempt of a request. A hook that throws fails the call with its error. */
export interface Hooks {
  /** Before each attempt. May change the request's headers. */
  beforeRequest?: (request: Request, info: RequestInfo) => void | Promise<void>
  /** After each complete response, with any status. The body may be read. */
  afterResponse?: (response: Response, info: RequestInfo & { durationMs: number }) => void | Promise<void>
  /** Before waiting for the next attempt. */
  beforeRetry?: (error: CustomerIntelError, info: RequestInfo & { delayMs: number }) => void | Promise<void>
}

/** The used part of OpenTelemetry's `Tracer`: pass `trace.getTracer('…')`. */
export interface TracerLike {
  /** Begins a span. */
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, string | number | boolean> },
  ): {
    /** For the request: method, status, ids. */
    setAttribute(name: string, value: string | number | boolean): unknown
    /** When the call failed. */
    setStatus(status: { code: number; message?: string }): unknown
    /** Called once. */
    end(): void
  }
}

/** Options of one call. */
export interface RequestOptions {
  /** Aborts the call; it rejects with the signal's reason. */
  signal?: AbortSignal
  /** Timeout of each attempt, including the response's body, in milliseconds. Default: the client's. */
  timeoutMs?: number
  /** Retries. Default: the client's. */
  maxRetries?: number
  /** Further headers. */
  headers?: Record<string, string>
  /**
   * Identifies the call: the server executes it once within 24 hours, however often it is sent. Default: a new one for
   * each call that isn't idempotent by itself.
   */
  idempotencyKey?: string
}

export interface CustomerIntelOptions {
  /**
   * Starts with `ok_`. Default: the environment's `SVC_API_KEY`. Null: none is sent, since the browser has a session with the
   * server, for a page that the server itself serves.
   */
  apiKey?: string | null
  /** Address of the server. Default: the environment's `SVC_BASE_URL`, else `http://127.0.0.1:8787`. */
  baseUrl?: string
  /** Timeout of each attempt, including the response's body, in milliseconds. Default 30,000. */
  timeoutMs?: number
  /** Retries. Default 2. */
  maxRetries?: number
  /** Longest `Retry-After` that is waited for; beyond it the call fails at once. Milliseconds, default 60,000. */
  maxRetryAfterMs?: number
  /** Headers of every request. */
  headers?: Record<string, string>
  /** Called around each attempt. */
  hooks?: Hooks
  /** Creates a span for each call. Default: none. */
  tracer?: TracerLike
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
}
