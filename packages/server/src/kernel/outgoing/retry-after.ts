const maxWaitMs = 24 * 60 * 60_000

/**
 * How long a response asks to wait, in milliseconds; null when it doesn't. `Retry-After` in seconds, possibly with a
 * fraction, or as an HTTP date (RFC 9110, 10.2.3); else the time of a reset in Unix seconds, Unix milliseconds or seconds
 * from now, from the headers below.
 */
export function retryAfterMs(header: (name: string) => string | null, now: number): number | null {
  const retryAfter = header('retry-after')?.trim()
  if (retryAfter) {
    const ms = /^\d+(?:\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1_000 : timeOf(retryAfter) - now
    if (Number.isFinite(ms)) return bounded(ms)
  }
  for (const name of ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset']) {
    const value = Number(header(name)?.trim() || Number.NaN)
    if (!Number.isFinite(value)) continue
    if (value > 1e11) return bounded(value - now)
    return bounded(value > 1e8 ? value * 1_000 - now : value * 1_000)
  }
  return null
}

/** One of the three forms of HTTP dates, one of which has no zone, or ISO 8601; NaN for anything else. */
function timeOf(text: string): number {
  if (/^[A-Z][a-z]+,? /.test(text)) return Date.parse(/ GMT$|[+-]\d{4}$/.test(text) ? text : `${text} GMT`)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
}

function bounded(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), maxWaitMs)
}
