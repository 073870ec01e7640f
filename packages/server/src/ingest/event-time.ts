const earliest = Date.UTC(2000, 0, 1)
const tolerance = 24 * 60 * 60 * 1_000

/**
 * Whether the sender's time can be true; a modest skew is accepted. Times before the year 2000, more than 24 hours ahead
 * of the server, or not finite are replaced by the server's.
 */
export function isPossibleTime(sentMs: number, serverMs: number): boolean {
  return sentMs >= earliest && sentMs <= serverMs + tolerance
}
