/** After this many ends in a row before the database was open, it counts as impossible to open. */
const maxFailedStarts = 3

/** What keeps a process from answering. */
export interface ProcessFaults {
  /** Why no request can be answered, for people; null when one can. */
  readonly unavailable: string | null
  /** Why the projection can't go on for longer, although it is retried; null when a short wait may help. */
  stalled: string | null
  /** Whether the database can't be opened. */
  readonly isUnopened: boolean
  failToOpen(reason: string): void
  /**
   * The process ended by itself and is restarted. Returns true once that happened too often before the database was open.
   */
  restart(): boolean
  opened(): void
  /** Forgets all faults: the process was stopped. */
  clear(): void
}

export function createProcessFaults(): ProcessFaults {
  let stalled: string | null = null
  let isRestarting = false
  let isUnopened = false
  let failedStarts = 0

  function clear(): void {
    stalled = null
    isRestarting = false
    isUnopened = false
  }

  return {
    get unavailable() {
      return stalled ?? (isRestarting ? 'The read models are being restarted.' : null)
    },
    get stalled() {
      return stalled
    },
    set stalled(reason) {
      stalled = reason
    },
    get isUnopened() {
      return isUnopened
    },
    failToOpen(reason) {
      stalled = reason
      isUnopened = true
    },
    restart() {
      isRestarting = true
      failedStarts += 1
      return failedStarts >= maxFailedStarts
    },
    opened() {
      clear()
      failedStarts = 0
    },
    clear,
  }
}
