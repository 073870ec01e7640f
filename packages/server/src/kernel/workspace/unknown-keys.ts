import { AppError } from '../errors.ts'
import { createRateLimiter } from '../rate-limiter.ts'

/** Keys that no organization has, as of a moment ago. */
export interface UnknownKeys {
  /** Whether the key was looked up within the last second, in vain. */
  has(key: string): boolean
  /** Throws AppError `RATE_LIMITED` when an address has tried too many keys that nobody has. */
  assertMayTry(address: string | null): void
  /** `address`: who tried it; null: unknown, and not limited. */
  add(key: string, address: string | null): void
}

/** Within it a key that another server has just made may still be refused, as one that was revoked may still work. */
const rememberMs = 1_000
const maxKeys = 10_000
/** Unknown keys of one address. */
const tries = 30
const triesMs = 10_000

export function createUnknownKeys(): UnknownKeys {
  /** When each was looked up, the oldest first. */
  const keys = new Map<string, number>()
  const tried = createRateLimiter({ limit: tries, windowMs: triesMs, maxKeys })
  return {
    has(key) {
      return performance.now() - (keys.get(key) ?? -Infinity) < rememberMs
    },
    assertMayTry(address) {
      if (address === null) return
      const { allowed, resetMs } = tried.peek(address)
      if (!allowed)
        throw new AppError(
          'RATE_LIMITED',
          `More than ${tries} keys that nobody has were sent from this address within ${triesMs / 1_000} seconds: wait`,
          { retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1_000)) },
        )
    },
    add(key, address) {
      keys.delete(key)
      keys.set(key, performance.now())
      if (keys.size > maxKeys) keys.delete(keys.keys().next().value!)
      if (address !== null) tried.take(address)
    },
  }
}
