import { isAppError } from '../errors.ts'
import type { Lease } from '../store/ports.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Left } from './background-work.ts'

/** What work that one node at a time does is given. */
export interface Turn {
  /** Aborts when the server stops, or this node doesn't work for the organization any more: then stop. */
  signal: AbortSignal
  /** To be given to every `log.append`: what a former holder appends is refused, and its successor does it again. */
  lease: Lease
}

/**
 * Makes work of {@link startBackgroundWork} that one node at a time does for an organization: the one that holds its
 * lease. A node that is killed is followed within 30 seconds. So work reads what is due from the read models, does it, and
 * appends its outcome: whatever was not appended is due again for whoever comes next.
 *
 * ```ts
 * startBackgroundWork({ name: 'Deals could not be synced', restMs: 5_000, work: underLease(syncDeals), workspaces, warn })
 *
 * async function syncDeals({ log, readModels }: Workspace, { signal, lease }: Turn) {
 *   for (const sync of await readModels.listDueSyncs())
 *     await log.append(encodeRecord(await fetchPage(sync, signal)), { lease })
 * }
 * ```
 *
 * What is derived for a node's own read models (facts, vectors) is no such work: each node does it for itself.
 */
export function underLease(
  work: (workspace: Workspace, turn: Turn) => Promise<Left>,
): (workspace: Workspace, signal: AbortSignal) => Promise<Left> {
  return async (workspace, stop) => {
    const held = await workspace.lease.hold()
    // Not done: somebody else may be, and may be gone the next time.
    if (held === null) return false
    try {
      return await work(workspace, { signal: AbortSignal.any([stop, held.lost]), lease: held.lease })
    } catch (error) {
      if (held.lost.aborted || (isAppError(error) && error.code === 'LEASE_LOST')) return false
      throw error
    }
  }
}
