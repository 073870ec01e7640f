let lastMs = 0
let counter = 0

/**
 * A uuid v7: time-ordered, and in the order of the calls within one process, also when the clock stands still or goes
 * back (RFC 9562, method 1: a counter of 12 bits in rand_a).
 */
export function uuidV7(nowMs: number): string {
  const random = globalThis.crypto.randomUUID()
  if (nowMs > lastMs) {
    lastMs = nowMs
    // The counter begins low, so that it seldom runs over within its millisecond.
    counter = Number.parseInt(random.slice(0, 2), 16)
  } else if (++counter > 0xfff) {
    lastMs++
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  // From position 19 on, a uuid v4 holds the RFC's variant and 62 random bits.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${random.slice(19)}`
}
