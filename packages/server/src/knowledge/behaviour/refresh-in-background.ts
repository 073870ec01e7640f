import type { Workspace } from '../../workspaces/workspace.ts'
import { rest } from '../../work/background-work.ts'

/** After each batch it rests so many times as long as the batch took, so that reads and ingest go first. */
const restFactor = 5
const minRestMs = 50
/** After a pass it rests so many times as long as its batches took together: a twentieth of a processor at most. */
const passRestFactor = 20

/**
 * Refreshes behavioural facts, a batch at a time, of all customers that needed it at first; true once none is left. To be called
 * again and again: it returns at once while what the last pass took forbids another one, and costs nothing where no customer
 * needs it.
 */
export function createBackgroundRefresh(
  clock: () => number,
): (workspace: Pick<Workspace, 'readModels'>, signal: AbortSignal) => Promise<boolean> {
  const restsUntil = new WeakMap<Workspace['readModels'], number>()
  return async ({ readModels }, signal) => {
    if (performance.now() < (restsUntil.get(readModels) ?? 0)) return false
    let workedMs = 0
    while (readModels.unavailable === null) {
      const started = performance.now()
      const left = await readModels.refreshFacts(null, clock())
      const tookMs = performance.now() - started
      workedMs += tookMs
      restsUntil.set(readModels, performance.now() + workedMs * passRestFactor)
      if (left === 0) return true
      if (!(await rest(Math.max(minRestMs, tookMs * restFactor), signal))) return false
    }
    return false
  }
}
