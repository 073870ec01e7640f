import { openSharedDocument } from '../kernel/store/shared-document.ts'
import { partOf } from '../kernel/workspace/part.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import type { ProblemKind } from './provider-problem.ts'

/** The result of one sync of a connection, for people: an entry of the journal `syncs`. */
export interface SyncRun {
  provider: string
  /** ISO 8601. */
  startedAt: string
  endedAt: string
  status: 'SUCCESS' | 'IDLE' | 'ERROR'
  requests: number
  /** Objects that the provider sent; absent of runs of older servers. */
  received?: number
  pages: number
  /** Stored records, without unchanged ones. */
  records: number
  /** Records that were removed, since their objects were deleted at the provider. */
  deleted: number
  /** Deletions that were held back, and the remedy. */
  held: string[]
  /** Objects that couldn't be accepted. */
  setAside: number
  /** The first 20 of them, with the reasons. */
  setAsideReasons: { model: string; id: string; reason: string }[]
  waits: number
  waitedMs: number
  /** The last error; null when all went well. */
  error: string | null
  /** What kind of error; absent without one, and of runs of older servers. */
  problem?: ProblemKind
}

/** A run of `provider` that has done nothing yet; times in milliseconds since 1970. */
export function createSyncRun(provider: string, startedAt: number): SyncRun {
  return {
    provider,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: '',
    status: 'SUCCESS',
    requests: 0,
    received: 0,
    pages: 0,
    records: 0,
    deleted: 0,
    held: [],
    setAside: 0,
    setAsideReasons: [],
    waits: 0,
    waitedMs: 0,
    error: null,
  }
}

/** Some thousands of runs: the list is read as a whole. */
const keepBytes = 1024 * 1024

/** Results of syncs. */
export const syncRunsOf = partOf((workspace) =>
  workspace.journal<SyncRun>('syncs', 'What was synced', { keepBytes }),
)

/** Runs that are under way, by provider, as of about a second ago. One that was killed stays until the next. */
export const runningSyncsOf = partOf((workspace) =>
  openSharedDocument<Record<string, SyncRun>>(workspace.documents, 'running-syncs', {}),
)

const reportEveryMs = 1_000

/** Says how far a run is while it lasts, for whoever looks: nothing else depends on it, so that failing to is no error. */
export async function reportingProgress<Result>(
  workspace: Workspace,
  run: SyncRun,
  work: () => Promise<Result>,
): Promise<Result> {
  let reporting = Promise.resolve()
  const report = (change: (runs: Record<string, SyncRun>) => void) => {
    reporting = reporting.then(() => runningSyncsOf(workspace).change(change)).catch(() => undefined)
  }
  const timer = setInterval(() => {
    const shown = { ...run, held: [], setAsideReasons: [] }
    report((runs) => void (runs[run.provider] = shown))
  }, reportEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    report((runs) => void delete runs[run.provider])
    await reporting
  }
}
