import { createHash } from 'node:crypto'
import { AppError } from './errors.ts'

/** Tells one configuration from another: the same for the same values, written in the same order. */
export function configHashOf(...values: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
}

/**
 * Holds a caller to what they read: throws AppError `CONFLICT` where their `If-Match` names another `configHash` than the one
 * that holds now. Without the header, or with `*`, anything goes.
 */
export function requireMatch({ ifMatch }: { ifMatch: string | null }, configHash: string | null): void {
  if (ifMatch === null) return
  const named = ifMatch.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'))
  if (named.includes('*') || (configHash !== null && named.includes(configHash))) return
  throw new AppError(
    'CONFLICT',
    `It was changed since you read it: its configHash is ${configHash ?? 'null'} now. Read it again, and send that as If-Match`,
  )
}
