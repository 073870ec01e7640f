import assert from 'node:assert/strict'
import type { LogEntry, LogReader, Position } from '../log/log.ts'
import type { Workspace } from '../store/store.ts'

/** Everything between two positions, over as many reads as it takes. Fails on damage, and where a read stands still. */
export async function readBetween(
  reader: LogReader,
  from: Position,
  until: Position,
  maxBytes?: number,
): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for (let at = from; at < until;) {
    const read = await reader.read(at, until, maxBytes === undefined ? {} : { maxBytes })
    assert.deepEqual(read.damaged, [])
    assert.ok(read.next > at, `a read from ${at} until ${until} ends where it began`)
    entries.push(...read.entries)
    at = read.next
  }
  return entries
}

/** The whole log. */
export async function readWhole(workspace: Workspace): Promise<LogEntry[]> {
  const { reader, start } = await workspace.openLog(Number.MAX_SAFE_INTEGER)
  try {
    return await readBetween(reader, start, workspace.log.durable)
  } finally {
    await reader.close()
  }
}
