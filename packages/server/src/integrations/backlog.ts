import type { ReadModels } from '../kernel/read-models/read-models.ts'
import type { Position } from '../kernel/store/ports.ts'
import { delay } from '../kernel/work/delay.ts'

/** Records that a sync may be ahead of the read models: other readers wait for these. */
const maxUnread = 4_000
/** Maximal pause; then the sync continues even if the read models don't. */
const maxPauseMs = 5_000
const lookEveryMs = 20

/** What a sync has appended and the read models haven't applied yet. */
export interface Backlog {
  /**
   * Adds what was appended before `position`, and waits while too much isn't applied: so reads stay fast during a large
   * sync.
   */
  appended(position: Position, count: number): Promise<void>
}

export function createBacklog(readModels: Pick<ReadModels, 'projected'>, signal: AbortSignal): Backlog {
  const unread: { position: Position; count: number }[] = []
  let sum = 0

  function forget(isRead: (position: Position) => boolean): void {
    while (unread.length > 0 && isRead(unread[0]!.position)) sum -= unread.shift()!.count
  }

  return {
    async appended(position, count) {
      unread.push({ position, count })
      sum += count
      const until = performance.now() + maxPauseMs
      for (;;) {
        forget((appended) => appended <= readModels.projected)
        if (sum <= maxUnread) return
        if (performance.now() >= until || !(await delay(lookEveryMs, signal))) return forget(() => true)
      }
    },
  }
}
