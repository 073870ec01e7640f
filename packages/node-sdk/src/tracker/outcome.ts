import { retryAfterMs } from '../backoff.ts'
import { isObject, parseJson } from '../json.ts'

/** What the server did with a batch. */
export type Outcome =
  /** Stored, but for the events refused (by index). */
  | { kind: 'stored'; refused: Map<number, string> }
  /** Not now: the same batch again later, not before `afterMs` where the server said so. */
  | { kind: 'retry'; message: string; afterMs?: number }
  /** Not with this configuration (key, address, origin): keep everything and try again at long intervals. */
  | { kind: 'hold'; message: string }
  /** Something in the batch is wrong or too large: send it in halves until the culprit stands alone. */
  | { kind: 'split'; message: string; reason: 'refused' | 'too-large' }

/** What was received: the status, one header, and the whole body. */
export interface Answer {
  status: number
  retryAfter: string | null
  body: string
}

/** Reads an answer of the Ingest API. Only what the contract calls a success counts as one. */
export function readOutcome(answer: Answer, batchSize: number, nowMs: number): Outcome {
  const { status } = answer
  const body = parseJson(answer.body)
  const message = describe(status, body)
  if (status === 200 || status === 207) {
    const refused = readRefused(body, batchSize, status)
    return refused
      ? { kind: 'stored', refused }
      : { kind: 'retry', message: `${message}: not an answer of the API` }
  }
  if (status === 413) return { kind: 'split', reason: 'too-large', message }
  if (status === 400) {
    return /tracking configuration/i.test(message)
      ? { kind: 'hold', message }
      : { kind: 'split', reason: 'refused', message }
  }
  if ([408, 425, 429].includes(status) || status >= 500) {
    return { kind: 'retry', message, afterMs: retryAfterMs(answer.retryAfter, nowMs) }
  }
  return { kind: 'hold', message }
}

/** The refused events of a 200 or 207, or undefined when the body is none of the API's. */
function readRefused(body: unknown, batchSize: number, status: number): Map<number, string> | undefined {
  if (!isObject(body) || typeof body.processed !== 'number') return undefined
  const refused = new Map<number, string>()
  if (status === 200) return body.success === true && body.processed === batchSize ? refused : undefined
  if (!Array.isArray(body.errors)) return undefined
  for (const error of body.errors as unknown[]) {
    if (!isObject(error) || !Number.isInteger(error.index)) return undefined
    const index = Number(error.index)
    if (index < 0 || index >= batchSize) return undefined
    refused.set(index, typeof error.message === 'string' ? error.message : 'refused by the server')
  }
  // Events that are neither confirmed nor refused would be lost if the answer were believed.
  return body.processed + refused.size === batchSize ? refused : undefined
}

function describe(status: number, body: unknown): string {
  const text = isObject(body) ? (body.message ?? body.error ?? firstMessage(body.errors)) : undefined
  return typeof text === 'string' ? `${status} ${text.slice(0, 500)}` : `status ${status}`
}

function firstMessage(errors: unknown): unknown {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  return isObject(first) ? first.message : undefined
}
