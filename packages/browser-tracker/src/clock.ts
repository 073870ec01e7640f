/** Milliseconds on a clock that nobody sets, of unknown beginning. */
export const now = (): number => performance.now()
