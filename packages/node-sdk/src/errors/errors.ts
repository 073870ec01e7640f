import { CustomerIntelError, type ErrorFields } from './error.ts'
import type { Issue } from './issue.ts'

/** The API key is missing, unknown or disabled (401). */
export class AuthenticationError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'AuthenticationError'
}

/** The API key lacks the grant for this call (403). */
export class GrantError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'GrantError'
}

/** There is no such thing, or no such route (404, 405). */
export class NotFoundError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'NotFoundError'
}

/** The thing's state doesn't allow it (409). */
export class ConflictError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'ConflictError'
}

/** The server failed (5xx). `retryable` says whether to try again. */
export class ServerError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'ServerError'
}

/** No complete response: refused, reset, cut off, unknown host. */
export class ConnectionError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'ConnectionError'
}

/** No complete response, including the body, within `timeoutMs`. */
export class TimeoutError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'TimeoutError'
}

/** The input is invalid (400, 413, 415, 422). */
export class ValidationError extends CustomerIntelError {
  /** @internal */
  static override readonly kind: string = 'ValidationError'
  /** The problems by field; empty when the server didn't list them. */
  declare readonly issues: readonly Issue[]

  constructor(message: string, fields: ErrorFields & { issues: readonly Issue[] }) {
    super(message, fields)
    this.issues = fields.issues
  }
}

/** The response violates the contract: HTML, cut-off JSON, a missing field, a repeated cursor. */
export class ContractError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'ContractError'
  /** Where the response violates the contract; empty if it isn't JSON. */
  declare readonly issues: readonly Issue[]

  constructor(message: string, fields: Omit<ErrorFields, 'code'> & { issues?: readonly Issue[] }) {
    super(message, { ...fields, code: 'CONTRACT_BROKEN' })
    this.issues = fields.issues ?? []
  }
}

/** Too many requests (429). Thrown after the SDK has waited and retried. */
export class RateLimitError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'RateLimitError'
}

/** A limit of the plan is reached (402, 403 or 429). Never retried: waiting for seconds doesn't help. */
export class PlanLimitError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'PlanLimitError'
  /** Such as `free`. */
  declare readonly plan: string | null
  /** `api_calls` or `integration_connections`. */
  declare readonly feature: string | null
  /** When API calls are available again; null when unknown. */
  declare readonly resetAt: Date | null
  /** Of a connection limit. */
  declare readonly currentConnections: number | null
  /** Of a connection limit. */
  declare readonly limit: number | null

  constructor(message: string, fields: ErrorFields & { body: Record<string, unknown> }) {
    super(message, fields)
    const { plan, feature, resetAt, currentConnections, limit } = fields.body
    this.plan = typeof plan === 'string' ? plan : null
    this.feature = typeof feature === 'string' ? feature : null
    this.resetAt = typeof resetAt === 'number' ? new Date(resetAt) : null
    this.currentConnections = typeof currentConnections === 'number' ? currentConnections : null
    this.limit = typeof limit === 'number' ? limit : null
  }
}

/** A query's answer is truncated. Narrow the query, raise `limit`, or set `allowTruncated`. */
export class TruncatedResultError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'TruncatedResultError'
  /** How many rows came. */
  declare readonly rowsReturned: number

  constructor(rowsReturned: number, fields: Omit<ErrorFields, 'code'>) {
    super(
      `The result has more than the ${rowsReturned} rows that came: narrow it, raise limit, or set allowTruncated.`,
      { ...fields, code: 'RESULT_TRUNCATED' },
    )
    this.rowsReturned = rowsReturned
  }
}
