import { setTimeout } from 'node:timers/promises'
import { isJsonObject, limits } from '@customer-intel/contract'
import { AppError, isAppError } from '../../errors.ts'
import { ingest, type Ingested } from '../../ingest/ingest.ts'
import { createMetrics } from '../../metrics/metrics.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { Convert, Converted, ConvertedEvents, LineIdentity } from './converted.ts'
import type { ImportAnswer, ImportTarget, LineRecord } from './import-target.ts'

/** A batch of the Ingest API, and the line that each of its events came from. */
interface Batch {
  payload: LineIdentity & { source: 'integration'; events: object[] }
  lines: number[]
  bytes: number
}

/** Where batches go. */
export interface BatchTarget {
  /** Rejects with an AppError. */
  send(payload: Batch['payload']): Promise<Ingested>
  /** Batches under way at once. */
  concurrency: number
}

const maxBatchBytes = limits.ingest.bodyBytes - 10_000
/**
 * Takes lines of somebody else's export: converts each, and sends its events through the entrance for events and what it
 * says of a customer through the one for records. `leftOut` counts what is not kept, by kind.
 */
export function convertingTarget(options: {
  records: ImportTarget
  format: string
  convert: Convert
  batches: BatchTarget
  leftOut: Map<string, number>
}): ImportTarget {
  const { records, format, convert, batches: target, leftOut } = options
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
        else if (converted.outcome === 'left out') kinds.push(converted.kind)
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
      let failed: ImportAnswer | null = null
      const work = async (): Promise<void> => {
        for (let batch = waiting.pop(); batch !== undefined && failed === null; batch = waiting.pop()) {
          const answer = await sendOne(batch, target)
          if ('outcome' in answer) failed = answer
          else errors.push(...answer.errors)
        }
      }
      await Promise.all(Array.from({ length: target.concurrency }, work))
      if (failed !== null) return failed
      if (customers.length > 0) {
        const answer = await records.send(customers.map(({ record }) => record))
        if (answer.outcome !== 'imported') return answer
        for (const { index, message } of answer.errors)
          errors.push({ index: customers[index]?.index ?? 0, message })
      }
      for (const kind of kinds) leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1)
      // A line of two events may be refused twice.
      const byLine = new Map(errors.map((error) => [error.index, error]))
      return { outcome: 'imported', errors: [...byLine.values()].toSorted((a, b) => a.index - b.index) }
    },
  }
}

/** Straight into an organization's log, where batches that wait together share one fdatasync. */
export function batchesIntoWorkspace(workspace: Workspace): BatchTarget {
  const counters = createMetrics().of(workspace)
  return { concurrency: 256, send: (payload) => ingest(workspace, payload, { counters, clock: Date.now }) }
}

function read(convert: Convert, value: unknown): Converted {
  if (!isJsonObject(value)) return { outcome: 'refused', message: 'must be a JSON object' }
  return convert(value)
}

/** Lines of the same identity share a batch, whatever stands between them: order tells nothing here, times do. */
function createBatches() {
  const open = new Map<string, Batch>()
  const full: Batch[] = []
  return {
    /** False when the line is too large for any. */
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
        batch = { payload: { source: 'integration', ...identity, events: [] }, lines: [], bytes: 0 }
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

async function sendOne(
  { payload, lines }: Batch,
  target: BatchTarget,
): Promise<ImportAnswer | { errors: { index: number; message: string }[] }> {
  try {
    const { errors } = await target.send(structuredClone(payload))
    return {
      errors: errors.map(({ index, message }) => ({
        index: lines[index] ?? 0,
        message: message.replace(/^events\[\d+\]:? ?\.?/, ''),
      })),
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    const { message, code } = error
    if (code === 'INVALID_REQUEST')
      return { errors: [...new Set(lines)].map((index) => ({ index, message })) }
    if (code === 'FORBIDDEN') return { outcome: 'failed', message }
    return { outcome: 'later', message, retryAfterMs: (error.retryAfterSeconds ?? 1) * 1_000 }
  }
}

/** Through a running server's Ingest API, within its rate. */
export function batchesIntoServer(
  base: URL,
  { publicKey, apiKey }: { publicKey: string; apiKey: string },
): BatchTarget {
  const url = new URL(`api/i/v1/${encodeURIComponent(publicKey)}/events`, base.href.replace(/\/?$/, '/'))
  const send = async (payload: Batch['payload']): Promise<Ingested> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(payload),
        redirect: 'error',
        signal: AbortSignal.timeout(60_000),
      }).catch((cause: unknown) => {
        throw unavailable(`${url.host} doesn't answer`, 5, cause)
      })
      const answer = (await response.json().catch(() => ({}))) as Partial<Ingested> & { message?: string }
      if (response.status === 429 && attempt < 40) {
        await setTimeout(250)
        continue
      }
      return readAnswer(response.status, answer, url)
    }
  }
  return { concurrency: 8, send }
}

function readAnswer(status: number, answer: Partial<Ingested> & { message?: string }, url: URL): Ingested {
  const { processed = 0, errors = [] } = answer
  if (status === 200 || status === 207) return { processed, errors }
  const message = answer.message ?? errors[0]?.message ?? `${url.host} answered ${status}`
  if (status === 400 || status === 413) throw new AppError('INVALID_REQUEST', message)
  if (status === 429 || status >= 500) throw unavailable(message, 5)
  throw new AppError('FORBIDDEN', `${url.host} answered ${status}: ${message}`)
}

function unavailable(message: string, retryAfterSeconds: number, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds, cause })
}
