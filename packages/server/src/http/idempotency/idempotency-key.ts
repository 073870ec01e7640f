import { createHash } from 'node:crypto'
import { limits } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'

/**
 * Checks the header `Idempotency-Key`: 1 to 255 printable ASCII characters. Null when it is absent. Throws AppError
 * `INVALID_REQUEST`.
 */
export function readIdempotencyKey(header: string | null): string | null {
  if (header === null) return null
  if (header.length <= limits.platform.idempotencyKeyLength && /^[\x20-\x7e]+$/.test(header)) return header
  throw new AppError(
    'INVALID_REQUEST',
    `Idempotency-Key must be 1 to ${limits.platform.idempotencyKeyLength} printable ASCII characters: send a fresh UUID with each new request`,
  )
}

/** Identifies a request: the same key for another operation is another request. */
export function requestIdOf(operation: string, key: string): string {
  return hash(`${operation}\n`, key)
}

/** Equal for repetitions only: of path, query and the bytes of the body. */
export function fingerprintOf(
  path: Record<string, string>,
  query: URLSearchParams,
  body: Uint8Array,
): string {
  return hash(`${JSON.stringify(path)}\n${query.toString()}\n`, body)
}

function hash(head: string, rest: string | Uint8Array): string {
  return createHash('sha256').update(head).update(rest).digest('hex')
}
