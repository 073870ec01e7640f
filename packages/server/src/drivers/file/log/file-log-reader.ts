import { open } from 'node:fs/promises'
import type { DamagedRange, Log, Position } from '../../../kernel/store/ports.ts'
import type { ScanResult } from './frame.ts'
import { scanFrames } from './frame.ts'
import { joinRanges } from './recover-segment.ts'
import { listSegments, segmentPath } from './segments.ts'

const defaultMaxBytes = 4 * 1024 * 1024

/**
 * Opens the log in a directory for reading, in any process, while another writes: it takes no lock and changes
 * nothing. Files are opened for each read, and never kept.
 */
export async function openFileLogReader({ directory }: { directory: string }): Promise<Pick<Log, 'read'>> {
  let bases = await listSegments(directory)

  /** The segment that holds `position`, and the base of the one behind it; null when it lies before the first. */
  function locate(position: Position): { base: Position; nextBase: Position | undefined } | null {
    let index = bases.length - 1
    while (index >= 0 && bases[index]! > position) index--
    return index < 0 ? null : { base: bases[index]!, nextBase: bases[index + 1] }
  }

  /** Reads from one segment; null when that segment has nothing at `from`. */
  async function readSegment(from: Position, until: Position, maxBytes: number): Promise<ScanResult | null> {
    const segment = locate(from)
    if (!segment) return null
    const handle = await open(segmentPath(directory, segment.base), 'r')
    try {
      const { size } = await handle.stat()
      // What a failed write left behind the next segment's base is no part of the log.
      const end = Math.min(segment.base + size, segment.nextBase ?? until, until)
      if (from >= end) return null
      let length = Math.min(maxBytes, end - from)
      for (;;) {
        const buffer = Buffer.allocUnsafeSlow(length)
        const { bytesRead } = await handle.read(buffer, 0, length, from - segment.base)
        if (bytesRead === 0) return null
        const complete = bytesRead < length || from + length === end
        const scan = scanFrames(buffer.subarray(0, bytesRead), from, complete)
        if (scan.next > from) return scan
        length = Math.min(Math.max(scan.needs, length), end - from)
      }
    } finally {
      await handle.close()
    }
  }

  /** Bytes that no segment holds, though they were durable once: a file was cut or taken away. */
  function missing(from: Position, until: Position): DamagedRange {
    const end = Math.min(bases.find((base) => base > from) ?? until, until)
    return { position: from, bytes: end - from, reason: 'missing from the directory' }
  }

  return {
    async read(from, until, { maxBytes = defaultMaxBytes } = {}) {
      const damaged: DamagedRange[] = []
      let next = from
      let listed = false
      while (next < until) {
        const scan = await readSegment(next, until, maxBytes).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        })
        if (scan) {
          damaged.push(...scan.damaged)
          next = scan.next
          if (scan.entries.length > 0) return { entries: scan.entries, next, damaged: joinRanges(damaged) }
        } else if (listed) {
          const range = missing(next, until)
          if (range.bytes > 0) damaged.push(range)
          next = range.position + range.bytes
        } else {
          bases = await listSegments(directory)
          listed = true
        }
      }
      return { entries: [], next, damaged: joinRanges(damaged) }
    },
  }
}
