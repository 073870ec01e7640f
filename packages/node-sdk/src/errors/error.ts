/** On every error of the family, also those of another copy of this package: ESM beside CommonJS, or two versions. */
const brand = Symbol.for('customer-intel.error')

export interface ErrorFields {
  /** HTTP status; null when there was no answer. */
  status?: number | null
  /** A code of the API such as `NOT_FOUND`, or of the SDK such as `CONNECTION_FAILED`. */
  code: string
  /** Names the request in the server's log; null when the server gave none. */
  requestId?: string | null
  /** Whether the same call may succeed later. */
  retryable?: boolean
  /** How long the server asks to wait, in milliseconds; null when it didn't say. */
  retryAfterMs?: number | null
  /** What the server told besides, as it stands in the answer. */
  details?: unknown
  /** The whole answer, where it was a JSON object. */
  answer?: unknown
  /** The route or tool that was called, such as `svc_get_customer`. */
  operation?: string
  /** What lies behind it. */
  cause?: unknown
}

/**
 * Anything that goes wrong between the SDK and the server. `instanceof` also holds for errors of another copy of this
 * package in the same process. No error, in message, fields or JSON, holds the API key.
 */
export class CustomerIntelError extends Error {
  /**
   * The class's name, which a minifier can't change.
   *
   * @internal
   */
  static readonly kind: string = 'CustomerIntelError'
  /** HTTP status; null when there was no answer. */
  declare readonly status: number | null
  /** A code of the API such as `NOT_FOUND`, or of the SDK such as `CONNECTION_FAILED`. */
  declare readonly code: string
  /** Names the request in the server's log; null when the server gave none. */
  declare readonly requestId: string | null
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean
  /** How long the server asks to wait, in milliseconds; null when it didn't say. */
  declare readonly retryAfterMs: number | null
  /** What the server told besides, as it stands in the answer. */
  declare readonly details: unknown
  /** The whole answer as the server wrote it; undefined where it was no JSON object. Not in the error's JSON. */
  declare readonly answer: unknown
  /** The route or tool that was called; empty outside a call. */
  declare readonly operation: string

  constructor(message: string, fields: ErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause })
    const { status = null, code, requestId = null, retryable = false, retryAfterMs = null } = fields
    const { details, operation = '' } = fields
    const name = new.target.kind
    Object.assign(this, { name, status, code, requestId, retryable, retryAfterMs, details, operation })
    Object.defineProperty(this, brand, { value: kindsOf(new.target) })
    Object.defineProperty(this, 'answer', { value: fields.answer })
  }

  /** Holds for errors of another copy of this package too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const kinds: unknown = typeof value === 'object' && value !== null && Reflect.get(value, brand)
    // A subclass of the caller's own has no kind of its own: the usual rule holds for it.
    return Array.isArray(kinds) && Object.hasOwn(this, 'kind')
      ? kinds.includes(this.kind)
      : Function.prototype[Symbol.hasInstance].call(this, value)
  }

  /** Every field, without stack and cause. */
  toJSON(): Record<string, unknown> {
    const { message } = this
    return { ...(this as object), message }
  }
}

function kindsOf(type: typeof CustomerIntelError): string[] {
  const kinds: string[] = []
  for (let next = type; next.kind !== undefined; next = Object.getPrototypeOf(next) as typeof type) {
    kinds.push(next.kind)
  }
  return kinds
}
