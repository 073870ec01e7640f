import type { ReadModels } from '../read-models/read-models.ts'
import type { Claims, Log } from '../store/ports.ts'
import type { LeaseKeeper } from '../work/lease-keeper.ts'
import type { LogRewrites } from '../work/log-rewrites.ts'
import type { Agents } from '../agents/agents.ts'
import type { Automations } from '../automations/automations.ts'
import type { Connections } from '../integrations/connections.ts'
import type { Removals } from '../integrations/removals.ts'
import type { MergeReviews } from '../merge-suggestions/merge-reviews.ts'
import type { Destinations } from '../notifications/destinations.ts'
import type { SignalClock, Signals } from '../signals/signals.ts'
import type { SyncRun } from '../integrations/sync-run.ts'
import type { Activity } from './activity.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { Erasures } from './erasures.ts'
import type { RetentionRun } from './retention-run.ts'
import type { Feedback } from './feedback.ts'
import type { Journal } from './journal.ts'
import type { Rejections } from './rejections.ts'
import type { Replicas } from './replicas.ts'
import type { SharedRates } from './shared-rates.ts'
import type { UsageBook } from './usage.ts'
import type { Organization, WorkspaceDocument } from './workspace-document.ts'

/** One organization: what its operator configured, its log, and what is derived from the log. */
export interface Workspace {
  readonly organization: Organization
  /** The configuration, as it stands. */
  readonly document: WorkspaceDocument
  /** What is wrong with the stored configuration, for people; `document` is then the last good one. Null when all is well. */
  readonly problem: string | null
  /** How much was asked. */
  readonly usage: UsageBook
  /**
   * Changes the configuration durably, one change upon the other. The only way to write it. Rejects with AppError
   * `UNAVAILABLE` when it can't. Where `change` throws it rejects with that, and nothing is changed.
   */
  updateDocument(change: (document: WorkspaceDocument) => void): Promise<void>
  /** Who changed the configuration over the API, and how. */
  readonly audit: Journal<AuditEntry>
  /** What its people told those who run the server. */
  readonly feedback: Journal<Feedback>
  /** When old events were deleted. */
  readonly retention: Journal<RetentionRun>
  /** The providers that are connected. */
  readonly connections: Connections
  /** What providers brought that are disconnected, where it is to go. */
  readonly removals: Removals
  /** Where messages go. */
  readonly destinations: Destinations
  /** Who works on what signals and schedules bring up. */
  readonly agents: Agents
  /** What was decided about merge suggestions. */
  readonly mergeReviews: MergeReviews
  /** What is worth noticing. */
  readonly signals: Signals
  /** What is done when a signal occurs or a schedule comes round. */
  readonly automations: Automations
  /** How far what did not happen was looked for. */
  readonly signalClock: SignalClock
  /** What each sync did. */
  readonly syncRuns: Journal<SyncRun>
  /** The people who were erased, or are to be. */
  readonly erasures: Erasures
  /** Keys that one request or process gets: idempotency keys with their records. */
  readonly claims: Claims
  readonly log: Log
  /** Whether something comes for it. */
  readonly activity: Pick<Activity, 'isIdle' | 'subscribe'>
  /** Limits of requests a second that all nodes keep together. */
  readonly rates: SharedRates
  /** Whether this process is the one that works for the organization. */
  readonly lease: LeaseKeeper
  /** What is being taken out of the log by this process, and what must stop for it. */
  readonly rewrites: LogRewrites
  /** The last events that were refused. */
  readonly rejections: Rejections
  /** Of this node. */
  readonly readModels: ReadModels
  /** The same of all nodes. */
  readonly replicas: Replicas
}

/** All organizations of a store, each of them a {@link Workspace}. */
export interface Workspaces {
  /** Those that were opened. */
  readonly opened: ReadonlySet<Workspace>
  /** How many organizations something is wrong with. What it is, the operator was told. */
  readonly troubled: {
    /** Their configuration can't be read, as of the last look at the store. */
    unreadable: number
    /** Their log or read models could not be opened when that was last tried. */
    unopened: number
  }
  /**
   * The oldest first, as the store holds them, or half a second ago did. With `withinMs`: which ones there were within so
   * many milliseconds, by the names that are known of them; costs less.
   */
  listOrganizations(options?: { withinMs?: number }): Promise<Organization[]>
  /** Rejects with AppError `CONFLICT` when there is one of that id. */
  createOrganization(organization: Organization, document: WorkspaceDocument): Promise<Workspace>
  /** Opens an organization's workspace, once; later calls return the same one. Null when there is none. */
  openWorkspace(organizationId: string): Promise<Workspace | null>
  /** The organization that a public key names, as was configured half a second ago; null when none. Cheap. */
  findByPublicKey(publicKey: string): Promise<Workspace | null>
  /**
   * The organization that an API key's hash names, with its document as it is configured at this moment; null when
   * none. Rejects with AppError `UNAVAILABLE` while nobody can tell, since a configuration can't be read.
   */
  findByApiKeyHash(hash: string): Promise<Workspace | null>
  /** Waits for what is in flight, and closes the store. What comes afterwards rejects with AppError `UNAVAILABLE`. May be called again. */
  close(): Promise<void>
}
