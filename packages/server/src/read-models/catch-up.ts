import type { Position } from '../store/ports.ts'
import { readDeadlineMs } from './own-reads.ts'
import { createPace } from './pace.ts'
import { createPositionWaiters } from './position-waiters.ts'

export interface WaitOptions {
  /** In milliseconds, beyond the start of the process. Default 2,000. */
  timeoutMs?: number | undefined
  /** The start of the process counts, too. */
  startIncluded?: boolean
  /** Not at all, where so much is left that the time would go by in any case. */
  orNot?: boolean
}

/** How far a process has applied the log, how far the log goes, and who waits until the one has reached the other. */
export interface CatchUp {
  readonly reached: Position
  /** How far the log is durable, as far as we heard. */
  readonly end: Position
  readonly isBehind: boolean
  readonly isWaitedFor: boolean
  /** The log is durable up to here at least, or up to here exactly. */
  hear(position: Position): void
  hearExactly(position: Position): void
  /** It is applied up to here; where that took a full batch, it took so long. */
  reach(position: Position, fullTookMs?: number | null): void
  /** Tells the process how far the log goes, once for all that was heard in this turn of the event loop. */
  announce(): void
  /** Resolves true once `position` is reached, false when the time went by first. */
  waitFor(position: Position, options: WaitOptions): Promise<boolean>
  /** There is a process now, or it is known that there won't be one: the waits proper begin. */
  restartClocks(): void
  /** Nobody's wait will end otherwise. */
  giveUp(): void
}

export function createCatchUp({
  from,
  canAnswer,
  isStalled,
  onWanted,
  onAnnounce,
}: {
  /** How far it is already. */
  from: Position
  /** The process takes requests. */
  canAnswer: () => boolean
  /** It is known not to do so soon. */
  isStalled: () => boolean
  /** Somebody waits from now on. */
  onWanted: () => void
  /** `hurry`: somebody waits for it. */
  onAnnounce: (told: { position: Position; hurry: boolean }) => void
}): CatchUp {
  const waiters = createPositionWaiters()
  const pace = createPace()
  waiters.reach(from)
  let end: Position = 0
  let hurry = false
  let announced: NodeJS.Immediate | null = null

  function hear(position: Position): void {
    end = Math.max(end, position)
  }

  function announce(): void {
    announced ??= setImmediate(() => {
      announced = null
      onAnnounce({ position: end, hurry })
      hurry = false
    })
  }

  function want(): void {
    hurry = true
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
    hear,
    hearExactly(position) {
      end = position
    },
    reach(position, fullTookMs = null) {
      if (fullTookMs !== null) pace.applied(position - waiters.reached, fullTookMs)
      waiters.reach(position)
    },
    announce,
    waitFor(position, { timeoutMs = 2_000, startIncluded = false, orNot = false }) {
      hear(position)
      if (waiters.reached >= position) return Promise.resolve(true)
      const isInVain = orNot && canAnswer() && pace.isBeyond(position - waiters.reached, timeoutMs)
      // While the process starts nothing can be answered anyway: the wait proper begins when it is there.
      const limits =
        startIncluded || canAnswer() || isStalled()
          ? { firstMs: timeoutMs }
          : { firstMs: Math.max(timeoutMs, readDeadlineMs), againMs: timeoutMs }
      const passed = isInVain ? Promise.resolve(false) : waiters.wait(position, limits)
      want()
      return passed
    },
    restartClocks() {
      hurry ||= waiters.size > 0
      waiters.restartClocks()
    },
    giveUp: () => waiters.giveUp(),
  }
}
