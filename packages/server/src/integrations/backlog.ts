import type { ReadModels } from '../read-models/read-models.ts'
import type { Position } from '../store/ports.ts'
import { delay } from '../work/delay.ts'

/** So many records may be durable and not readable yet: whoever asks beside a sync waits for them. */
const maxUnread = 4_000
/** Where the read models don't go on, a sync does, after a pause of so many milliseconds. */
const maxPauseMs = 5_000
const lookEveryMs = 20

/** What a sync has brought and nobody can read yet. */
export interface Backlog {
  /** Notes what was appended before `position`, and resolves once little enough is unread: reads beside a large sync stay prompt. */
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
