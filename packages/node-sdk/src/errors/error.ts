/** Marks errors of this family, also those of another copy of this package: ESM beside CommonJS, or two versions. */
const brand = Symbol.for('customer-intel.error')

export interface ErrorFields {
  /** HTTP status; null without a response. */
  status?: number | null
  /** A code of the API such as `NOT_FOUND`, or of the SDK such as `CONNECTION_FAILED`. */
  code: string
  /** Names the request in the server's log; null when the server gave none. */
  requestId?: string | null
  /** Whether the same call may succeed later. */
  retryable?: boolean
  /** How long the server asks to wait, in milliseconds; null when unknown. */
  retryAfterMs?: number | null
  /** Further details from the response. */
  details?: unknown
  /** The whole response, if it was a JSON object. */
  answer?: unknown
  /** The route or tool, such as `svc_get_customer`. */
  operation?: string
  /** The underlying error. */
  cause?: unknown
}

/**
 * Any error between the SDK and the server. `instanceof` also works for errors of another copy of this package in the
 * same process. No error contains the API key, neither in its message, its fields nor its JSON.
 */
export class CustomerIntelError extends Error {
  /**
   * The class's name, which a minifier can't change.
   *
   * @internal
   */
  static readonly kind: string = 'CustomerIntelError'
  /** HTTP status; null without a response. */
  declare readonly status: number | null
  /** A code of the API such as `NOT_FOUND`, or of the SDK such as `CONNECTION_FAILED`. */
  declare readonly code: string
  /** Names the request in the server's log; null when the server gave none. */
  declare readonly requestId: string | null
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean
  /** How long the server asks to wait, in milliseconds; null when unknown. */
  declare readonly retryAfterMs: number | null
  /** Further details from the response. */
  declare readonly details: unknown
  /** The whole response as received; undefined if it wasn't a JSON object. Not part of the error's JSON. */
  declare readonly answer: unknown
  /** The route or tool; empty outside a call. */
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

  /** Also true for errors of another copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const kinds: unknown = typeof value === 'object' && value !== null && Reflect.get(value, brand)
    // A caller's subclass has no kind of its own: the usual rule applies.
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
