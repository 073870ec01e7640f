import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { delay } from '../../kernel/work/delay.ts'

/** Pause after a batch, as a multiple of its duration: reads and ingest go first. */
const pauseFactor = 5
const minPauseMs = 50
/** Facts of events that aren't projected yet would be computed twice. */
const currentWithinMs = 1_000
/** Pause after a pass, as a multiple of its duration: 5 % of a processor at most. */
const passPauseFactor = 20

/**
 * One pass refreshes, in batches, the behavioural facts of all customers that need it; resolves true once none is left.
 * Returns at once while the pause after the last pass lasts, and within a second while the read models lag behind.
 */
export function createBackgroundRefresh(
  clock: () => number,
): (workspace: Pick<Workspace, 'readModels'>, signal: AbortSignal) => Promise<boolean> {
  const pausedUntil = new WeakMap<Workspace['readModels'], number>()
  return async ({ readModels }, signal) => {
    if (performance.now() < (pausedUntil.get(readModels) ?? 0)) return false
    if (!(await readModels.fresh({ withinMs: currentWithinMs })).current) return false
    let workedMs = 0
    while (readModels.unavailable === null) {
      const started = performance.now()
      const left = await readModels.refreshFacts(null, clock())
      const tookMs = performance.now() - started
      workedMs += tookMs
      pausedUntil.set(readModels, performance.now() + workedMs * passPauseFactor)
      if (left === 0) return true
      if (!(await delay(Math.max(minPauseMs, tookMs * pauseFactor), signal))) return false
    }
    return false
  }
}
