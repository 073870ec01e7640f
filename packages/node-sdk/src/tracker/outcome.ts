import { cutText } from '@customer-intel/contract/cut-text'
import { retryAfterMs } from '../backoff.ts'
import { parseJson } from '../parse-json.ts'

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

/** What a body may hold, whoever sent it: only what is looked at, and nothing is certain. */
type AnswerBody =
  | {
      success?: unknown
      processed?: unknown
      message?: unknown
      error?: unknown
      errors?: ({ index?: unknown; message?: unknown } | null)[]
    }
  | null
  | undefined

/** Reads an answer of the Ingest API. Only what the contract calls a success counts as one. */
export function readOutcome(answer: Answer, batchSize: number, nowMs: number): Outcome {
  const { status } = answer
  const body = parseJson(answer.body) as AnswerBody
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
function readRefused(body: AnswerBody, batchSize: number, status: number): Map<number, string> | undefined {
  const refused = new Map<number, string>()
  if (status === 200) return body?.success === true && body.processed === batchSize ? refused : undefined
  if (!Array.isArray(body?.errors)) return undefined
  for (const error of body.errors) {
    const index = error?.index
    if (!Number.isInteger(index) || Number(index) < 0 || Number(index) >= batchSize) return undefined
    refused.set(Number(index), typeof error?.message === 'string' ? error.message : 'refused by the server')
  }
  // Events that are neither confirmed nor refused would be lost if the answer were believed.
  return (body.processed as number) + refused.size === batchSize ? refused : undefined
}

function describe(status: number, body: AnswerBody): string {
  const text = body?.message ?? body?.error ?? body?.errors?.[0]?.message
  return typeof text === 'string' ? `${status} ${cutText(text, 500)}` : `status ${status}`
}
