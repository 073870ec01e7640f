const earliest = Date.UTC(2000, 0, 1)
const tolerance = 24 * 60 * 60 * 1_000

/**
 * The time at which an event counts. The sender's time stands, a modest skew included; what can't be true (before
 * the year 2000, more than 24 hours ahead of the server, not finite) gives way to the server's time.
 */
export function isPossibleTime(sentMs: number, serverMs: number): boolean {
  return sentMs >= earliest && sentMs <= serverMs + tolerance
}
