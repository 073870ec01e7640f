import { open } from 'node:fs/promises'
import { AppError } from '../../../kernel/errors.ts'
import { nullWhereMissing } from '../../../kernel/durable-files.ts'
import type { DamagedRange, Log, Position } from '../../../kernel/store/ports.ts'
import { openFileLogReader } from './file-log-reader.ts'
import { scanFrames } from './frame.ts'
import { listSegments, segmentPath } from './segments.ts'

const chunkBytes = 8 * 1024 * 1024

/**
 * A log as it lies in its directory, in any process, while another may write: takes no lock and changes nothing. It
 * ends with the last whole record that was written; one that the writer is writing now is behind it.
 */
export function fileLogView({ directory }: { directory: string }): Log {
  const damaged: DamagedRange[] = []
  let end: Position = 0

  /** Goes on from the end that was known, as far as there are whole frames. */
  async function findEnd(): Promise<Position> {
    const bases = (await listSegments(directory).catch(nullWhereMissing)) ?? []
    const base = bases.at(-1)
    if (base === undefined) return 0
    // Others may ask at the same time.
    let from = Math.max(end, base)
    const file = await open(segmentPath(directory, base), 'r')
    try {
      for (let length = chunkBytes; ;) {
        const buffer = Buffer.allocUnsafeSlow(length)
        const { bytesRead } = await file.read(buffer, 0, length, from - base)
        const { next, needs } = scanFrames(buffer.subarray(0, bytesRead), from, false)
        const goesOn = next > from || (bytesRead === length && needs > length)
        from = next
        end = Math.max(end, from)
        if (!goesOn) return from
        length = Math.max(chunkBytes, needs)
      }
    } finally {
      await file.close()
    }
  }

  const refuse = () => Promise.reject(new AppError('LOG_UNAVAILABLE', 'The log was opened to be read alone'))
  return {
    append: refuse,
    end: findEnd,
    subscribe: () => () => undefined,
    async read(from, until, options) {
      const page = await (await openFileLogReader({ directory })).read(from, until, options)
      for (const range of page.damaged)
        if (!damaged.some(({ position }) => position === range.position)) damaged.push(range)
      return page
    },
    startOfLast: async () => 0,
    rewrite: refuse,
    health: { unavailable: null, damaged },
  }
}
