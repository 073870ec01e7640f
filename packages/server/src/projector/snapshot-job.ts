import type { LeaseContext } from '../kernel/background/under-lease.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'

/**
 * A log that grew by this fraction since the newest snapshot is worth another one; else one is taken every `atLeastEvery` ×
 * `everyMs`.
 */
const growth = 0.1
const atLeastEvery = 24
/** No snapshot of read models that have applied less than this fraction of the log: they are being rebuilt themselves. */
const minApplied = 0.99

/**
 * Takes a snapshot when the newest one is older than `everyMs` and enough was appended since: what snapshots write stays
 * in proportion to what was appended.
 */
export function createSnapshotJob(
  everyMs: number,
): (workspace: Workspace, context: LeaseContext) => Promise<void> {
  /** The lease and erasure for which leftovers were last removed. */
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
    const isTaken = isDue && projected >= minApplied * (await log.end()) && !signal.aborted
    if (isTaken) await snapshots.take(readModels, { epoch: replicas.epoch })
    const state = `${lease.fence} ${replicas.epoch}`
    if (!isTaken && cleaned.get(workspace) === state) return
    // A former holder of the lease may have been taking one during an erasure.
    await snapshots.removeBefore(replicas.epoch)
    cleaned.set(workspace, state)
  }
}
