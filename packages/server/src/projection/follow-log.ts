import type { Log, Position } from '../store/ports.ts'
import { applyOrSetAside } from './apply-or-set-aside.ts'
import type { Projector } from './projector.ts'
import type { SetAside } from './quarantine.ts'

export interface FollowOptions {
  projector: Projector
  reader: Pick<Log, 'read'>
  /** After each batch: everything before this position is in the read models. `fullTookMs`: how long a full batch took, in milliseconds; null: it was none, and tells nothing of how fast many are applied. */
  onProjected: (position: Position, fullTookMs: number | null) => void
  /** Told of the events and records of a batch that can't be applied. */
  onSetAside: (items: readonly SetAside[]) => void
  /** Told when the projection can't go on for now, with the reason; with null when it goes on. */
  onStalled: (reason: string | null) => void
  /** Folds what the engine wrote since the last time into its file, for which the projection waits. */
  checkpoint: () => Promise<void>
}

export interface LogFollower {
  /**
   * The log is durable up to `position`. With `hurry` somebody waits until it is applied that far: without a rest, and
   * before what comes later. With `busy` accepting events needs the processor, so the follower rests long between
   * batches that nobody waits for.
   */
  advance(position: Position, state: { hurry: boolean; busy: boolean }): void
  /** Finishes the batch at hand and stops. */
  close(): Promise<void>
}

/** A batch is about this much of the log … */
const batchBytes = 2 * 1024 * 1024
const isFull = (bytes: number) => bytes >= batchBytes / 2
/** … and this much, which costs a fifth less an event, while more than two of them are left: a rebuild, a new replica. */
const catchUpBatchBytes = 8 * 1024 * 1024
/** Between batches that nobody waits for the engine rests this many times as long as the last one took … */
const restFactor = 3
/** … within these bounds, in milliseconds: so that a trickle of events costs little, and reads are never far behind. */
const minRestMs = 40
const maxRestMs = 250
/** While accepting is busy the rests are longer: what is accepted is safe, and derived later. */
const busyRestFactor = 25
const maxBusyRestMs = 10_000
/** Told nothing for this long, the follower takes accepting to be at rest. */
const busyForMs = 500
/**
 * The engine makes a checkpoint of itself in the midst of a batch, for which whoever waits then waits too (measured:
 * up to a second). So it is made before, after about so many bytes of the log: at the moment at which somebody was
 * served, since the next one is likeliest far; where nobody asks, a little later.
 */
const checkpointBytes = 28 * 1024 * 1024
const latestCheckpointBytes = 40 * 1024 * 1024
/** A batch that can't be applied is tried again after these pauses, in milliseconds; the last one repeats. */
const retryMs = [50, 250, 1_000, 5_000]

/** Applies the log to the read models as it grows, a batch at a time. */
export function followLog({
  projector,
  reader,
  onProjected,
  onSetAside,
  onStalled,
  checkpoint,
}: FollowOptions): LogFollower {
  let target = projector.position
  /** How far somebody waits for. */
  let awaited = target
  let busyUntil = 0
  let sinceCheckpoint = 0
  let closed = false
  /** Lets whoever sleeps look whether there is a reason to be awake. */
  let nudge = () => undefined as void
  const isAwaited = () => projector.position < awaited
  const done = run()

  /** Sleeps so long, or until there is a reason to be awake. */
  function sleep(ms: number, isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(end, ms)
      nudge = () => {
        if (closed || isOver()) end()
      }
      nudge()
      function end() {
        clearTimeout(timer)
        nudge = () => undefined
        resolve()
      }
    })
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!closed) {
      if (projector.position >= target) {
        await sleep(60_000, () => projector.position < target)
        continue
      }
      const started = performance.now()
      const wasAwaited = isAwaited()
      let appliedBytes = 0
      try {
        appliedBytes = await applyBatch()
        sinceCheckpoint += appliedBytes
        if (!isAwaited() && !closed) await checkpointWhereDue(wasAwaited)
        if (failures > 0) onStalled(null)
        failures = 0
      } catch (error) {
        onStalled(error instanceof Error ? error.message : String(error))
        await sleep(retryMs[Math.min(failures++, retryMs.length - 1)]!, () => false)
        continue
      }
      const tookMs = performance.now() - started
      if (performance.now() < busyUntil)
        await sleep(Math.min(maxBusyRestMs, tookMs * busyRestFactor), isAwaited)
      // Where a batch was not full, it reached what was the end.
      else if (!isFull(appliedBytes))
        await sleep(Math.min(maxRestMs, Math.max(minRestMs, tookMs * restFactor)), isAwaited)
    }
  }

  /** Returns how many bytes it held. */
  async function applyBatch(): Promise<number> {
    const begun = performance.now()
    const isFarBehind = target - projector.position > 2 * catchUpBatchBytes
    const { entries, next } = await reader.read(projector.position, isAwaited() ? awaited : target, {
      maxBytes: isFarBehind ? catchUpBatchBytes : batchBytes,
    })
    const setAside = await applyOrSetAside(projector, entries, next)
    if (setAside.length > 0) onSetAside(setAside)
    const bytes = entries.reduce((sum, { payload }) => sum + payload.length, 0)
    onProjected(projector.position, isFull(bytes) ? performance.now() - begun : null)
    return bytes
  }

  async function checkpointWhereDue(wasAwaited: boolean): Promise<void> {
    if (sinceCheckpoint < (wasAwaited ? checkpointBytes : latestCheckpointBytes)) return
    sinceCheckpoint = 0
    await checkpoint()
  }

  return {
    advance(position, state) {
      target = Math.max(target, position)
      if (state.hurry) awaited = target
      busyUntil = state.busy ? performance.now() + busyForMs : 0
      nudge()
    },
    async close() {
      closed = true
      nudge()
      await done
    },
  }
}
