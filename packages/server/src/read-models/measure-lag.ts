import { decodeRecord } from '../log/record.ts'
import type { Log, Position } from '../store/ports.ts'

/**
 * How many seconds ago the first record from `projected` on was accepted; 0 where there is none before `end`, null where
 * the log doesn't tell.
 */
export async function measureLag(
  log: Pick<Log, 'read'>,
  projected: Position,
  end: Position,
): Promise<number | null> {
  if (projected >= end) return 0
  try {
    const [first] = (await log.read(projected, end, { maxBytes: 1 })).entries
    const acceptedAt = first === undefined ? NaN : decodeRecord(first.payload).receivedAt
    return Number.isFinite(acceptedAt) ? Math.max(0, Math.round((Date.now() - acceptedAt) / 100) / 10) : null
  } catch {
    // A record that can't be read, or a store that is away: that an answer is stale is told all the same.
    return null
  }
}
