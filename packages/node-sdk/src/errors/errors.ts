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

/** There was no whole answer: refused, reset, cut off, no such host. */
export class ConnectionError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'ConnectionError'
}

/** There was no whole answer, body included, within `timeoutMs`. */
export class TimeoutError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'TimeoutError'
}

/** What the call sends is wrong (400, 413, 415, 422). */
export class ValidationError extends CustomerIntelError {
  /** @internal */
  static override readonly kind: string = 'ValidationError'
  /** What is wrong, field by field; empty when the server didn't say. */
  declare readonly issues: readonly Issue[]

  constructor(message: string, fields: ErrorFields & { issues: readonly Issue[] }) {
    super(message, fields)
    this.issues = fields.issues
  }
}

/** The answer breaks the contract: HTML, cut-off JSON, a field that is missing, a repeated cursor. */
export class ContractError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'ContractError'
  /** Where the answer breaks the contract; empty when it is no JSON at all. */
  declare readonly issues: readonly Issue[]

  constructor(message: string, fields: Omit<ErrorFields, 'code'> & { issues?: readonly Issue[] }) {
    super(message, { ...fields, code: 'CONTRACT_BROKEN' })
    this.issues = fields.issues ?? []
  }
}

/** Too many requests (429). The SDK has waited and tried again before it throws this. */
export class RateLimitError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'RateLimitError'
}

/** A limit of the plan is reached (402, 403 or 429). Never tried again: waiting seconds doesn't help. */
export class PlanLimitError extends CustomerIntelError {
  /** @internal */
  static override readonly kind = 'PlanLimitError'
  /** Such as `free`. */
  declare readonly plan: string | null
  /** `api_calls` or `integration_connections`. */
  declare readonly feature: string | null
  /** When API calls are available again; null when the server didn't say. */
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

/** A query's answer leaves rows out. Narrow it, raise `limit`, or allow it by `allowTruncated`. */
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
