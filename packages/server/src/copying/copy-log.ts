import { createHash } from 'node:crypto'
import { type DamagedRange, type Log, type Position, maxPayloadBytes } from '../store/ports.ts'

/** What two logs have in common once one is a copy of the other. */
export interface CopiedLog {
  records: number
  bytes: number
  /** Over the length (4 bytes, big-endian) and the bytes of each record, hex. */
  sha256: string
  /** Ranges of the source that hold no record where one should be: passed over. */
  damaged: DamagedRange[]
}

export interface CopyLogOptions {
  /** The source's durable end, up to which it is copied. */
  until: Position
  /** Which records are copied. */
  isWanted: (payload: Uint8Array) => boolean
  /** False compares alone: a record that the copy lacks is a difference then. */
  mayAppend: boolean
  /** Told after each page how far the source was read. */
  onProgress: (position: Position) => void
}

/** The copy holds something else than the source. */
export class CopyDiffersError extends Error {
  override readonly name = 'CopyDiffersError'
}

/** What is appended at once: whole in one write, or not at all. */
const groupRecords = 500
const groupBytes = 4 * 1024 * 1024

/**
 * Walks through both logs side by side. Where the copy ends, what is missing is appended: so it goes on where it was
 * broken off, does nothing where it is complete, and rejects with {@link CopyDiffersError} where the copy holds something
 * else. Positions are each store's own.
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
