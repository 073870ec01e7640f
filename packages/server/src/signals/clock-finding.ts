/** Something that the clock found. Times are Unix milliseconds. */
export interface ClockFinding {
  customerId: string
  /** The end of the window. */
  at: number
  /** Its beginning. */
  from: number
  /** What the detection counts. */
  count: number
  eventIds: string[]
}

/** Behind `from`, up to `until` and with it; Unix milliseconds. */
export interface TimeRange {
  from: number
  until: number
}
