import { cutText, errorCodes, type InputIssue, isErrorCode, limits } from '@customer-intel/contract'
import { AppError, isAppError } from '../kernel/errors.ts'
import { ingest, type IngestOptions, ingestTargetOf } from '../events/ingest/ingest.ts'
import { noteRefusedRequest } from '../events/ingest/note-rejections.ts'
import { rejectionLogOf } from '../events/rejections.ts'
import { type CountryOf, createSentFrom } from '../events/ingest/sent-from.ts'
import { createOriginCheck } from '../events/ingest/origin-rules.ts'
import { createRefusedOriginLog } from '../events/ingest/refused-origin-log.ts'
import type { RateDecision, RateLimiter } from '../kernel/rate-limiter.ts'
import type { Metrics } from '../kernel/metrics/metrics.ts'
import type { Workspaces, Workspace } from '../kernel/workspace/workspace.ts'
import { authenticate } from './api-key-auth.ts'
import {
  credentialsHeaders,
  ingestFailure,
  ingestSuccess,
  preflightHeaders,
  rateLimitHeaders,
  readableHeaders,
} from './ingest-reply.ts'
import { yieldEvery } from '../kernel/yield-every.ts'
import { parseBatch } from './parse-batch.ts'
import { hasLongNumber } from './exact-numbers.ts'
import { canBeNested, parseJson } from './parse-json.ts'
import { type BodySource, withBody } from './read-body.ts'
import { toUtf8 } from './to-utf8.ts'
import { type Reply, emptyReply, jsonReply } from './reply.ts'

/** One call of the Ingest API, over any transport. */
export interface IngestCall {
  method: string
  /** From the path, decoded. */
  publicKey: string
  origin: string | null
  authorization: string | null
  userAgent: string | null
  contentType: string | null
  body: BodySource
  requestId: string
  /** As {@link senderAddress}. */
  sender: string | null
}

export interface IngestEndpointOptions {
  workspaces: Workspaces
  /** Null: unlimited. */
  limiter: { limit: number; rate: RateLimiter } | null
  /** Origin rules of organizations without their own; empty: localhost and loopback. */
  allowedOrigins: readonly string[]
  requireServerAuth: boolean
  /** Of a {@link senderAddress}. */
  countryOf: CountryOf
  metrics: Metrics
  /** The operator's log. */
  warn: (message: string) => void
  /** Unix milliseconds. */
  clock: () => number
}

/** Larger bodies are parsed and checked event by event, and yield in between: all else takes ten milliseconds at most. */
const largeBytes = 64 * 1024

/** Refusals of a body before its events are looked at. */
const unreadable: ReadonlySet<string> = new Set(['INVALID_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'])

const refused = 'Invalid or inactive tracking configuration'
const unknownKey = `${refused}: no workspace has this public key; use the pk_… of the console, under Settings, Tracking (or that the server printed when it started)`

/**
 * `POST /api/i/v1/{publicKey}/events` and its preflight. Responds 200 or 207 only once the accepted events are durable.
 * The caller's errors become a Reply; our own are thrown.
 */
export function createIngestEndpoint(options: IngestEndpointOptions): (call: IngestCall) => Promise<Reply> {
  const { workspaces, limiter, clock } = options
  const checkOrigin = originChecks(options.allowedOrigins)
  const noteRefusedOrigin = createRefusedOriginLog(options.warn)
  const sentFrom = createSentFrom(options.countryOf)

  return async (call) => {
    const headers: Record<string, string> = { 'x-request-id': call.requestId, vary: 'Origin' }
    // Also of a refusal, so that its reason can be shown to the page's developer. A refused preflight stays refused.
    if (call.origin !== null && call.method !== 'OPTIONS')
      Object.assign(headers, readableHeaders(call.origin))
    const report = (decision: RateDecision | null): boolean => {
      Object.assign(headers, rateLimitHeaders(limiter?.limit ?? 0, decision, clock()))
      return decision === null || decision.allowed
    }
    const peek = (key: string) => report(limiter?.rate.peek(key) ?? null)
    const take = ({ rates }: Workspace, key: string) =>
      report(limiter?.rate.take(key, rates.note(key, limiter.limit)) ?? null)

    let workspace: Workspace | null
    try {
      workspace = await findWorkspace(workspaces, call)
    } catch (error) {
      peek('')
      return failureOf(error, headers)
    }
    if (workspace === null) {
      // Unknown keys share one rate window that never fills: a caller can't use up memory by inventing keys.
      peek('')
      return ingestFailure(403, unknownKey, headers, [{ path: [], message: refused }])
    }
    const { publicKey, origin } = call
    const note = (
      kind: Parameters<typeof noteRefusedRequest>[1],
      message: string,
      rejections = rejectionLogOf(workspace),
    ): void => noteRefusedRequest(rejections, kind, message, { now: clock(), sender: { publicKey, origin } })
    if (call.origin !== null) {
      if (!checkOrigin(workspace, call.origin)) {
        peek(call.publicKey)
        noteRefusedOrigin(call.origin)
        const message = `${refused}: the origin ${cutText(call.origin, 300)} is not allowed; add it to SVC_ALLOWED_ORIGINS or to the workspace's tracking.allowedOrigins`
        note('origin_not_allowed', 'The web origin is not allowed.')
        return ingestFailure(403, message, headers)
      }
      Object.assign(headers, readableHeaders(call.origin), credentialsHeaders)
    }
    if (call.method === 'OPTIONS') {
      peek(call.publicKey)
      return emptyReply(204, { ...headers, ...preflightHeaders, allow: 'POST, OPTIONS' })
    }
    if (!take(workspace, call.publicKey)) {
      headers['retry-after'] = '1'
      const message = `More than ${limiter?.limit} requests a second: wait a second and send again, with fewer and larger batches`
      note('rate_limited', message)
      return ingestFailure(429, message, headers)
    }
    try {
      // A program that shows an API key isn't its user's browser.
      const from = call.authorization === null ? sentFrom(call) : {}
      return await answer(call, workspace, { ...options, sentFrom: from }, headers)
    } catch (error) {
      if (isAppError(error) && unreadable.has(error.code)) note('unreadable', error.message)
      return failureOf(error, headers)
    }
  }
}

