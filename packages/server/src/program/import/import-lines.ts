import { isUtf8 } from 'node:buffer'
import { setTimeout } from 'node:timers/promises'
import { limits } from '@customer-intel/contract'
import type { ImportProgress } from './import-state.ts'
import type { ImportTarget, LineRecord } from './import-target.ts'
import type { Line } from './ndjson-lines.ts'

/** Maximal length of a line: a request's body without what surrounds a record. */
export const maxLineBytes = limits.records.bodyBytes - '{"records":[]}'.length
/** A batch is sent at this size: small enough to be quick, large enough to be worth its fdatasync. */
const batchBytes = 1024 * 1024
const maxAttempts = 12
const maxWaitMs = 30_000

export interface ImportLinesOptions {
  target: ImportTarget
  /** The progress of an earlier run. */
  from: ImportProgress
  onRefused: (line: number, message: string) => void
  /** Everything before this is durable or rejected. */
  onProgress: (progress: ImportProgress) => Promise<void>
  /** Default: a timer. */
  wait?: (ms: number) => Promise<void>
}

/** The target can't be reached or refuses access; what was imported before stays. The message is for people. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped'
}

type NumberedRecord = LineRecord & { line: number }

/** Sends lines in batches, one after another, and reports the results. Throws {@link ImportStopped}. */
export async function importLines(
  lines: AsyncIterable<Line>,
  { target, from, onRefused, onProgress, wait = setTimeout }: ImportLinesOptions,
): Promise<ImportProgress> {
  const progress = { ...from }
  let batch: NumberedRecord[] = []
  let bytes = 0
  const refuse = (line: number, message: string): void => {
    progress.refused += 1
    onRefused(line, message)
  }
  const send = async (records: NumberedRecord[]): Promise<void> => {
    if (records.length === 0) return
    const answer = await persist(target, records, wait)
    if (answer.outcome === 'imported') {
      progress.imported += records.length - answer.errors.length
      for (const { index, message } of answer.errors) {
        refuse(records[index]?.line ?? 0, message.replace(/^records\[\d+\]\.?/, '').trim())
      }
      return
    }
    const [only] = records
    if (records.length === 1 && only !== undefined) {
      refuse(only.line, answer.message)
      return
    }
    // One record makes the whole batch invalid, or they have too many fields together: halves it.
    const half = Math.ceil(records.length / 2)
    await send(records.slice(0, half))
    await send(records.slice(half))
  }
  const flush = async ({ number, end }: Line): Promise<void> => {
    const taken = batch
    batch = []
    bytes = 0
    await send(taken)
    progress.line = number
    progress.offset = end
    await onProgress({ ...progress })
  }

  let last: Line | null = null
  for await (const line of lines) {
    const size = line.bytes?.length ?? 0
    if (last !== null && (batch.length === limits.records.recordsPerRequest || bytes + size > batchBytes)) {
      await flush(last)
    }
    last = line
    const record = readRecord(line)
    if (typeof record === 'string') refuse(line.number, record)
    else if (record !== null) {
      batch.push(record)
      bytes += size
    }
  }
  if (last !== null) await flush(last)
  return progress
}

/** The record on a line, null for an empty line; or the problem. */
function readRecord({ number, bytes }: Line): NumberedRecord | string | null {
  if (bytes === null) return `is longer than ${maxLineBytes} bytes: shorten its text`
  if (!isUtf8(bytes)) return 'is not UTF-8: save the file as UTF-8'
  // A byte order mark counts as whitespace.
  const text = bytes.toString('utf8').trim()
  if (text === '') return null
  try {
    return { line: number, text, value: JSON.parse(text) }
  } catch {
    // The parser's message would quote the line.
    return 'is not JSON: write one record a line, as an object'
  }
}

/** Retries a batch until it is accepted or rejected, with growing pauses, for some minutes. */
async function persist(
  target: ImportTarget,
  records: readonly LineRecord[],
  wait: (ms: number) => Promise<void>,
) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await target.send(records)
    if (answer.outcome === 'failed') throw new ImportStopped(answer.message)
    if (answer.outcome !== 'later') return answer
    if (attempt === maxAttempts) throw new ImportStopped(answer.message)
    await wait(Math.min(Math.max(answer.retryAfterMs, 250 * 2 ** attempt), maxWaitMs))
  }
}
