import type { Staleness } from '@customer-intel/contract'
import type { AgentRunReads } from './reads/agent-run-reads.ts'
import type { CustomerReads } from './reads/customer-reads.ts'
import type { DeliveryReads } from './reads/delivery-reads.ts'
import type { MergeReads } from './reads/merge-reads.ts'
import type { OccurrenceReads } from './reads/occurrence-reads.ts'
import type { RunReads } from './reads/run-reads.ts'
import type { SearchReads } from './reads/search-reads.ts'
import type { PersonReads } from './reads/person-reads.ts'
import type { SourceReads } from './reads/source-reads.ts'
import type { FactReads } from './reads/fact-reads.ts'
import type { Evaluation, EvaluationRequest } from '../signals/evaluate-signal.ts'
import type { Position } from '../store/ports.ts'
import type { RunUntrusted } from './sql/database.ts'
import type { EventTrace, OccurringEvents, StoredEventRow } from './sql/event-reads.ts'
import type { QuarantineReads } from './sql/quarantine-reads.ts'
import type { CrowdedKeyRow, IdentityLink } from './sql/identity-reads.ts'
import type { SyncedKey, SyncState } from './sql/sync-reads.ts'
import type { ParsedSql } from './sql/parse-sql.ts'

/** What happened to the read models since this process opened them. */
export interface ReadModelCounters {
  /** Events that were left out, since they repeated stored ones. */
  duplicates: number
  /** Events and records of the log that can't be applied and are set aside, as far as they were heard of. */
  quarantined: number
  /** Occurrences of signals that are stored, as far as they were heard of. */
  occurrences: number
  /** Times that the engine ended by itself, or was ended, and was started again. */
  restarts: number
  /** Users' queries that were ended with the engine. */
  queryKills: number
  runningQueries: number
  /** Users' queries that wait for one to end. */
  queuedQueries: number
}

/** Every read of our own. Each goes to the process that holds the database as a whole. */
export interface Reads
  extends
    CustomerReads,
    SourceReads,
    FactReads,
    SearchReads,
    PersonReads,
    QuarantineReads,
    DeliveryReads,
    AgentRunReads,
    MergeReads,
    OccurrenceReads,
    RunReads {
  /** Which keys were joined with a person's, why, and what became of it. `reference`: an e-mail address or a userId. */
  listIdentityLinks(reference: string): Promise<IdentityLink[]>
  /** Those among these keys (`email:…`, `user:…`, `visitor:…`, `fingerprint:…`) that name too much and link nobody. */
  listCrowdedKeys(keys: readonly string[]): Promise<CrowdedKeyRow[]>
  /** The rows that an event left, oldest first, and whose they are. `uuid` in lower case. */
  traceEvent(uuid: string): Promise<EventTrace[]>
  /** The stored events of these uuids (lower case) that were received since then, and whose they are. At most 5,000 uuids. */
  findEvents(uuids: readonly string[], receivedSince: Date): Promise<StoredEventRow[]>
  /** The event types and names that occur, the most frequent first; at most 100 of each. */
  listOccurring(): Promise<OccurringEvents>
  /** Where the syncs of all connections stand, former ones included. */
  listSyncs(): Promise<SyncState[]>
  /** The records that came of objects of a provider, where deletions are followed. */
  listSyncedKeys(objects: { provider: string; model: string; ids: readonly string[] }): Promise<SyncedKey[]>
  /** How many objects of a model are known, and those that no walk met since then (Unix milliseconds). */
  listUnmetObjects(walk: {
    provider: string
    model: string
    since: number
  }): Promise<{ known: number; unmet: string[] }>
  /** What the records of these keys (`user:u-17`) said last, as digests; those that are known, in any order. */
  listRecordDigests(keys: readonly string[]): Promise<string[]>
  /** Which of these events, of uuids of version 7, are stored and didn't come from a browser. */
  listStoredEvents(uuids: readonly string[]): Promise<string[]>
  /** For `svc_query` alone: what the engine's own parser makes of a text, see `parseSql` of sql/parse-sql.ts. */
  parse(sql: string, timeoutMs?: number): Promise<ParsedSql>
  /**
   * Brings the behavioural facts of these customers up to date, as of `now` (Unix milliseconds); cheap where they are.
   * Without customers: of some that need it. Resolves with how many are left of those that needed it when the first of
   * them were brought up to date.
   */
  refreshFacts(customerIds: readonly string[] | null, now: number): Promise<number>
  /** What a signal sees in what is stored, within a range of time. */
  evaluateSignal(request: EvaluationRequest): Promise<Evaluation>
}

/** Reads, and whether they see everything that was durable when they were asked for. */
export interface FreshReads {
  reads: ReadModels
  current: boolean
  /** Why they lack something, and how much; null when they are current. */
  stale: Staleness | null
}

/** What is derived from one organization's log, ready to be asked. */
export interface ReadModels extends Reads {
  /** Everything in the log before this position is in the answers. */
  readonly projected: Position
  /** Another number whenever answers may have changed by what was applied, or everything was made anew. */
  readonly revision: number
  /** Tells whenever {@link revision} has become another number. Gives back what ends it. */
  subscribe(listener: () => void): () => void
  /**
   * Reads that see what was durable at the call. Waits for it at most `withinMs` (default 2,000) beyond the start of the
   * engine, not at all where more is left than can be applied in that time, and then resolves with reads that are not
   * current, and why.
   */
  fresh(options?: { withinMs?: number }): Promise<FreshReads>
  /**
   * As {@link fresh}, for what has to be exact: rejects with AppError `READS_UNAVAILABLE` when it isn't current within
   * `withinMs` (default 10,000, the start of the engine included), and at once while the engine can't go on.
   */
  exact(options?: { withinMs?: number }): Promise<ReadModels>
  /** Why reads can't be answered now, for people; null when they can. */
  readonly unavailable: string | null
  readonly counters: ReadModelCounters
  /** For `svc_query` alone: the engine, behind the sandbox. */
  readonly runUntrusted: RunUntrusted
  /**
   * Makes everything here anew from the log, so that nothing is left of what the log doesn't hold any more. Until then
   * questions are answered as before. Resolves once the former state is gone from the disk; rejects when it can't be
   * done, or when they are closed meanwhile.
   */
  rebuild(): Promise<void>
  /** Copies the database to another file, which is durable then, and resolves with how far it is. What is asked meanwhile waits. */
  copyTo(path: string): Promise<Position>
  close(): Promise<void>
}
