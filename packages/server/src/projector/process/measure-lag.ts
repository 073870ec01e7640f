import { decodeRecord } from '../../kernel/log/record.ts'
import type { Log, Position } from '../../kernel/store/ports.ts'

/**
 * Seconds since the first record after `projected` was accepted; 0 when there is none before `end`, null when it can't be
 * read.
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
    // An unreadable record, or a store that is away: the answer is still reported as stale, without a number.
    return null
  }
}
