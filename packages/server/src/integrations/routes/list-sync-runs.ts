import type { ProviderId, SyncRun as AnsweredRun } from '@customer-intel/contract'
import { pageOfList } from '../../kernel/operations/page-of-list.ts'
import type { RouteHandler } from '../../kernel/operations/route-handler.ts'
import { connectionsOf } from '../connections.ts'
import { remedies } from '../provider-problem.ts'
import { findProvider } from '../providers/registry.ts'
import { createSyncRun, runningSyncsOf, type SyncRun, syncRunsOf } from '../sync-run.ts'

const statuses = { SUCCESS: 'SUCCESS', IDLE: 'WAITING', ERROR: 'ERROR' } as const

/** `GET /api/syncs`: what is under way, then what has ended, newest first. */
export const listSyncRuns: RouteHandler<'listSyncRuns'> = {
  async run({ query }, { workspace }) {
    const asked = query.provider === undefined ? null : findProvider(query.provider).id
    const [connections, reported, ended] = await Promise.all([
      connectionsOf(workspace).read(),
      runningSyncsOf(workspace).read(),
      syncRunsOf(workspace).read(),
    ])
    const running = Object.entries(connections).flatMap(([provider, { startedAt }]) =>
      startedAt === null ? [] : [toAnswer(reported[provider] ?? createSyncRun(provider, startedAt))],
    )
    const runs = [...ended.map(toAnswer), ...running].filter(
      ({ provider }) => asked === null || provider === asked,
    )
    return pageOfList(runs.toReversed(), 'listSyncRuns', query, {
      workspace,
      placeOf: ({ id, startedAt }) => ({ id, at: startedAt }),
    })
  },
}

function toAnswer(run: SyncRun): AnsweredRun {
  const isRunning = run.endedAt === ''
  return {
    id: `${run.provider}:${run.startedAt}`,
    provider: run.provider as ProviderId,
    status: isRunning ? 'RUNNING' : statuses[run.status],
    startedAt: run.startedAt,
    endedAt: isRunning ? null : run.endedAt,
    requests: run.requests,
    received: run.received ?? null,
    changed: run.records,
    removed: run.deleted,
    quarantined: run.setAside,
    quarantinedObjects: run.setAsideReasons,
    waited: run.waitedMs / 1_000,
    error: run.error ?? run.held[0] ?? null,
    remedy: run.problem !== undefined ? remedies[run.problem] : run.held.length > 0 ? acceptDeletions : null,
  }
}

const acceptDeletions = 'If they are meant to be gone, sync with acceptDeletions; else nothing is taken away.'
