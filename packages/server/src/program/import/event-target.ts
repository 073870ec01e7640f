import { type EventsPartlyImported, isJsonObject, limits } from '@customer-intel/contract'
import { AppError, isAppError } from '../../kernel/errors.ts'
import { ingest, type Ingested, ingestTargetOf } from '../../events/ingest/ingest.ts'
import { createMetrics } from '../../kernel/metrics/metrics.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { Convert, Converted, ConvertedEvents, LineIdentity } from './converted.ts'
import type { ImportAnswer, ImportTarget, LineRecord } from './import-target.ts'

/** A batch of the Ingest API, and the line of each event. */
interface Batch {
  payload: LineIdentity & { source: 'client' | 'integration'; events: object[] }
  lines: number[]
  bytes: number
}

/** What became of a batch. */
type Sent = Omit<Ingested, 'warnings'>

/** Sends waiting batches, and resolves with the result of each. Rejects with an AppError. */
export type SendBatches = (payloads: readonly Batch['payload'][]) => Promise<Sent[]>

const maxBatchBytes = limits.ingest.bodyBytes - 10_000
/**
 * Imports lines of another product's export: converts each, ingests its events and imports what it states about the
 * customer as a record. `skipped` counts lines without content to import, by kind.
 */
export function convertingTarget(options: {
  records: ImportTarget
  format: string
  convert: Convert
  send: SendBatches
  skipped: Map<string, number>
}): ImportTarget {
  const { records, format, convert, send, skipped } = options
  return {
    name: `${records.name} from ${format}`,
    async send(lines) {
      const errors: { index: number; message: string }[] = []
      const customers: { index: number; record: LineRecord }[] = []
      const batches = createBatches()
      const kinds: string[] = []
      for (const [index, { value }] of lines.entries()) {
        const converted = read(convert, value)
        if (converted.outcome === 'refused') errors.push({ index, message: converted.message })
        else if (converted.outcome === 'skipped') kinds.push(converted.kind)
        else {
          if (converted.outcome === 'events' && !batches.add(index, converted))
            errors.push({ index, message: 'is larger than 1 MB as an event' })
          else if (converted.record !== undefined)
            customers.push({
              index,
              record: { value: converted.record, text: JSON.stringify(converted.record) },
            })
        }
      }
      const waiting = batches.all()
      try {
        const outcomes = waiting.length === 0 ? [] : await send(waiting.map(({ payload }) => payload))
        for (const [place, { errors: refused }] of outcomes.entries())
          errors.push(...refused.flatMap((error) => linesOf(error, waiting[place]!)))
      } catch (error) {
        return toAnswer(error)
      }
      if (customers.length > 0) {
        const answer = await records.send(customers.map(({ record }) => record))
        if (answer.outcome !== 'imported') return answer
        for (const { index, message } of answer.errors)
          errors.push({ index: customers[index]?.index ?? 0, message })
      }
      for (const kind of kinds) skipped.set(kind, (skipped.get(kind) ?? 0) + 1)
      // A line with two events may be rejected twice.
      const byLine = new Map(errors.map((error) => [error.index, error]))
      return { outcome: 'imported', errors: [...byLine.values()].toSorted((a, b) => a.index - b.index) }
    },
  }
}

/** Directly into an organization's log: batches share one fdatasync. */
export function batchesIntoWorkspace(workspace: Workspace): SendBatches {
  const target = ingestTargetOf(workspace)
  const options = { counters: createMetrics().of(workspace), clock: Date.now }
  return (payloads) =>
    Promise.all(
      payloads.map((payload) =>
        ingest(target, structuredClone(payload), options).catch((error: unknown) => {
          if (!isAppError(error) || error.code !== 'INVALID_REQUEST') throw error
          return { processed: 0, errors: [{ index: -1, message: error.message }] }
        }),
      ),
    )
}

function read(convert: Convert, value: unknown): Converted {
  if (!isJsonObject(value)) return { outcome: 'refused', message: 'must be a JSON object' }
  return convert(value)
}

