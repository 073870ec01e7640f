import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import { type Claims, claimBounds } from '../../store/ports.ts'
import {
  type IdempotencyRecord,
  encodeIdempotencyRecord,
  parseIdempotencyRecord,
} from '../../workspaces/idempotency-record.ts'
import { type Reply, jsonReply } from '../reply.ts'

/** A request that may come again. */
export interface NamedRequest {
  /** Its organization's. */
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
  /** A request whose process died counts as running for so long, in milliseconds. Default 60,000. */
  runningMs?: number
}

/** An answer is known for so long, in milliseconds. */
const recordMs = 24 * 60 * 60 * 1000
/** A repetition looks again after these pauses, in milliseconds: the first doubles up to the last. */
const firstPauseMs = 5
const lastPauseMs = 250

/** Executes a request, or answers a repetition. `execute` answers failures too; what it throws is passed on. */
export type RunOnce = (request: NamedRequest, execute: () => Promise<Reply>) => Promise<Reply>

/**
 * Executes a request once within 24 hours, however often it comes, to whichever node: a repetition is answered as the
 * first was, with `Idempotency-Replayed: true`; while the first one runs, it waits. Answers of 500 and above, 429,
 * 403, 402 and 400 are not kept: a retry may succeed, and what was refused as malformed, past a limit or for lack of a
 * grant was not executed.
 *
 * Throws AppError `CONFLICT` when the key came with another request, or when the first answer was too large to be
 * kept; `UNAVAILABLE` when the first one runs on and on, or when claims can't be read.
 *
 * What it can't promise: the answer is kept right after the request was executed, not with it. A process killed, or a
 * disk that fails, in that moment leaves a request executed and not known, and its repetition is executed again.
 * So is one that comes after its record went before its time, see `claimBounds`.
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
        // It was executed: to say that it failed would be a lie.
        (error: unknown) => logger.error('The answer under an Idempotency-Key could not be kept:', error),
      )
      return reply
    } finally {
      await stopRenewing()
      // Else it expires by itself.
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

/** Keeps a claim from expiring while its request runs. Returns the way to stop, which waits for a renewal under way. */
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
