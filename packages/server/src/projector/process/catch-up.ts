import type { Position } from '../../kernel/store/ports.ts'
import { readDeadlineMs } from './own-reads.ts'
import { createThroughput } from './throughput.ts'
import { createPositionWaiters } from './position-waiters.ts'

export interface WaitOptions {
  /** Counts once the process has started. Default 2,000. */
  timeoutMs?: number | undefined
  /** The start of the process counts towards the timeout. */
  startIncluded?: boolean
  /** Resolve false at once when the position can't be reached within the timeout. */
  failFast?: boolean
}

/** Tracks the end of the log and the position that the process has applied, and resolves waits for a position. */
export interface CatchUp {
  readonly reached: Position
  /** The last known end of the log. */
  readonly end: Position
  readonly isBehind: boolean
  readonly isWaitedFor: boolean
  /** The log is durable at least, or exactly, up to here. */
  advanceEnd(position: Position): void
  setEnd(position: Position): void
  /** The process has applied the log up to here. `fullTookMs`: the duration of the batch, if it was a full one. */
  reach(position: Position, fullTookMs?: number | null): void
  /** Sends the end of the log to the process, once per tick of the event loop. */
  announce(): void
  /** Resolves true once `position` is reached, false on timeout. */
  waitFor(position: Position, options: WaitOptions): Promise<boolean>
  /** The process has started, or can't be: timeouts begin to count now. */
  restartClocks(): void
  /** Ends all waits, unreached: no process will apply more. */
  giveUp(): void
}

export function createCatchUp({
  from,
  canAnswer,
  isStalled,
  onWanted,
  onAnnounce,
}: {
  /** The checkpoint to start from. */
  from: Position
  /** The process takes requests. */
  canAnswer: () => boolean
  /** It won't for a while. */
  isStalled: () => boolean
  /** Called when a wait begins. */
  onWanted: () => void
  /** `urgent`: a read waits for the position. */
  onAnnounce: (end: { position: Position; urgent: boolean }) => void
}): CatchUp {
  const waiters = createPositionWaiters()
  const throughput = createThroughput()
  waiters.reach(from)
  let end: Position = 0
  let urgent = false
  let announced: NodeJS.Immediate | null = null

  function advanceEnd(position: Position): void {
    end = Math.max(end, position)
  }

  function announce(): void {
    announced ??= setImmediate(() => {
      announced = null
      onAnnounce({ position: end, urgent })
      urgent = false
    })
  }

  function want(): void {
    urgent = true
    onWanted()
    announce()
  }

  return {
    get reached() {
      return waiters.reached
    },
    get end() {
      return end
    },
    get isBehind() {
      return waiters.reached < end
    },
    get isWaitedFor() {
      return waiters.size > 0
    },
    advanceEnd,
    setEnd(position) {
      end = position
    },
    reach(position, fullTookMs = null) {
      if (fullTookMs !== null) throughput.applied(position - waiters.reached, fullTookMs)
      waiters.reach(position)
    },
    announce,
    waitFor(position, { timeoutMs = 2_000, startIncluded = false, failFast = false }) {
      advanceEnd(position)
      if (waiters.reached >= position) return Promise.resolve(true)
      const isInVain = failFast && canAnswer() && throughput.isBeyond(position - waiters.reached, timeoutMs)
      // While the process starts nothing can be answered anyway: the timeout counts from then.
      const limits =
        startIncluded || canAnswer() || isStalled()
          ? { firstMs: timeoutMs }
          : { firstMs: Math.max(timeoutMs, readDeadlineMs), againMs: timeoutMs }
      const passed = isInVain ? Promise.resolve(false) : waiters.wait(position, limits)
      want()
      return passed
    },
    restartClocks() {
      urgent ||= waiters.size > 0
      waiters.restartClocks()
    },
    giveUp: () => waiters.giveUp(),
  }
}
