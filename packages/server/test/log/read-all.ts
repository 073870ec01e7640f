import { openFileLogReader } from '../../src/drivers/file/log/file-log-reader.ts'
import type { DamagedRange, Position } from '../../src/kernel/store/ports.ts'

/** Reads all payloads as text, over as many calls as it takes. */
export async function readAll(
  directory: string,
  until: Position,
  { from = 0, maxBytes }: { from?: Position; maxBytes?: number } = {},
): Promise<{ texts: string[]; damaged: DamagedRange[]; positions: Position[] }> {
  const reader = await openFileLogReader({ directory })
  const texts: string[] = []
  const positions: Position[] = []
  const damaged: DamagedRange[] = []
  for (let at = from; at < until;) {
    const read = await reader.read(at, until, { maxBytes })
    texts.push(...read.entries.map((entry) => Buffer.from(entry.payload).toString()))
    positions.push(...read.entries.map((entry) => entry.next))
    damaged.push(...read.damaged)
    if (read.next <= at) throw new Error(`read stands still at ${at}`)
    at = read.next
  }
  return { texts, damaged, positions }
}
