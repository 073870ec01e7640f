const minute = 60_000
const hour = 60 * minute

/** Pauses before each further try, in milliseconds: three days in all, as Standard Webhooks advises. */
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
 * How long to wait after so many tries, in milliseconds; null: no more. `jitter`, 0 to 1, spreads those that failed together
 * by up to a tenth; what the receiver asks for by `Retry-After` is the least.
 */
export function pauseAfter(
  tries: number,
  { jitter, retryAfterMs = 0 }: { jitter: number; retryAfterMs?: number },
): number | null {
  const pause = pauses[tries - 1]
  if (pause === undefined) return null
  return Math.max(pause * (0.95 + 0.1 * jitter), Math.min(retryAfterMs, 24 * hour))
}
