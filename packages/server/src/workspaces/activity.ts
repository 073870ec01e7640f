import type { Documents, Log } from '../store/ports.ts'

/** Whether something comes for an organization. */
export interface Activity {
  /** Its log has not grown and none of its documents has changed for a minute: what is due is known. */
  readonly isQuiet: boolean
  /** Calls `listener` when something comes for it that was quiet. */
  subscribe(listener: () => void): () => void
  close(): void
}

const quietAfterMs = 60_000

/** Watches an organization's log and documents; `documents` are to be used in place of those that were given. */
export function watchActivity(log: Log, documents: Documents): { activity: Activity; documents: Documents } {
  const listeners = new Set<() => void>()
  let activeAt = performance.now()
  const isQuiet = (): boolean => performance.now() - activeAt >= quietAfterMs
  const note = (): void => {
    const wasQuiet = isQuiet()
    activeAt = performance.now()
    if (wasQuiet) for (const listener of listeners) listener()
  }
  const unfollowLog = log.subscribe(note)
  const unfollowDocuments = documents.watch?.(note)
  return {
    activity: {
      get isQuiet() {
        return isQuiet()
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      close() {
        unfollowLog()
        unfollowDocuments?.()
      },
    },
    documents: {
      ...documents,
      async write(name, value, options) {
        const version = await documents.write(name, value, options)
        note()
        return version
      },
      async remove(name, options) {
        const isRemoved = await documents.remove(name, options)
        note()
        return isRemoved
      },
    },
  }
}
