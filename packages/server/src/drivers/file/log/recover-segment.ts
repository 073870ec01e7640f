import { join } from 'node:path'
import { makeFolder, replaceFile } from '../../../kernel/durable-files.ts'
import type { DamagedRange, Position } from '../../../kernel/store/ports.ts'
import { frameHeaderBytes, scanFrames, voidHeader } from './frame.ts'
import type { LogFile } from './log-files.ts'

const chunkBytes = 8 * 1024 * 1024

/**
 * Makes the last segment fit to be appended to, after whatever ended the process before. Returns the position
 * where to go on, and what was damaged.
 *
 * A torn tail (nothing valid follows) is saved to `quarantine/` and covered by a void frame, rather than cut off:
 * if the tail was not torn but an acknowledged record with a flipped bit, then readers have passed it already, and
 * its positions must not be given to new records. Damage that valid frames follow stays in place, where readers
 * skip it; a copy goes to `quarantine/`.
 */
export async function recoverSegment(
  file: LogFile,
  { directory, base }: { directory: string; base: Position },
): Promise<{ end: Position; damaged: DamagedRange[] }> {
  const end = base + (await file.size())
  const damaged = joinRanges(await findDamage(file, base, end))
  for (const range of damaged) await saveRange(file, directory, base, range)
  const tail = damaged.at(-1)
  if (!tail || tail.position + tail.bytes < end) return { end, damaged }

  const bytes = Math.max(tail.bytes, frameHeaderBytes)
  await file.write([voidHeader(bytes)], tail.position - base)
  tail.reason = 'torn tail'
  return { end: tail.position + bytes, damaged }
}

async function findDamage(file: LogFile, base: Position, end: Position): Promise<DamagedRange[]> {
  const damaged: DamagedRange[] = []
  const room = Buffer.allocUnsafeSlow(Math.min(chunkBytes, end - base))
  let at = base
  let needs = 0
  while (at < end) {
    const length = Math.min(Math.max(chunkBytes, needs), end - at)
    const buffer = length <= room.length ? room.subarray(0, length) : Buffer.allocUnsafeSlow(length)
    await file.read(buffer, at - base)
    const scan = scanFrames(buffer, at, at + length === end)
    damaged.push(...scan.damaged)
    at = scan.next
    needs = scan.needs
  }
  return damaged
}

/** Damage that one scan ended on and the next began with is one range. */
export function joinRanges(ranges: DamagedRange[]): DamagedRange[] {
  const joined: DamagedRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last && last.position + last.bytes === range.position) last.bytes += range.bytes
    else joined.push({ ...range })
  }
  return joined
}

async function saveRange(
  file: LogFile,
  directory: string,
  base: Position,
  range: DamagedRange,
): Promise<void> {
  const quarantine = join(directory, 'quarantine')
  await makeFolder(quarantine)
  const buffer = Buffer.allocUnsafeSlow(range.bytes)
  await file.read(buffer, range.position - base)
  await replaceFile(join(quarantine, `${range.position}-${range.bytes}.bin`), buffer)
}
