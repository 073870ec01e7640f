import type { Documents, Log } from '../store/ports.ts'

/** Whether something comes for an organization. */
export interface Activity {
  /** Its log has not grown for a minute, and this process has changed none of its documents: nothing is likely to be due. */
  readonly isQuiet: boolean
  close(): void
}

const quietAfterMs = 60_000

/** Watches an organization's log and documents; `documents` are to be used in place of those that were given. */
export function watchActivity(log: Log, documents: Documents): { activity: Activity; documents: Documents } {
  let activeAt = performance.now()
  const note = (): void => {
    activeAt = performance.now()
  }
  const close = log.subscribe(note)
  return {
    activity: {
      get isQuiet() {
        return performance.now() - activeAt >= quietAfterMs
      },
      close,
    },
    documents: {
      ...documents,
      write(name, value, options) {
        note()
        return documents.write(name, value, options)
      },
    },
  }
}
