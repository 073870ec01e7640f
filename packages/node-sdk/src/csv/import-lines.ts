import type { CustomerIntel } from '../client/client.ts'
import type { ImportRecordsBody, KnownRecord } from '../generated/types.ts'

/** A record of a file with the line that it begins on, or why the line holds none. */
export type Line = { line: number; record: unknown } | Refusal

/** Why a line wasn't imported. */
export interface Refusal {
  line: number
  message: string
}

/** A line about somebody who is known, to whom it would add. */
export interface KnownLine extends Omit<KnownRecord, 'index'> {
  line: number
}

/** How far an import is. */
export interface ImportLinesProgress {
  /** Records that are stored, or would be. */
  processed: number
  /** Lines that were refused. */
  refused: number
  /** Of a dry run: how many of `processed` are about somebody who is known; the others are about somebody new. */
  known: number
  /** The last line that is through: where to go on after. */
  line: number
}

export interface ImportLinesOptions {
  /** Whether records are only checked. */
  dryRun?: boolean
  /** Lines up to this one are skipped: they are through. Default: none. */
  afterLine?: number
  /** Called with each refused line. */
  onRefused?: (refusal: Refusal) => void
  /** Called, in a dry run, with each line about somebody who is known. */
  onKnown?: (known: KnownLine) => void
  /** Called when a batch is through. */
  onProgress?: (progress: ImportLinesProgress) => void
  signal?: AbortSignal
}

const maxRecords = 1_000
/** A batch goes off once it has so many characters: small enough to be quick. */
const maxLength = 1_000_000

type Batch = { line: number; record: unknown }[]

/**
 * Imports the records of a file in batches. A record that is brought twice is stored once: after a failure go on after the
 * last `line` that `onProgress` reported, or begin anew. Rejects with what keeps the server from taking anything.
 */
export async function importLines(
  client: Pick<CustomerIntel, 'records'>,
  lines: AsyncIterable<Line>,
  options: ImportLinesOptions = {},
): Promise<ImportLinesProgress> {
  const { dryRun = false, afterLine = 0, onRefused, onKnown, onProgress, signal } = options
  const progress: ImportLinesProgress = { processed: 0, refused: 0, known: 0, line: afterLine }
  const refuse = (refusal: Refusal) => {
    progress.refused++
    onRefused?.(refusal)
  }
  const send = async (batch: Batch): Promise<void> => {
    const records = batch.map(({ record }) => record) as ImportRecordsBody['records']
    try {
      const answer = await client.records.import({ records, dryRun }, { signal })
      progress.processed += answer.processed
      for (const { index, message } of 'errors' in answer ? answer.errors : [])
        refuse({ line: batch[index]?.line ?? 0, message: message.replaceAll(/records\[\d+\]\.?/g, '') })
      for (const { index, ...whom } of answer.known ?? []) {
        progress.known++
        onKnown?.({ line: batch[index]?.line ?? 0, ...whom })
      }
    } catch (error) {
      const { status, message } = error as { status?: number | null; message: string }
      if (status !== 400 && status !== 413) throw error
      // One of them spoils the others, or they are too large together.
      if (batch.length === 1) return refuse({ line: batch[0]!.line, message })
      const half = Math.ceil(batch.length / 2)
      await send(batch.slice(0, half))
      await send(batch.slice(half))
    }
  }
  let batch: Batch = []
  let length = 0
  let seen = afterLine
  const flush = async () => {
    await send(batch)
    progress.line = seen
    onProgress?.({ ...progress })
    batch = []
    length = 0
  }
  for await (const one of lines) {
    signal?.throwIfAborted()
    if (one.line <= afterLine) continue
    if ('message' in one) refuse(one)
    else {
      const size = JSON.stringify(one.record).length
      if (batch.length === maxRecords || (batch.length > 0 && length + size > maxLength)) await flush()
      batch.push(one)
      length += size
    }
    seen = one.line
  }
  if (batch.length > 0) await flush()
  return { ...progress, line: seen }
}
