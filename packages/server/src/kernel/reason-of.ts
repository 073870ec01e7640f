import { AppError } from './errors.ts'

/** The message of an error, for operators: of its cause, where it has one that says more than it tells callers. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
