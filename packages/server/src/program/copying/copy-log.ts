import { createHash } from 'node:crypto'
import { type DamagedRange, type Log, type Position, maxPayloadBytes } from '../../kernel/store/ports.ts'

/** What a log and its copy have in common. */
export interface CopiedLog {
  records: number
  bytes: number
  /** Over the length (4 bytes, big-endian) and the bytes of each record, hex. */
  sha256: string
  /** Ranges of the source without valid records: skipped. */
  damaged: DamagedRange[]
}

export interface CopyLogOptions {
  /** Copies up to here: the source's durable end. */
  until: Position
  /** Which records are copied. */
  isWanted: (payload: Uint8Array) => boolean
  /** False: only compares, and a missing record is a difference. */
  mayAppend: boolean
  /** Called after each page with the position in the source. */
  onProgress: (position: Position) => void
}

/** The copy has different content. */
export class CopyDiffersError extends Error {
  override readonly name = 'CopyDiffersError'
}

/** Records that are appended in one write, atomically. */
const groupRecords = 500
const groupBytes = 4 * 1024 * 1024

/**
 * Walks through both logs in parallel. Where the copy ends, missing records are appended: so an interrupted copy
 * continues, a complete one stays as it is, and a different one rejects with {@link CopyDiffersError}. Positions differ
 * between stores.
 */
export async function copyLog(from: Log, to: Log, options: CopyLogOptions): Promise<CopiedLog> {
  const { until, isWanted, mayAppend, onProgress } = options
  const copied: CopiedLog = { records: 0, bytes: 0, sha256: '', damaged: [] }
  const hash = createHash('sha256')
  const length = Buffer.alloc(4)
  const there = recordsOf(to, await to.end())
  let standing = await there.next()
  let group: Uint8Array[] = []
  let waitingBytes = 0

  async function append(): Promise<void> {
    const outcomes = await Promise.allSettled(group.map((payload) => to.append(payload)))
    group = []
    waitingBytes = 0
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  for await (const payload of recordsOf(from, until, { onProgress, damaged: copied.damaged })) {
    if (!isWanted(payload)) continue
    if (standing.done !== true) {
      if (Buffer.compare(standing.value, payload) !== 0)
        throw new CopyDiffersError(`record ${copied.records + 1} of its log is another one`)
      standing = await there.next()
    } else if (mayAppend) {
      if (group.length === groupRecords || waitingBytes + payload.length > groupBytes) await append()
      group.push(payload)
      waitingBytes += payload.length
    } else {
      throw new CopyDiffersError(`its log ends after ${copied.records} records`)
    }
    copied.records += 1
    copied.bytes += payload.length
    length.writeUInt32BE(payload.length)
    hash.update(length).update(payload)
  }
  await append()
  if (standing.done !== true)
    throw new CopyDiffersError(`its log has more than the ${copied.records} records of the source`)
  copied.sha256 = hash.digest('hex')
  return copied
}

/** The payloads of all records before `until`, in order. */
export async function* recordsOf(
  log: Log,
  until: Position,
  options: { onProgress?: (position: Position) => void; damaged?: DamagedRange[] } = {},
): AsyncGenerator<Uint8Array, undefined> {
  for (let from: Position = 0; from < until;) {
    const page = await log.read(from, until, { maxBytes: maxPayloadBytes / 4 })
    options.damaged?.push(...page.damaged)
    for (const { payload } of page.entries) yield payload
    from = page.next
    options.onProgress?.(from)
  }
}
