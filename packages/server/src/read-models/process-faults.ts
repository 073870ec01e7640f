/** So often in a row the process may end before it has opened the database; then it is told that it can't. */
const maxFailedStarts = 3

/** What keeps a process from answering, in words for whoever asks. */
export interface ProcessFaults {
  /** Why it can't be asked now; null when it can, as far as anybody knows. */
  readonly unavailable: string | null
  /** Why it can't go on, though it tries again now and then; null where a short wait may do. */
  stalled: string | null
  /** It can't open the database. */
  readonly isUnopened: boolean
  failToOpen(reason: string): void
  /** It ended by itself, and is started again; true once it did so too often before it had opened the database. */
  restart(): boolean
  opened(): void
  /** There is no process any more. */
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
