export interface BackoffOptions {
  /** Longest wait after the first failure, in milliseconds. Doubles with each failure. */
  baseMs: number
  /** Longest wait at all, in milliseconds. */
  maxMs: number
  random?: () => number
}

/** Milliseconds to wait after a number of failures in a row: full jitter, so that clients don't return in step. */
export function backoffMs(failures: number, { baseMs, maxMs, random = Math.random }: BackoffOptions): number {
  return Math.round(random() * Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1)))
}

/** What a `Retry-After` header asks for, in milliseconds: seconds or an HTTP date. Undefined when it can't be read. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (!header?.trim()) return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - nowMs : seconds * 1000
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
