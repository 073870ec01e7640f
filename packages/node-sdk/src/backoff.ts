/**
 * Milliseconds to wait after a number of failures in a row: full jitter, so that clients don't return in step.
 *
 * @param baseMs Longest wait after the first failure. Doubles with each failure.
 * @param maxMs Longest wait at all.
 */
export function backoffMs(failures: number, baseMs: number, maxMs: number): number {
  return Math.random() * Math.min(maxMs, baseMs * 2 ** (failures - 1))
}

/** What a `Retry-After` header asks for, in milliseconds: seconds or an HTTP date. Undefined when it can't be read. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (!header?.trim()) return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - nowMs : seconds * 1000
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
