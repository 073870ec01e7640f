import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retryAfterMs } from '../../src/kernel/outgoing/retry-after.ts'

const now = Date.UTC(2026, 5, 1, 12)
const day = 24 * 60 * 60_000

// Dates that name no zone are of UTC wherever the server stands.
beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

it.each<[headers: Record<string, string>, ms: number | null]>([
  [{}, null],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': ' 120 ' }, 120_000],
  [{ 'retry-after': '0.25' }, 250],
  [{ 'retry-after': '007' }, 7_000],
  // The three forms of a date in HTTP.
  [{ 'retry-after': 'Mon, 01 Jun 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Monday, 01-Jun-26 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Mon Jun  1 12:00:30 2026' }, 30_000],
  [{ 'retry-after': '2026-06-01T12:00:30Z' }, 30_000],
  // In the past, or further away than anybody means.
  [{ 'retry-after': 'Mon, 01 Jun 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': '99999999999999999999' }, day],
  [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, day],
  // What says nothing.
  [{ 'retry-after': '' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': '1e9' }, null],
  [{ 'retry-after': 'NaN', 'x-ratelimit-reset': '3' }, 3_000],
  // Seconds from now, Unix seconds, Unix milliseconds.
  [{ 'ratelimit-reset': '15' }, 15_000],
  [{ 'x-ratelimit-reset': String(now / 1_000 + 15) }, 15_000],
  [{ 'x-rate-limit-reset': String(now + 15_000) }, 15_000],
  [{ 'x-ratelimit-reset': String(now / 1_000 - 15) }, 0],
  [{ 'x-ratelimit-reset': 'never' }, null],
])('%j waits %j ms', (headers, ms) => {
  expect(retryAfterMs((name) => headers[name] ?? null, now)).toBe(ms)
})
