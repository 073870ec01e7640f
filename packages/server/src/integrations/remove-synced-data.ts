import type { ProviderId } from '@customer-intel/contract'
import type { Workspace } from '../workspaces/workspace.ts'
import { delay } from '../work/delay.ts'
import { changeUntil } from '../work/log-rewrites.ts'
import { createOriginRemover } from './origin-remover.ts'
import type { Removal } from './removals.ts'
import { createSyncRun } from './sync-run.ts'

/** Other nodes see within a second that it is disconnected, in milliseconds: until then they take webhooks. */
const noticedMs = 1_500

/**
 * Takes everything that a provider brought out of the log, and makes the read models of all nodes anew, so that it is in
 * no answer. What it did is an entry of the journal `syncs`. Killed on the way and called again, it completes.
 */
export async function removeSyncedData(
  workspace: Pick<Workspace, 'connections' | 'log' | 'removals' | 'replicas' | 'rewrites' | 'syncRuns'>,
  provider: ProviderId,
  removal: Removal,
  { clock, signal }: { clock: () => number; signal: AbortSignal },
): Promise<void> {
  const { connections, log, removals, replicas, rewrites, syncRuns } = workspace
  const startedAt = clock()
  // Killed between the two, the one who disconnected it had noted the removal alone.
  await connections.change((current) => {
    if (current[provider]?.generation === removal.generation) delete current[provider]
  })
  const found = removal.found ?? (await note())
  signal.throwIfAborted()
  // Nothing that was read of it before, as by a language model, is written behind it.
  await rewrites.during(async () => {
    await log.rewrite(changeUntil(signal, createOriginRemover(provider, found.sources)))
    signal.throwIfAborted()
    await replicas.rebuild(signal)
  })
  signal.throwIfAborted()
  await syncRuns.append({
    ...createSyncRun(provider, startedAt),
    endedAt: new Date(clock()).toISOString(),
    deleted: found.count,
  })
  await removals.change((current) => {
    const noted = current[provider]
    if (noted?.generation === removal.generation) delete current[provider]
    // Who connected and disconnected it meanwhile has noted another one: of what was found nothing is left for it.
    else if (noted !== undefined) noted.found = null
  })

  async function note(): Promise<NonNullable<Removal['found']>> {
    await delay(noticedMs, signal)
    signal.throwIfAborted()
    const remover = createOriginRemover(provider)
    // Nothing is changed: each entry is looked at.
    await log.rewrite({ isUnwanted: () => false, payload: (payload) => (remover.payload(payload), payload) })
    const { sources, count } = remover.found
    const noted = { sources: [...sources], count }
    await removals.change((current) => {
      // Also for one that was noted meanwhile: nothing was brought between the two.
      if (current[provider] !== undefined) current[provider].found = noted
    })
    return noted
  }
}