/**
 * Lines with the same identity share a batch, even if they aren't adjacent: the order doesn't matter, since events have
 * times.
 */
function createBatches() {
  const open = new Map<string, Batch>()
  const full: Batch[] = []
  return {
    /** False when the line is too large for any batch. */
    add(line: number, { identity, events }: ConvertedEvents): boolean {
      const bytes = events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)) + 1, 0)
      if (bytes > maxBatchBytes) return false
      const key = JSON.stringify(identity)
      let batch = open.get(key)
      const isFull =
        batch !== undefined &&
        (batch.bytes + bytes > maxBatchBytes ||
          batch.lines.length + events.length > limits.ingest.eventsPerRequest)
      if (batch === undefined || isFull) {
        if (batch !== undefined) full.push(batch)
        batch = { payload: { source: sourceOf(identity), ...identity, events: [] }, lines: [], bytes: 0 }
        open.set(key, batch)
      }
      for (const event of events) {
        batch.payload.events.push(event)
        batch.lines.push(line)
      }
      batch.bytes += bytes
      return true
    },
    all: () => [...full, ...open.values()],
  }
}

/** An error of a batch, by line; one about the whole batch (-1) is about each of its lines. */
function linesOf({ index, message }: Sent['errors'][number], { lines }: Batch) {
  const found = index === -1 ? [...new Set(lines)] : [lines[index] ?? 0]
  return found.map((line) => ({ index: line, message: message.replace(/^events\[\d+\]:? ?\.?/, '') }))
}

/** Of an anonymous visitor: only a browser's events may be anonymous. */
function sourceOf({ visitorId, userIdentity, customerIdentity }: LineIdentity): 'client' | 'integration' {
  const isKnown = [userIdentity, customerIdentity].some((one) => Object.keys(one ?? {}).length > 0)
  return visitorId !== undefined && !isKnown ? 'client' : 'integration'
}

function toAnswer(error: unknown): ImportAnswer {
  if (!isAppError(error)) throw error
  const { message, code } = error
  if (code === 'FORBIDDEN') return { outcome: 'failed', message }
  if (code === 'INVALID_REQUEST') return { outcome: 'refused', message }
  return { outcome: 'later', message, retryAfterMs: (error.retryAfterSeconds ?? 1) * 1_000 }
}

/** By a running server's `POST /api/events`: all waiting batches in one request. */
export function batchesIntoServer(base: URL, { apiKey }: { apiKey: string }): SendBatches {
  const url = new URL('api/events', base.href.replace(/\/?$/, '/'))
  return async (payloads) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ batches: payloads }),
      redirect: 'error',
      signal: AbortSignal.timeout(60_000),
    }).catch((cause: unknown) => {
      throw unavailable(`${url.host} doesn't answer`, 5, cause)
    })
    const answer = (await response.json().catch(() => ({}))) as Partial<EventsPartlyImported> & {
      error?: string
    }
    return readAnswer(response.status, answer, { url, count: payloads.length })
  }
}

/** The results of `count` batches. */
function readAnswer(
  status: number,
  answer: Partial<EventsPartlyImported> & { error?: string },
  { url, count }: { url: URL; count: number },
): Sent[] {
  if (status === 200 || status === 207) {
    const outcomes = Array.from({ length: count }, (): Sent => ({ processed: 0, errors: [] }))
    for (const { batch, ...error } of answer.errors ?? []) outcomes[batch]?.errors.push(error)
    return outcomes
  }
  const message = answer.error ?? `${url.host} answered ${status}`
  if (status === 400 || status === 413) throw new AppError('INVALID_REQUEST', message)
  if (status === 429 || status >= 500) throw unavailable(message, 5)
  throw new AppError('FORBIDDEN', `${url.host} answered ${status}: ${message}`)
}

function unavailable(message: string, retryAfterSeconds: number, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds, cause })
}
