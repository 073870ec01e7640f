import { dirname, resolve } from 'node:path'
import type { DamagedRange, Position } from '../../../kernel/store/ports.ts'
import { frameHeaderBytes, writeRecordHeader } from './frame.ts'
import type { LogFile, LogFiles } from './log-files.ts'
import { recoverSegment } from './recover-segment.ts'
import { listSegments, segmentPath } from './segments.ts'

export interface SegmentWriter {
  /** Where the next record will start; everything before is durable. */
  readonly end: Position
  /**
   * Appends the records and makes them durable. When it rejects, none of them is in the log: the file has been cut
   * back, or is before the next write. (Only if the disk refuses even that, and the process then ends, may records
   * that were refused turn up again; their senders' uuids keep that harmless.)
   */
  write(payloads: readonly Uint8Array[]): Promise<void>
  /**
   * Goes on in a new segment and resolves with its base: nothing before that is written to any more. Not to be called
   * while a write is under way.
   */
  startSegment(): Promise<Position>
  close(): Promise<void>
}

export interface SegmentWriterOptions {
  directory: string
  segmentBytes: number
  sync: boolean
  files: LogFiles
}

/** Opens the last segment for appending, recovering it first. Earlier segments are not looked at. */
export async function openSegmentWriter(
  options: SegmentWriterOptions,
): Promise<{ writer: SegmentWriter; damaged: DamagedRange[] }> {
  const { directory, segmentBytes, sync, files } = options
  const bases = await listSegments(directory)
  let base = bases.at(-1) ?? 0
  let file = await files.open(segmentPath(directory, base), { sync })
  if (bases.length === 0 && sync) await syncPath(files, directory)
  const recovered = await recoverSegment(file, { directory, base })
  let end = recovered.end
  /** The last write failed, and is not yet repaired. */
  let hasFailed = false

  async function startSegment(): Promise<void> {
    const next = await files.open(segmentPath(directory, end), { sync })
    try {
      await next.truncate(0)
      if (sync) await files.syncDirectory(directory)
    } catch (error) {
      await next.close()
      throw error
    }
    const previous = file
    file = next
    base = end
    await previous.close()
  }

  /**
   * After a failed sync the kernel may call pages clean that never reached the disk, so that a later sync of this file
   * proves nothing: go on in a file of its own.
   */
  async function repair(): Promise<void> {
    await file.truncate(end - base)
    if (end === base) await files.remove(segmentPath(directory, base))
    await startSegment()
    hasFailed = false
  }

  async function write(payloads: readonly Uint8Array[]): Promise<void> {
    if (hasFailed) await repair()
    const bytes = payloads.reduce((sum, payload) => sum + frameHeaderBytes + payload.length, 0)
    if (end > base && end - base + bytes > segmentBytes) await startSegment()
    try {
      await writeFully(file, frames(payloads), end - base, bytes)
    } catch (error) {
      hasFailed = true
      // If this fails as well, the next write begins with it, and reports it.
      await repair().catch(() => undefined)
      throw error
    }
    end += bytes
  }

  const writer: SegmentWriter = {
    get end() {
      return end
    },
    write,
    async startSegment() {
      if (hasFailed) await repair()
      if (end > base) await startSegment()
      return base
    },
    close: () => file.close(),
  }
  return { writer, damaged: recovered.damaged }
}

/**
 * Makes the first segment's name durable, and those of the folders above it, which somebody may have made a moment
 * ago. Folders that we may not open are older than us.
 */
async function syncPath(files: LogFiles, directory: string): Promise<void> {
  await files.syncDirectory(directory)
  for (let below = resolve(directory); below !== dirname(below); below = dirname(below)) {
    await files.syncDirectory(dirname(below)).catch(() => undefined)
  }
}

/** Headers and payloads in turn, without copying a payload. */
function frames(payloads: readonly Uint8Array[]): Uint8Array[] {
  const headers = Buffer.allocUnsafe(frameHeaderBytes * payloads.length)
  return payloads.flatMap((payload, index) => {
    const at = index * frameHeaderBytes
    writeRecordHeader(headers, at, payload)
    return [headers.subarray(at, at + frameHeaderBytes), payload]
  })
}

/** A disk that fills up may take a part and report no error: writing on brings the error. */
async function writeFully(
  file: LogFile,
  buffers: Uint8Array[],
  offset: number,
  bytes: number,
): Promise<void> {
  let written = await file.write(buffers, offset)
  while (written < bytes) {
    const rest = Buffer.concat(buffers).subarray(written)
    const more = await file.write([rest], offset + written)
    if (more === 0) throw new Error('the file takes no more bytes')
    written += more
  }
}
