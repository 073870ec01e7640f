import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import type { Answers, KeptAnswer } from '../../workspaces/answers.ts'
import { type Reply, jsonReply } from '../reply.ts'

/** A request that may come again. */
export interface NamedRequest {
  /** Where its organization's answers are kept. */
  answers: Answers
  /** See `idOf`. */
  id: string
  /** See `fingerprintOf`. */
  fingerprint: string
}

export interface RunOnceOptions {
  /** Unix milliseconds. */
  clock: () => number
  logger: Logger
  /** How long a repetition waits for the first one, in milliseconds. Default 20,000. */
  waitMs?: number
}

/** Executes a request, or answers a repetition. `execute` answers failures too; what it throws is passed on. */
export type RunOnce = (request: NamedRequest, execute: () => Promise<Reply>) => Promise<Reply>

/**
 * Executes a request once within 24 hours, however often it comes: a repetition is answered as the first was, with
 * `Idempotency-Replayed: true`; while the first one runs, it waits. Answers of 500 and above, 429, 402 and 400 are not
 * kept: a retry may succeed, and what was refused as malformed or past a limit was not executed.
 *
 * Throws AppError `CONFLICT` when the key came with another request, or when the first answer was too large to be
 * kept; `UNAVAILABLE` when the first one runs on and on.
 *
 * What it can't promise: the answer is kept right after the request was executed, not with it. A process killed, or a
 * disk that fails, in that moment leaves a request executed and not known, and its repetition is executed again.
 * So is one that comes after its answer was forgotten, see `answerBounds`.
 */
export function createRunOnce({ clock, logger, waitMs = 20_000 }: RunOnceOptions): RunOnce {
  const running = new WeakMap<Answers, Map<string, { fingerprint: string; done: Promise<void> }>>()

  const execute = async ({ answers, id, fingerprint }: NamedRequest, run: () => Promise<Reply>) => {
    const kept = await answers.find(id, clock()).catch((error: unknown) => {
      logger.error('An Idempotency-Key could not be looked up:', error)
      throw new AppError(
        'UNAVAILABLE',
        'The Idempotency-Key can not be looked up now: send the request again',
      )
    })
    if (kept !== null) return replay(kept, fingerprint)
    const reply = await run()
    if (!isFinal(reply.status)) return reply
    const body = typeof reply.body === 'string' ? reply.body : null
    await answers
      .keep({ id, fingerprint, at: clock(), status: reply.status, body })
      // It was executed: to say that it failed would be a lie.
      .catch((error: unknown) =>
        logger.error('The answer under an Idempotency-Key could not be kept:', error),
      )
    return reply
  }

  return async (request, run) => {
    const { answers, id, fingerprint } = request
    const mine = running.get(answers) ?? new Map<string, { fingerprint: string; done: Promise<void> }>()
    running.set(answers, mine)
    const deadline = performance.now() + waitMs
    for (let first = mine.get(id); first !== undefined; first = mine.get(id)) {
      if (first.fingerprint !== fingerprint) throw otherRequest()
      if (!(await endsBefore(first.done, deadline))) throw stillRunning()
    }
    const execution = execute(request, run).finally(() => mine.delete(id))
    const done = execution.then(nothing, nothing)
    mine.set(id, { fingerprint, done })
    return execution
  }
}

function isFinal(status: number): boolean {
  return status < 500 && status !== 429 && status !== 402 && status !== 400
}

function replay(kept: KeptAnswer, fingerprint: string): Reply {
  if (kept.fingerprint !== fingerprint) throw otherRequest()
  if (kept.body === null) {
    throw new AppError(
      'CONFLICT',
      `The request with this Idempotency-Key was executed and answered with ${kept.status}; the answer was too large to be kept: read what it changed, do not send it again`,
    )
  }
  return { ...jsonReply(kept.status, null, { 'idempotency-replayed': 'true' }), body: kept.body }
}

async function endsBefore(done: Promise<void>, deadline: number): Promise<boolean> {
  const end = new AbortController()
  const timeout = setTimeout(Math.max(0, deadline - performance.now()), false, { signal: end.signal })
  try {
    return await Promise.race([done.then(() => true), timeout.catch(() => false)])
  } finally {
    end.abort()
  }
}

function nothing(): void {
  // Whoever waits for an execution to end looks up what came of it.
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
