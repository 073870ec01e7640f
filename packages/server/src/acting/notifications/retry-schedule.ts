const minute = 60_000
const hour = 60 * minute

/** Pauses before each further attempt: three days in all, as Standard Webhooks advises. */
const pauses = [
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  18 * hour,
  22 * hour,
]

/**
 * Pause after this many attempts, in milliseconds; null: no more attempts. `jitter`, 0 to 1, spreads deliveries that
 * failed together by up to a tenth; the receiver's `Retry-After` is the minimum.
 */
export function pauseAfter(
  tries: number,
  { jitter, retryAfterMs = 0 }: { jitter: number; retryAfterMs?: number },
): number | null {
  const pause = pauses[tries - 1]
  if (pause === undefined) return null
  return Math.max(pause * (0.95 + 0.1 * jitter), Math.min(retryAfterMs, 24 * hour))
}
