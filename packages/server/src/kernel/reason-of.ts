import { AppError } from './errors.ts'

/** The message of an error, for operators: of its cause, where it has one that says more than it tells callers. */
export function reasonOf(error: unknown): string {
  return messageOf(error instanceof AppError && error.cause !== undefined ? error.cause : error)
}

/** The message of an error, for callers; its name where it has none. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
