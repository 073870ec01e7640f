/** The one error that the domain throws on purpose. `http/` alone knows which status a code becomes. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: string
  /** For the caller: where in the input, and what to do. */
  readonly issues: { path: (string | number)[]; message: string }[]
  readonly retryAfterSeconds: number | undefined
  /** Of an error that says that a limit of the plan is reached. */
  readonly planLimit: PlanLimit | undefined

  /** The store can't be reached at all: what is known of it holds, as long as nobody can tell. Never told to callers. */
  readonly storeIsAway: boolean

  constructor(
    code: string,
    message: string,
    options: {
      storeIsAway?: boolean
      issues?: { path: (string | number)[]; message: string }[]
      retryAfterSeconds?: number
      planLimit?: PlanLimit
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.issues = options.issues ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
    this.planLimit = options.planLimit
    this.storeIsAway = options.storeIsAway ?? false
  }
}

/** Which limit of the plan is reached. `resetAt` in Unix milliseconds. */
export type PlanLimit =
  | { plan: string; feature: 'api_calls'; resetAt: number }
  | { plan: string; feature: 'integration_connections'; currentConnections: number; limit: number }

export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError'
}

/** A store that can't be used as it is configured. The message says what is wrong and the remedy. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
}

/** Another process serves from the store, and only one may. The message names it and the remedy. */
export class StoreInUseError extends StoreError {
  override readonly name = 'StoreInUseError'
}
