import type { Documents, Log } from '../store/ports.ts'

/** Whether an organization is in use. */
export interface Activity {
  /** For a minute its log hasn't grown and none of its documents has changed: what is due is known. */
  readonly isIdle: boolean
  /** Calls `listener` when the organization was idle and becomes active. */
  subscribe(listener: () => void): () => void
  close(): void
}

const idleAfterMs = 60_000

/** Watches an organization's log and documents. Use the returned `documents` instead of those passed in: they report writes. */
export function watchActivity(log: Log, documents: Documents): { activity: Activity; documents: Documents } {
  const listeners = new Set<() => void>()
  let activeAt = performance.now()
  const isIdle = (): boolean => performance.now() - activeAt >= idleAfterMs
  const note = (): void => {
    const wasIdle = isIdle()
    activeAt = performance.now()
    if (wasIdle) for (const listener of listeners) listener()
  }
  const unfollowLog = log.subscribe(note)
  const unfollowDocuments = documents.watch?.(note)
  return {
    activity: {
      get isIdle() {
        return isIdle()
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
