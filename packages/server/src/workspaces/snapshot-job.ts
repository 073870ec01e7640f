import type { Turn } from '../work/under-lease.ts'
import type { Workspace } from './workspace.ts'

/** Keeps the newest snapshot of an organization's read models no older than `everyMs`, as long as something comes. */
export function createSnapshotJob(everyMs: number): (workspace: Workspace, turn: Turn) => Promise<void> {
  return async ({ readModels, replicas }, { signal }) => {
    const { snapshots } = replicas
    if (snapshots === null || readModels.projected === 0) return
    const newest = await snapshots.newest()
    const isDue =
      newest === null || (newest.position < readModels.projected && Date.now() - newest.madeAt >= everyMs)
    if (isDue && !signal.aborted) await snapshots.take(readModels, { epoch: replicas.epoch })
    // One may have been in the making when somebody was erased.
    await snapshots.removeBefore(replicas.epoch)
  }
}
