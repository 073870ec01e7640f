import type { IngestWarning, InputIssue } from '@customer-intel/contract'
import type { RateDecision } from '../kernel/rate-limiter.ts'
import { type Reply, jsonReply } from './reply.ts'

/** Prepared bodies of the usual response, by count. */
const successBodies = Array.from({ length: 101 }, (_, processed) =>
  JSON.stringify({ success: true, processed }),
)

export function ingestSuccess(
  processed: number,
  warnings: readonly IngestWarning[],
  headers: Record<string, string>,
): Reply {
  if (warnings.length > 0) return jsonReply(200, { success: true, processed, warnings }, headers)
  const reply = jsonReply(200, null, headers)
  reply.body = successBodies[processed] ?? JSON.stringify({ success: true, processed })
  return reply
}

/** Nothing was stored. In both forms of failure: by index (-1: the whole batch) and by path. */
export function ingestFailure(
  status: number,
  message: string,
  headers: Record<string, string>,
  issues: readonly InputIssue[] = [{ path: [], message }],
): Reply {
  const errors = issues.map(({ path, message }) => ({ index: -1, path, message }))
  return jsonReply(status, { success: false, processed: 0, message, errors }, headers)
}

/** The three headers of every ingest response; none when unlimited. `reset` in Unix seconds. */
export function rateLimitHeaders(
  limit: number,
  decision: RateDecision | null,
  nowMs: number,
): Record<string, string> {
  if (decision === null) return {}
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(decision.remaining),
    'x-ratelimit-reset': String(Math.ceil((nowMs + decision.resetMs) / 1_000)),
  }
}

/** Lets the page's script read the response to a request without credentials. */
export function readableHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id',
  }
}

/** For allowed origins alone: a beacon always sends credentials. */
export const credentialsHeaders = { 'access-control-allow-credentials': 'true' }

export const preflightHeaders = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type',
  'access-control-max-age': '86400',
}
