import type { Log, Position } from '../kernel/store/ports.ts'
import { applyOrQuarantine } from './apply-or-quarantine.ts'
import type { Projector } from './projector.ts'
import type { Quarantined } from './quarantine.ts'
import { reasonOf } from '../kernel/reason-of.ts'

export interface FollowOptions {
  projector: Projector
  reader: Pick<Log, 'read'>
  /**
   * Called after each batch: everything before `position` is in the read models. `fullTookMs`: the duration of a full batch,
   * a measure of the throughput; null for a smaller one.
   */
  onProjected: (position: Position, fullTookMs: number | null) => void
  /** Called with the events and records of a batch that can't be applied. */
  onQuarantined: (items: readonly Quarantined[]) => void
  /** Called with the reason when the projection can't go on, and with null when it goes on again. */
  onStalled: (reason: string | null) => void
  /** Makes the engine write its WAL into the database file. The projection waits for it. */
  checkpoint: () => Promise<void>
}

export interface LogFollower {
  /**
   * The log is durable up to `position`. `urgent`: a read waits for that position, so it is reached without pauses, before
   * anything later. `busy`: ingest needs the processor, so pauses between batches that no read waits for are longer.
   */
  advance(position: Position, state: { urgent: boolean; busy: boolean }): void
  /** Finishes the batch at hand and stops. */
  close(): Promise<void>
}

/** A batch is about this much of the log … */
const batchBytes = 2 * 1024 * 1024
const isFull = (bytes: number) => bytes >= batchBytes / 2
/** … and this much, a fifth cheaper per event, while more than two such batches remain: in a rebuild or a new replica. */
const catchUpBatchBytes = 8 * 1024 * 1024
/**
 * Pause after a batch that no read waits for, as a multiple of its duration, doubled with each further one: so a trickle
 * of events that nobody asks for costs little, …
 */
const pauseFactor = 3
/** … within these bounds: and the read models are never far behind. */
const minPauseMs = 40
const maxPauseMs = 3_000
/** The same while ingest is busy: accepted events are durable, and can be projected later. */
const busyPauseFactor = 25
const maxBusyPauseMs = 500
/** `busy` ends this long after the last `advance`. */
const busyForMs = 500
/**
 * By itself the engine checkpoints in the middle of a batch, and a waiting read waits for that too (up to a second,
 * measured). So we checkpoint before, after about this many bytes of the log: right after a read was served, when the next
 * one is least likely; without reads, a little later.
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
  onQuarantined,
  onStalled,
  checkpoint,
}: FollowOptions): LogFollower {
  let target = projector.position
  /** The position that reads wait for. */
  let awaited = target
  let busyUntil = 0
  let sinceCheckpoint = 0
  let closed = false
  /** Makes a sleep check whether it is over. */
  let nudge = () => undefined as void
  const isAwaited = () => projector.position < awaited
  const done = run()

  /** Sleeps until `isOver`, for `ms` at most. */
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
    /** How many batches in a row nobody waited for. */
    let unasked = 0
    while (!closed) {
      if (projector.position >= target && projector.dueInMs > 0) {
        const slept = performance.now()
        await sleep(Math.min(60_000, projector.dueInMs), () => projector.position < target)
        if (performance.now() - slept > maxPauseMs) unasked = 0
        continue
      }
      const started = performance.now()
      const wasAwaited = isAwaited()
      let appliedBytes = 0
      try {
        if (projector.position < target) appliedBytes = await applyBatch()
        else await projector.countDue()
        sinceCheckpoint += appliedBytes
        if (!isAwaited() && !closed) await checkpointWhereDue(wasAwaited)
        if (failures > 0) onStalled(null)
        failures = 0
      } catch (error) {
        onStalled(reasonOf(error))
        await sleep(retryMs[Math.min(failures++, retryMs.length - 1)]!, () => false)
        continue
      }
      const tookMs = performance.now() - started
      unasked = wasAwaited || isAwaited() ? 0 : unasked + 1
      if (performance.now() < busyUntil)
        await sleep(Math.min(maxBusyPauseMs, tookMs * busyPauseFactor), isAwaited)
      // After a full batch there is more to apply.
      else if (!isFull(appliedBytes))
        await sleep(
          Math.min(maxPauseMs, Math.max(minPauseMs, tookMs * pauseFactor * 2 ** Math.min(unasked, 4))),
          isAwaited,
        )
    }
  }

  /** Returns how many bytes it held. */
  async function applyBatch(): Promise<number> {
    const begun = performance.now()
    const isFarBehind = target - projector.position > 2 * catchUpBatchBytes
    const { entries, next } = await reader.read(projector.position, isAwaited() ? awaited : target, {
      maxBytes: isFarBehind ? catchUpBatchBytes : batchBytes,
    })
    const quarantined = await applyOrQuarantine(projector, entries, next)
    if (quarantined.length > 0) onQuarantined(quarantined)
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
      if (state.urgent) awaited = target
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
