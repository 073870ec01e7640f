import type { Position } from '../store/ports.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Measures the lag of the read models that this node holds: the age of the oldest accepted event that isn't applied yet. */
export interface LagClock {
  /** 0 when everything is applied. */
  lagSeconds(): number
  /** The last known end of the log. */
  readonly logEnd: Position
  /** Whether everything was applied that the log held when the clock was created; null while that isn't known. */
  readonly hasCaughtUp: boolean | null
}

/** Least interval between two marks, in milliseconds: the precision of the lag. */
const markEveryMs = 100
/** Maximal number of marks; beyond it the oldest one still gives the lag. */
const maxMarks = 1_024

/**
 * Follows the log from now on. `now` is a monotonic clock, in milliseconds. `onReached` is called with the lag of each
 * mark once it is applied.
 */
export function createLagClock(
  workspace: Pick<Workspace, 'log' | 'readModels' | 'isHeld'>,
  {
    now = () => performance.now(),
    onReached = () => undefined,
  }: { now?: () => number; onReached?: (lagSeconds: number) => void } = {},
): LagClock {
  const { log, readModels } = workspace
  const marks: { position: Position; at: number }[] = []
  let markedAt = -Infinity
  let appendedAt = now()

  const dropPassed = () => {
    let passed = 0
    for (; passed < marks.length && marks[passed]!.position <= readModels.projected; passed += 1)
      onReached((now() - marks[passed]!.at) / 1_000)
    if (passed > 0) marks.splice(0, passed)
  }
  let logEnd: Position = 0
  // The end of the log at the start: its age counts from now.
  let toCatchUp: Position | null = null
  log.end().then(
    (position) => {
      toCatchUp = position
      noteEnd(position)
    },
    () => undefined,
  )
  log.subscribe(noteEnd)
  readModels.subscribe(dropPassed)

  function noteEnd(position: Position): void {
    if (position <= logEnd) return
    logEnd = position
    // Read models that nobody has to ask have no lag.
    if (!workspace.isHeld) marks.length = 0
    if (!workspace.isHeld) return
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
      if (!workspace.isHeld) return 0
      const [oldest] = marks
      if (oldest !== undefined) return (now() - oldest.at) / 1_000
      // Only events after the last mark aren't applied.
      return readModels.projected < logEnd ? (now() - appendedAt) / 1_000 : 0
    },
  }
}
