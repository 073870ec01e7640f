import type { Position } from '../store/ports.ts'
import type { Workspace } from '../workspaces/workspace.ts'

/** Knows how long ago the oldest event was accepted that the answers still lack. */
export interface LagClock {
  /** 0 when the answers lack nothing. */
  lagSeconds(): number
  /** How far the log reached when it was last heard of. */
  readonly logEnd: Position
  /** False until the answers first held all that was there when somebody began to look; null while that isn't known. */
  readonly hasCaughtUp: boolean | null
}

/** A mark is made no oftener than this, in milliseconds: so exact is the lag. */
const markEveryMs = 100
/** More marks are not kept; a lag is told by the oldest. */
const maxMarks = 1_024

/** Follows the log from now on; `now` is a clock that never runs backwards, in milliseconds. */
export function createLagClock(
  { log, readModels }: Pick<Workspace, 'log' | 'readModels'>,
  now: () => number = () => performance.now(),
): LagClock {
  const marks: { position: Position; at: number }[] = []
  let markedAt = -Infinity
  let appendedAt = now()

  const dropPassed = () => {
    let passed = 0
    while (passed < marks.length && marks[passed]!.position <= readModels.projected) passed += 1
    if (passed > 0) marks.splice(0, passed)
  }
  let logEnd: Position = 0
  // What was there before counts from now.
  let toCatchUp: Position | null = null
  log.end().then(
    (position) => {
      toCatchUp = position
      hear(position)
    },
    () => undefined,
  )
  log.subscribe(hear)

  function hear(position: Position): void {
    if (position <= logEnd) return
    logEnd = position
    const at = now()
    appendedAt = at
    if (at - markedAt < markEveryMs) return
    markedAt = at
    dropPassed()
    if (marks.length < maxMarks) marks.push({ position, at })
  }

  return {
    get logEnd() {
      return logEnd
    },
    get hasCaughtUp() {
      if (toCatchUp !== null && readModels.projected >= toCatchUp) toCatchUp = 0
      return toCatchUp === null ? null : toCatchUp === 0
    },
    lagSeconds() {
      dropPassed()
      const [oldest] = marks
      if (oldest !== undefined) return (now() - oldest.at) / 1_000
      // Behind by something that came since the last mark.
      return readModels.projected < logEnd ? (now() - appendedAt) / 1_000 : 0
    },
  }
}
