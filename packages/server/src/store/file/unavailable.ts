import { AppError, isAppError } from '../../errors.ts'

/** For `catch`: what the disk refuses becomes an AppError `UNAVAILABLE` for the caller; the cause tells the operator. */
export function unavailable(what: string): (cause: unknown) => never {
  return (cause) => {
    if (isAppError(cause)) throw cause
    throw new AppError('UNAVAILABLE', `${what} now: try again later`, { cause, retryAfterSeconds: 30 })
  }
}
