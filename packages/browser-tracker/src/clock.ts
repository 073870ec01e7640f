/** Whole milliseconds on a clock that nobody sets, of unknown beginning. */
export const now = (): number => Math.round(performance.now())
