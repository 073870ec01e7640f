import type { Staleness } from '@customer-intel/contract'
import type { AgentRunReads } from '../../acting/agents/agent-run-read-types.ts'
import type { CustomerReads } from '../../customers/reads/customer-reads.ts'
import type { DeliveryReads } from '../../acting/notifications/delivery-read-types.ts'
import type { MergeReads } from '../../customers/reads/merge-read-types.ts'
import type { OccurrenceReads } from '../../signals/occurrence-read-types.ts'
import type { RunReads } from '../../acting/automations/run-read-types.ts'
import type { SearchReads } from '../../search/search-read-types.ts'
import type { PersonReads } from '../../privacy/person-read-types.ts'
import type { SourceReads } from '../../records/source-read-types.ts'
import type { FactReads } from '../../facts/fact-read-types.ts'
import type { EventTrace, OccurringEvents, StoredEventRow } from '../../events/event-read-types.ts'
import type { QuarantineReads } from './quarantine-reads.ts'
import type { SyncedKey, SyncState } from '../../integrations/reads/sync-read-types.ts'
import type { Evaluation, EvaluationRequest } from '../../signals/evaluate-signal.ts'
import type { Position } from '../store/ports.ts'
import type { RunUntrusted } from '../sql/database.ts'
import type { CrowdedKeyRow, IdentityLink } from '../../customers/reads/identity-reads.ts'
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

/** All reads of the application. Each is sent to the database's process as a whole. */
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
  /** Which keys were linked with a person's, why, and the result. `reference`: an e-mail address or a userId. */
  listIdentityLinks(reference: string): Promise<IdentityLink[]>
  /** Which of these keys (`email:…`, `user:…`, `visitor:…`, `fingerprint:…`) name too many people and link nobody. */
  listCrowdedKeys(keys: readonly string[]): Promise<CrowdedKeyRow[]>
  /** The rows of an event, oldest first, with the person each belongs to. `uuid` in lower case. */
  traceEvent(uuid: string): Promise<EventTrace[]>
  /** The stored events with these uuids (lower case), received since then, with their people. At most 5,000 uuids. */
  findEvents(uuids: readonly string[], receivedSince: Date): Promise<StoredEventRow[]>
  /** Event types and names that occur, most frequent first; at most 100 of each. */
  listOccurring(): Promise<OccurringEvents>
  /** The state of all connections' syncs, former connections included. */
  listSyncs(): Promise<SyncState[]>
  /** The records that were made from a provider's objects, where deletions are synced. */
  listSyncedKeys(objects: { provider: string; model: string; ids: readonly string[] }): Promise<SyncedKey[]>
  /** How many objects of a model are known, and which ones no walk has seen since then (Unix milliseconds). */
  listUnmetObjects(walk: {
    provider: string
    model: string
    since: number
  }): Promise<{ known: number; unmet: string[] }>
  /** Digests of the last record of each key (`user:u-17`), for keys that are known, in any order. */
  listRecordDigests(keys: readonly string[]): Promise<string[]>
  /** Which of these events (uuids of version 7) are stored and didn't come from a browser. */
  listStoredEvents(uuids: readonly string[]): Promise<string[]>
  /** For `svc_query` only: the syntax tree of the engine's own parser, see `parseSql` of sql/parse-sql.ts. */
  parse(sql: string, timeoutMs?: number): Promise<ParsedSql>
  /**
   * Refreshes the behavioural facts of these customers, as of `now` (Unix milliseconds); cheap when they are up to date.
   * With null: of a batch of customers that need it. Resolves with how many are left.
   */
  refreshFacts(customerIds: readonly string[] | null, now: number): Promise<number>
  /** The occurrences of a signal in the stored events, within a range of time. */
  evaluateSignal(request: EvaluationRequest): Promise<Evaluation>
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
