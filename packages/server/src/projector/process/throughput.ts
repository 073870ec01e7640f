/** Weight of the newest batch in the moving average. */
const weight = 0.3
/** Distances up to this many times the estimate may be covered all the same. */
const tolerance = 1.5

/** Estimates how fast the log is applied, from full batches: a small one tells nothing about many. */
export interface Throughput {
  /** A full batch covered `distance` bytes of the log in `tookMs`. */
  applied(distance: number, tookMs: number): void
  /** Whether `distance` certainly takes longer than `ms`. False before the first full batch. */
  isBeyond(distance: number, ms: number): boolean
}

export function createThroughput(): Throughput {
  let perMs: number | null = null
  return {
    applied(distance, tookMs) {
      const last = distance / tookMs
      perMs = perMs === null ? last : perMs * (1 - weight) + last * weight
    },
    isBeyond: (distance, ms) => perMs !== null && distance > perMs * ms * tolerance,
  }
}