async function answer(
  call: IngestCall,
  workspace: Workspace,
  options: IngestEndpointOptions & Pick<IngestOptions, 'sentFrom'>,
  headers: Record<string, string>,
): Promise<Reply> {
  const mediaType = (call.contentType ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json' && mediaType !== 'text/plain' && mediaType !== '') {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the JSON as Content-Type application/json, or as text/plain to need no preflight',
    )
  }
  const { processed, errors, warnings } = await withBody(call.body, limits.ingest.bodyBytes, async (sent) => {
    const bytes = toUtf8(sent, call.contentType)
    const pause = bytes.length > largeBytes ? yieldEvery() : undefined
    // A text of a megabyte would stay in memory until the next full collection. Everything around the events is dropped.
    const payload = pause ? await parseBatch(bytes, pause, { isLenient: true }) : parseJson(bytes)
    const storable = !bytes.includes(String.raw`\u`)
    return ingest(ingestTargetOf(workspace), payload, {
      counters: options.metrics.of(workspace),
      clock: options.clock,
      body:
        pause === undefined && storable && canBeNested(bytes) && !hasLongNumber(bytes) ? bytes : undefined,
      storable,
      pause,
      sender: { publicKey: call.publicKey, origin: call.origin },
      sentFrom: options.sentFrom,
      authorize: async (source) => {
        if (options.requireServerAuth && source !== 'client') await requireApiKey(call, workspace, options)
      },
    })
  })
  if (errors.length === 0) return ingestSuccess(processed, warnings, headers)
  const warned = warnings.length > 0 ? { warnings } : {}
  return jsonReply(207, { success: false, processed, errors, ...warned }, headers)
}

async function findWorkspace(
  workspaces: Workspaces,
  { publicKey, sender }: IngestCall,
): Promise<Workspace | null> {
  if (
    !publicKey.startsWith(limits.ingest.publicKeyPrefix) ||
    publicKey.length > limits.ingest.publicKeyLength
  )
    return null
  const workspace = await workspaces.findByPublicKey(publicKey, sender)
  const active = workspace?.document.publicKeys.some(({ key, active }) => key === publicKey && active)
  return active === true ? workspace : null
}

async function requireApiKey(
  call: IngestCall,
  workspace: Workspace,
  { workspaces, clock }: IngestEndpointOptions,
): Promise<void> {
  const principal = await authenticate(call.authorization, workspaces, clock(), { sender: call.sender })
  if (principal?.workspace.organization.id === workspace.organization.id) return
  throw new AppError(
    'INVALID_CREDENTIALS',
    'Events of source server and integration need an API key of this organization: send Authorization: Bearer ok_…',
  )
}

/** An organization's own rules replace the server's. A check is cached with the list it was made from. */
function originChecks(fallback: readonly string[]): (workspace: Workspace, origin: string) => boolean {
  const checks = new WeakMap<readonly string[], (origin: string) => boolean>()
  return (workspace, origin) => {
    const own = workspace.document.tracking.allowedOrigins
    const rules = own.length > 0 ? own : fallback
    let check = checks.get(rules)
    if (check === undefined) checks.set(rules, (check = createOriginCheck(rules)))
    return check(origin)
  }
}

/** The response to an error of the caller or the disk. Throws our own errors. */
function failureOf(error: unknown, headers: Record<string, string>): Reply {
  if (!isAppError(error) || !isErrorCode(error.code)) throw error
  const { status } = errorCodes[error.code]
  if (status === 503 || status === 429) headers['retry-after'] = String(error.retryAfterSeconds ?? 5)
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  const issues: readonly InputIssue[] | undefined = error.issues.length > 0 ? error.issues : undefined
  return ingestFailure(status, error.message, headers, issues)
}
