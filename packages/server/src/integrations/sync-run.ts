/** What one sync of a connection did, for people: an entry of the journal `syncs`. */
export interface SyncRun {
  provider: string
  /** ISO 8601. */
  startedAt: string
  endedAt: string
  status: 'SUCCESS' | 'IDLE' | 'ERROR'
  requests: number
  pages: number
  /** Records that were stored; those that say what is known are left out. */
  records: number
  /** Records that were taken away, since what they came of is gone at the provider. */
  deleted: number
  /** What wasn't taken away, though it seems gone, and the remedy. */
  held: string[]
  /** Objects that couldn't be taken. */
  setAside: number
  /** Which, and why: the first 20. */
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
