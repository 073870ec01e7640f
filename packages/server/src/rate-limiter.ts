/** What one request learns of its key's allowance. */
export interface RateDecision {
  allowed: boolean
  /** Requests that the window still admits after this one. */
  remaining: number
  /** Milliseconds until the oldest request leaves the window; for a refused request: until the next is admitted. */
  resetMs: number
}

export interface RateLimiter {
  /**
   * Counts a request of this key, if it is admitted. Refused requests don't count. `allowance`: how many of the limit are
   * this process's. Default: all.
   */
  take(key: string, allowance?: number): RateDecision
  /** What {@link take} would find, without counting. */
  peek(key: string): RateDecision
}

export interface RateLimiterOptions {
  /** Requests that a window admits. */
  limit: number
  /** Default 1,000. */
  windowMs?: number
  /** Beyond, the keys that were first seen longest ago are forgotten. Default: none is. */
  maxKeys?: number
  /** A clock that never runs backwards, in milliseconds. Default `performance.now`. */
  now?: () => number
}

/**
 * A true sliding window: among any `windowMs` there are never more than `limit` admitted requests of a key. Keeps the
 * times of the last `limit` admitted requests of each key; the keys are an operator's few public keys.
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

/** A ring of the times of admitted requests, oldest at `first`. */
interface Window {
  times: Float64Array
  first: number
  count: number
}
