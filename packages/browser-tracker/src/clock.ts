/** Whole milliseconds of the monotonic clock. */
export const now = (): number => Math.round(performance.now())
