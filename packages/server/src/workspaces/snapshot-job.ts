import type { LeaseContext } from '../work/under-lease.ts'
import type { Workspace } from './workspace.ts'

/** A log that grew by this part since the newest snapshot is worth another one; else one is made in so many times `everyMs`. */
const growth = 0.1
const atLeastEvery = 24
/** Nor is one made of answers that are made from the log themselves, and hold less than this of it. */
const currency = 0.99

/**
 * Keeps the newest snapshot of an organization's read models no older than `everyMs`, as long as much comes: so that what is
 * written stays in proportion to what came.
 */
export function createSnapshotJob(
  everyMs: number,
): (workspace: Workspace, context: LeaseContext) => Promise<void> {
  /** Under which lease, and after which erasure, what is left of others was removed. */
  const cleaned = new WeakMap<Workspace, string>()
  return async (workspace, { signal, lease }) => {
    const { log, readModels, replicas } = workspace
    const { snapshots } = replicas
    const { projected } = readModels
    if (snapshots === null || projected === 0) return
    const newest = await snapshots.newest()
    const ageMs = newest === null ? Number.POSITIVE_INFINITY : Date.now() - newest.madeAt
    const grown = projected - (newest?.position ?? 0)
    const isDue = grown > 0 && ageMs >= everyMs * (grown >= growth * projected ? 1 : atLeastEvery)
    const isTaken = isDue && projected >= currency * (await log.end()) && !signal.aborted
    if (isTaken) await snapshots.take(readModels, { epoch: replicas.epoch })
    const state = `${lease.fence} ${replicas.epoch}`
    if (!isTaken && cleaned.get(workspace) === state) return
    // One may have been in the making, by whoever worked before, when somebody was erased.
    await snapshots.removeBefore(replicas.epoch)
    cleaned.set(workspace, state)
  }
}
