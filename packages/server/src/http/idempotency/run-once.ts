import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/logger.ts'
import { type Claims, claimBounds } from '../../kernel/store/ports.ts'
import {
  type IdempotencyRecord,
  encodeIdempotencyRecord,
  parseIdempotencyRecord,
} from '../../kernel/workspace/idempotency-record.ts'
import { type Reply, jsonReply } from '../reply.ts'

/** A request that may be repeated. */
export interface NamedRequest {
  /** Of its organization. */
  claims: Claims
  /** See `idOf`. */
  id: string
  /** See `fingerprintOf`. */
  fingerprint: string
}

export interface RunOnceOptions {
  logger: Logger
  /** How long a repetition waits for the first one, in milliseconds. Default 20,000. */
  waitMs?: number
  /** How long a request counts as running after its process died. Default 60,000. */
  runningMs?: number
}

/** How long idempotency records are kept. */
const recordMs = 24 * 60 * 60 * 1000
/** Pauses between a repetition's checks, in milliseconds: doubled from the first up to the last. */
const firstPauseMs = 5
const lastPauseMs = 250

/**
 * Executes a request, or returns the stored response for a repetition. `execute` also returns failures; what it throws is
 * passed on.
 */
export type RunOnce = (request: NamedRequest, execute: () => Promise<Reply>) => Promise<Reply>

/**
 * Executes a request once within 24 hours, however often and on whichever node it is repeated: a repetition gets the
 * first response, with `Idempotency-Replayed: true`; while the first one runs, it waits. Responses of 500 and above, 429,
 * 403, 402 and 400 aren't stored: a retry may succeed, and requests that were malformed, beyond a limit or without a
 * grant weren't executed.
 *
 * Throws AppError `CONFLICT` when the key was used for another request, or when the first response was too large to
 * store; `UNAVAILABLE` when the first request doesn't end, or when claims can't be read.
 *
 * The limits: the response is stored right after the execution, not together with it. If the process is killed or the
 * disk fails in that moment, a repetition is executed again; likewise after a record was evicted early, see
 * `claimBounds`.
 */
export function createRunOnce({ logger, waitMs = 20_000, runningMs = 60_000 }: RunOnceOptions): RunOnce {
  async function claim({ claims, id, fingerprint }: NamedRequest): Promise<IdempotencyRecord | null> {
    const running = encode({ fingerprint, status: null, body: null })
    const standing = await claims.claim(id, running, { ttlMs: runningMs }).catch((error: unknown) => {
      logger.error('An Idempotency-Key could not be looked up:', error)
      const message = 'The Idempotency-Key can not be looked up now: send the request again'
      throw new AppError('UNAVAILABLE', message, { cause: error })
    })
    return standing === null ? null : parseIdempotencyRecord(standing)
  }

  async function execute(request: NamedRequest, run: () => Promise<Reply>): Promise<Reply> {
    const { claims, id, fingerprint } = request
    const stopRenewing = renew(request, runningMs)
    let isKept = false
    try {
      const reply = await run()
      await stopRenewing()
      if (!isFinal(reply.status)) return reply
      const body = typeof reply.body === 'string' ? reply.body : null
      const record = encode({ fingerprint, status: reply.status, body })
      await claims.settle(id, record, { ttlMs: recordMs }).then(
        () => (isKept = true),
        // It was executed, so the request must not fail.
        (error: unknown) => logger.error('The answer under an Idempotency-Key could not be kept:', error),
      )
      return reply
    } finally {
      await stopRenewing()
      // Otherwise it expires.
      if (!isKept) await claims.release(id).catch(() => undefined)
    }
  }

  return async (request, run) => {
    const deadline = performance.now() + waitMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, lastPauseMs)) {
      const standing = await claim(request)
      if (standing === null) return execute(request, run)
      if (standing.fingerprint !== request.fingerprint) throw otherRequest()
      if (standing.status !== null) return replay(standing.status, standing.body)
      if (performance.now() + pauseMs > deadline) throw stillRunning()
      await sleep(pauseMs)
    }
  }
}

/** Renews a claim while its request runs. Returns a function that stops it, and waits for a renewal in progress. */
function renew({ claims, id, fingerprint }: NamedRequest, runningMs: number): () => Promise<void> {
  const running = encode({ fingerprint, status: null, body: null })
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = claims.settle(id, running, { ttlMs: runningMs }).catch(() => undefined)
  }, runningMs / 3).unref()
  return () => {
    clearInterval(timer)
    return renewing
  }
}

function encode(record: IdempotencyRecord): string {
  return encodeIdempotencyRecord(record, claimBounds.maxValueBytes)
}

function isFinal(status: number): boolean {
  return status < 500 && ![400, 402, 403, 429].includes(status)
}

function replay(status: number, body: string | null): Reply {
  if (body === null) {
    throw new AppError(
      'CONFLICT',
      `The request with this Idempotency-Key was executed and answered with ${status}; the answer was too large to be kept: read what it changed, do not send it again`,
    )
  }
  return { ...jsonReply(status, null, { 'idempotency-replayed': 'true' }), body }
}

function otherRequest(): AppError {
  return new AppError(
    'CONFLICT',
    'Idempotency-Key was used for this operation within 24 hours, with another body: send a new key with a new request, and the same body with a repetition',
  )
}

function stillRunning(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The request with this Idempotency-Key is still running: send it again with the same key and body',
    { retryAfterSeconds: 5 },
  )
}
