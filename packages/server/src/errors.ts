/** The one error that the domain throws on purpose. `http/` alone knows which status a code becomes. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: string
  /** For the caller: where in the input, and what to do. */
  readonly issues: { path: (string | number)[]; message: string }[]
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: string,
    message: string,
    options: {
      issues?: { path: (string | number)[]; message: string }[]
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.issues = options.issues ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError'
}
