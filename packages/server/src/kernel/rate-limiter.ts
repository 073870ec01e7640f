/** The rate limiter's decision about one request. */
export interface RateDecision {
  allowed: boolean
  /** Requests that the window admits after this one. */
  remaining: number
  /** Milliseconds until the oldest request leaves the window; for a refused request: until one is admitted. */
  resetMs: number
}

export interface RateLimiter {
  /**
   * Counts a request of this key if it is admitted. Refused requests don't count. `allowance`: this process's part of the
   * limit. Default: all of it.
   */
  take(key: string, allowance?: number): RateDecision
  /** The result of {@link take}, without counting. */
  peek(key: string): RateDecision
}

export interface RateLimiterOptions {
  /** Requests per window. */
  limit: number
  /** Default 1,000. */
  windowMs?: number
  /** Beyond it, the keys that were first seen longest ago are dropped. Default: none. */
  maxKeys?: number
  /** A monotonic clock, in milliseconds. Default `performance.now`. */
  now?: () => number
}

/**
 * A sliding window: within any `windowMs` at most `limit` requests of a key are admitted. Keeps the times of the last
 * `limit` admitted requests per key; the keys are an operator's few public keys.
 */
export function createRateLimiter({
  limit,
  windowMs = 1_000,
  maxKeys = Infinity,
  now = () => performance.now(),
}: RateLimiterOptions): RateLimiter {
  const windows = new Map<string, Window>()

  const windowOf = (key: string): { window: Window; time: number } => {
    let window = windows.get(key)
    if (window === undefined) {
      window = { times: new Float64Array(limit), first: 0, count: 0 }
      windows.set(key, window)
      if (windows.size > maxKeys) windows.delete(windows.keys().next().value ?? key)
    }
    const time = now()
    while (window.count > 0 && (window.times[window.first] ?? 0) <= time - windowMs) {
      window.first = (window.first + 1) % limit
      window.count -= 1
    }
    return { window, time }
  }

  const describe = (window: Window, time: number, allowed: boolean, allowance = limit): RateDecision => ({
    allowed,
    remaining: Math.max(0, allowance - window.count),
    resetMs: window.count === 0 ? windowMs : (window.times[window.first] ?? 0) + windowMs - time,
  })

  return {
    take(key, allowance = limit) {
      const { window, time } = windowOf(key)
      if (window.count >= Math.min(limit, allowance)) return describe(window, time, false, allowance)
      window.times[(window.first + window.count) % limit] = time
      window.count += 1
      return describe(window, time, true, allowance)
    },
    peek(key) {
      const { window, time } = windowOf(key)
      return describe(window, time, window.count < limit)
    },
  }
}

/** A ring buffer of the times of admitted requests, the oldest at `first`. */
interface Window {
  times: Float64Array
  first: number
  count: number
}
