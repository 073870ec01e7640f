import assert from 'node:assert/strict'
import type { Log, LogEntry, Position } from '../../kernel/store/ports.ts'

/** Everything between two positions, over as many reads as it takes. Fails on damage, and where a read stands still. */
export async function readBetween(
  log: Pick<Log, 'read'>,
  from: Position,
  until: Position,
  maxBytes?: number,
): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for (let at = from; at < until;) {
    const read = await log.read(at, until, maxBytes === undefined ? {} : { maxBytes })
    assert.deepEqual(read.damaged, [])
    assert.ok(read.next > at, `a read from ${at} until ${until} ends where it began`)
    entries.push(...read.entries)
    at = read.next
  }
  return entries
}

/** The whole log. */
export async function readWhole(log: Log): Promise<LogEntry[]> {
  return readBetween(log, 0, await log.end())
}

export function payloadText({ payload }: Pick<LogEntry, 'payload'>): string {
  return Buffer.from(payload).toString('utf8')
}
