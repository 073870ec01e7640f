import { partOf } from '../kernel/workspace/part.ts'

/** The result of one sync of a connection, for people: an entry of the journal `syncs`. */
export interface SyncRun {
  provider: string
  /** ISO 8601. */
  startedAt: string
  endedAt: string
  status: 'SUCCESS' | 'IDLE' | 'ERROR'
  requests: number
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
  /** The last error with its remedy; null when all went well. */
  error: string | null
}

/** A run of `provider` that has done nothing yet; times in milliseconds since 1970. */
export function createSyncRun(provider: string, startedAt: number): SyncRun {
  return {
    provider,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: '',
    status: 'SUCCESS',
    requests: 0,
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

/** Results of syncs. */
export const syncRunsOf = partOf((workspace) => workspace.journal<SyncRun>('syncs', 'What was synced'))
