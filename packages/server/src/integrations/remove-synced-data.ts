import { connectionsOf } from './connections.ts'
import type { ProviderId } from '@customer-intel/contract'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { delay } from '../kernel/work/delay.ts'
import { changeUntil } from '../kernel/work/log-rewrites.ts'
import { createOriginRemover } from './origin-remover.ts'
import { type Removal, removalsOf } from './removals.ts'
import { createSyncRun, syncRunsOf } from './sync-run.ts'

/** Until other nodes have noticed the disconnection, they accept webhooks. */
const noticedMs = 1_500

/**
 * Removes a provider's data from the log, and rebuilds the read models of all nodes. The result is an entry of the
 * journal `syncs`. Killed in between and called again, it completes.
 */
export async function removeSyncedData(
  workspace: Workspace,
  provider: ProviderId,
  removal: Removal,
  { clock, signal }: { clock: () => number; signal: AbortSignal },
): Promise<void> {
  const { log, replicas, rewrites } = workspace
  const removals = removalsOf(workspace)
  const startedAt = clock()
  // After a kill while disconnecting, only the removal was stored: the connection is removed here.
  await connectionsOf(workspace).change((current) => {
    if (current[provider]?.generation === removal.generation) delete current[provider]
  })
  const found = removal.found ?? (await note())
  signal.throwIfAborted()
  // Work that derives data from the log, such as extraction, is stopped: it would write data back.
  await rewrites.exclusive(async () => {
    await log.rewrite(changeUntil(signal, createOriginRemover(provider, found.sources)))
    signal.throwIfAborted()
    await replicas.rebuild(signal)
  })
  signal.throwIfAborted()
  await syncRunsOf(workspace).append({
    ...createSyncRun(provider, startedAt),
    endedAt: new Date(clock()).toISOString(),
    deleted: found.count,
  })
  await removals.change((current) => {
    const noted = current[provider]
    if (noted?.generation === removal.generation) delete current[provider]
    // If it was connected and disconnected meanwhile, this is another removal: its data must be found again.
    else if (noted !== undefined) noted.found = null
  })

  async function note(): Promise<NonNullable<Removal['found']>> {
    await delay(noticedMs, signal)
    signal.throwIfAborted()
    const remover = createOriginRemover(provider)
    // Only finds and counts, and changes nothing.
    await log.rewrite({ isUnwanted: () => false, payload: (payload) => (remover.payload(payload), payload) })
    const { sources, count } = remover.found
    const noted = { sources: [...sources], count }
    await removals.change((current) => {
      // Also for a removal that was stored meanwhile: no data was added in between.
      if (current[provider] !== undefined) current[provider].found = noted
    })
    return noted
  }
}
