import { AppError, isAppError } from '../../kernel/errors.ts'

/** For `catch`: a disk error becomes an AppError `UNAVAILABLE` for the caller, with the cause for the operator. */
export function unavailable(what: string): (cause: unknown) => never {
  return (cause) => {
    if (isAppError(cause)) throw cause
    throw new AppError('UNAVAILABLE', `${what} now: try again later`, { cause, retryAfterSeconds: 30 })
  }
}
