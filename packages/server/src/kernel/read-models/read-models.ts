import type { Staleness } from '@customer-intel/contract'
import type { Position } from '../store/ports.ts'
import type { RunUntrusted } from '../sql/database.ts'
import type { ParsedSql } from '../sql/parse-sql.ts'

/** Counters since this process opened the read models. */
export interface ReadModelCounters {
  /** Events that were skipped as already stored. */
  duplicates: number
  /** Events and records of the log that can't be applied, as last reported. */
  quarantined: number
  /** Stored occurrences of signals, as last reported. */
  occurrences: number
  /** How often the engine's process ended by itself or was killed, and was restarted. */
  restarts: number
  /** Users' queries that were killed together with the engine's process. */
  queryKills: number
  runningQueries: number
  /** Users' queries that wait for their turn. */
  queuedQueries: number
}

/** What the read models' process uses. */
export interface ProcessUsage {
  residentBytes: number
  /** Since the process started. */
  processorSeconds: number
}

/**
 * All reads of the application, each sent to the database's process as a whole. Every feature adds its own, by a
 * declaration in its `model.ts`.
 */
export interface Reads {
  /** For `svc_query` only: the syntax tree of the engine's own parser, see `parseSql` of sql/parse-sql.ts. */
  parse(sql: string, timeoutMs?: number): Promise<ParsedSql>
}

/** Reads, and whether they include everything that was durable at the call. */
export interface FreshReads {
  reads: ReadModels
  current: boolean
  /** What they lack and why; null when they are current. */
  stale: Staleness | null
}

/** An organization's read models, derived from its log. */
export interface ReadModels extends Reads {
  /** Everything in the log before this position is applied. */
  readonly projected: Position
  /** Changes whenever answers may have changed: something was applied, or everything was rebuilt. */
  readonly revision: number
  /** Calls the listener whenever {@link revision} changes. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /**
   * Resolves with reads that include what was durable at the call. Waits for that up to `withinMs` (default 2,000), not
   * counting the start of the engine; not at all when the backlog can't be applied in that time. If it isn't reached,
   * resolves with reads that are not current, and the reason.
   */
  fresh(options?: { withinMs?: number }): Promise<FreshReads>
  /**
   * Like {@link fresh}, for answers that must be exact: rejects with AppError `READS_UNAVAILABLE` when they aren't
   * current within `withinMs` (default 10,000, including the start of the engine), and at once while the engine can't go
   * on.
   */
  exact(options?: { withinMs?: number }): Promise<ReadModels>
  /** Why reads can't be answered now, for people; null when they can. */
  readonly unavailable: string | null
  readonly counters: ReadModelCounters
  /** Of their process; null while none runs, or where the system doesn't tell. */
  usage(): ProcessUsage | null
  /** For `svc_query` only: runs a query in the sandbox. */
  readonly runUntrusted: RunUntrusted
  /**
   * Rebuilds everything from the log, so that nothing remains of what was deleted from it. Reads are answered from the
   * old state until then. Resolves once the old files are removed; rejects when the rebuild fails or the read models are
   * closed.
   */
  rebuild(): Promise<void>
  /** Copies the database to another file, durably. Resolves with the position of the copy. Requests wait meanwhile. */
  copyTo(path: string): Promise<Position>
  close(): Promise<void>
}
