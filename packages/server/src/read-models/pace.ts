/** How much the last batch counts against those before. */
const weight = 0.3
/** What is only a little too far may be reached all the same. */
const doubt = 1.5

/** How fast a log is applied, from its last full batches: what a small one costs says nothing of many. */
export interface Pace {
  /** A full batch moved on so far, in so many milliseconds. */
  applied(distance: number, tookMs: number): void
  /** Whether so much is surely not applied within so many milliseconds. */
  isBeyond(distance: number, ms: number): boolean
}

export function createPace(): Pace {
  let perMs: number | null = null
  return {
    applied(distance, tookMs) {
      const last = distance / tookMs
      perMs = perMs === null ? last : perMs * (1 - weight) + last * weight
    },
    isBeyond: (distance, ms) => perMs !== null && distance > perMs * ms * doubt,
  }
}
