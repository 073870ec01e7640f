import type { TextPosition } from '@customer-intel/contract'

/** What is wrong with one field of the input, and where in its text. */
export interface FieldIssue {
  path: (string | number)[]
  message: string
  position?: TextPosition
}

/** The only error that the domain throws on purpose. Only `http/` maps codes to statuses. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: string
  /** For the caller: where in the input, and what to do. */
  readonly issues: FieldIssue[]
  readonly retryAfterSeconds: number | undefined
  /** For an error about a limit of the plan. */
  readonly planLimit: PlanLimit | undefined

  /** What the answer lacks that found nothing: what is missing may be there. */
  readonly stale: { reason: string; behindSeconds: number | null } | undefined

  /** The store can't be reached: what was read before may still be used. Not visible to callers. */
  readonly storeIsAway: boolean

  constructor(
    code: string,
    message: string,
    options: {
      storeIsAway?: boolean
      issues?: FieldIssue[]
      retryAfterSeconds?: number
      planLimit?: PlanLimit
      stale?: { reason: string; behindSeconds: number | null }
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.issues = options.issues ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
    this.planLimit = options.planLimit
    this.stale = options.stale
    this.storeIsAway = options.storeIsAway ?? false
  }
}

/** The limit of the plan. `resetAt` in Unix milliseconds. */
export type PlanLimit =
  | { plan: string; feature: 'api_calls'; resetAt: number }
  | { plan: string; feature: 'integration_connections'; currentConnections: number; limit: number }

export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError'
}

/** The store can't be used as configured. The message names the problem and the remedy. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
}

/** The store can't be reached now, and may be soon: a start that failed with it can be tried again. */
export class StoreAwayError extends StoreError {
  override readonly name = 'StoreAwayError'
}

/** Another process has the store open, and only one may. The message names it and the remedy. */
export class StoreInUseError extends StoreError {
  override readonly name = 'StoreInUseError'
}
