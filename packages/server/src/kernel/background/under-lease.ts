import { isAppError } from '../errors.ts'
import type { Lease } from '../store/ports.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { NextRun } from './background-work.ts'

/** Passed to work that one node at a time does for an organization. */
export interface LeaseContext {
  /** Aborts when the server stops, or when this node loses the lease. */
  signal: AbortSignal
  /** Pass it to every `log.append`: an append of a former holder is refused, and the next holder repeats its work. */
  lease: Lease
}

/**
 * Work for {@link startBackgroundWork} that only the holder of the organization's lease does. After a kill another node
 * takes over within 30 seconds. So such work reads what is due from the read models, does it and appends the outcome: what
 * was not appended is still due for the next holder.
 *
 * ```ts
 * startBackgroundWork({ name: 'Deals could not be synced', intervalMs: 5_000, work: underLease(syncDeals), workspaces, warn })
 *
 * async function syncDeals({ log, readModels }: Workspace, { signal, lease }: LeaseContext) {
 *   for (const sync of await readModels.listDueSyncs())
 *     await log.append(encodeRecord(await fetchPage(sync, signal)), { lease })
 * }
 * ```
 *
 * Not for what each node derives for its own read models (facts, vectors).
 */
export function underLease(
  work: (workspace: Workspace, context: LeaseContext) => Promise<NextRun>,
): (workspace: Workspace, signal: AbortSignal) => Promise<NextRun> {
  return async (workspace, stop) => {
    const held = await workspace.lease.hold()
    // Another node holds it, and may be gone by the next run.
    if (held === null) return false
    try {
      return await work(workspace, { signal: AbortSignal.any([stop, held.lost]), lease: held.lease })
    } catch (error) {
      if (held.lost.aborted || (isAppError(error) && error.code === 'LEASE_LOST')) return false
      throw error
    }
  }
}
