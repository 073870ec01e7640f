import { createHash } from 'node:crypto'
import { AppError } from './errors.ts'

/** Hash of a configuration: the same for the same values in the same order. */
export function configHashOf(...values: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
}

/**
 * Checks `If-Match`: throws AppError `CONFLICT` if it names another `configHash` than the current one. Passes without the
 * header, or with `*`.
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
