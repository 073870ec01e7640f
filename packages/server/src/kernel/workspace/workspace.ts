import type { ReadModels } from '../read-models/read-models.ts'
import type { Claims, Documents, Journals, Log } from '../store/ports.ts'
import type { LeaseKeeper } from '../work/lease-keeper.ts'
import type { LogRewrites } from '../work/log-rewrites.ts'
import type { Activity } from './activity.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { Journal } from '../store/journal.ts'
import type { Replicas } from './replicas.ts'
import type { SharedRates } from './shared-rates.ts'
import type { UsageBook } from './usage.ts'
import type { Organization, WorkspaceDocument } from './workspace-document.ts'

/** One organization: its configuration, its log, and what is derived from the log. What a feature keeps of it is a part of the feature's own. */
export interface Workspace {
  readonly organization: Organization
  /** The current configuration. */
  readonly document: WorkspaceDocument
  /**
   * What is wrong with the stored configuration, for people; `document` is then the last valid one. Null when it is
   * valid.
   */
  readonly problem: string | null
  /** How much it has used the server. */
  readonly usage: UsageBook
  /**
   * Changes the configuration durably; changes are applied one after another. The only way to write it. Rejects with
   * AppError `UNAVAILABLE` when it can't be stored, and with whatever `change` throws; nothing is changed then.
   */
  updateDocument(change: (document: WorkspaceDocument) => void): Promise<void>
  /** Changes of the configuration over the API. */
  readonly audit: Journal<AuditEntry>
  /** What features keep of it, each through a part of its own ({@link partOf}). */
  readonly documents: Documents
  readonly journals: Journals
  /** Opens a journal; `what` names its entries in error messages; of more than about `keepBytes` the oldest go. */
  journal<Entry extends object>(name: string, what: string, options?: { keepBytes?: number }): Journal<Entry>
  /** Reports a problem to the operator. */
  readonly onProblem: (problem: string) => void
  /** Calls `close` before the store is closed: whoever buffers writes then. */
  onClose(close: () => Promise<void>): void
  /** Idempotency keys with their records, and other keys that one process claims. */
  readonly claims: Claims
  readonly log: Log
  /** Whether it is idle. */
  readonly activity: Pick<Activity, 'isIdle' | 'subscribe'>
  /** Rate limits that all nodes share. */
  readonly rates: SharedRates
  /** Whether this process holds the organization's lease. */
  readonly lease: LeaseKeeper
  /** Keeps rewrites of the log and work that derives data from it apart. */
  readonly rewrites: LogRewrites
  /** Whether this node holds its read models; else they follow the log only while they are asked. */
  readonly isHeld: boolean
  /** The read models of this node. */
  readonly readModels: ReadModels
  /** The read models of all nodes. */
  readonly replicas: Replicas
}

/** All organizations of a store, each of them a {@link Workspace}. */
export interface Workspaces {
  /** Those that are open. */
  readonly opened: ReadonlySet<Workspace>
  /** Number of organizations with problems, which were reported to the operator. */
  readonly troubled: {
    /** Their configuration can't be read, as of the last scan of the store. */
    unreadable: number
    /** Their log or read models couldn't be opened at the last attempt. */
    unopened: number
  }
  /**
   * Oldest first, at most half a second behind the store. With `withinMs`: the list may be that old, and the names are as
   * last read; cheaper.
   */
  listOrganizations(options?: { withinMs?: number }): Promise<Organization[]>
  /** Rejects with AppError `CONFLICT` when the id is taken. */
  createOrganization(organization: Organization, document: WorkspaceDocument): Promise<Workspace>
  /** Runs `work` while no other server over this store runs work of this name; others wait. */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Whether the organization's log holds anything: else its answers are complete before it is opened. */
  holdsEvents(organizationId: string): Promise<boolean>
  /** Whether this node holds an organization's read models, and works for it; else others do. */
  holds(organizationId: string): boolean
  /** Whether read models of an organization lie on this machine, from a time when this node held them: erasures must reach them. */
  keepsReplica(organizationId: string): Promise<boolean>
  /** Opens an organization's workspace once; later calls return the same one. Null when there is none. */
  openWorkspace(organizationId: string): Promise<Workspace | null>
  /**
   * The organization with this public key, by the configurations of half a second ago; null when there is none, as of a
   * second ago. Cheap. `address`: who sent it; rejects with AppError `RATE_LIMITED` when many unknown keys came from there.
   */
  findByPublicKey(publicKey: string, address?: string | null): Promise<Workspace | null>
  /**
   * The organization with this API key, by the current configurations; null when there is none, as of a second ago. Rejects
   * with AppError `UNAVAILABLE` while a configuration that may hold it can't be read. `address`: as for public keys.
   */
  findByApiKeyHash(hash: string, address?: string | null): Promise<Workspace | null>
  /** The id of that organization, which isn't opened. */
  organizationOfKey(hash: string, address?: string | null): Promise<string | null>
  /** What others have changed of an organization is seen from now on, not within a second. */
  refresh(organizationId: string): void
  /**
   * Waits for requests in progress, and closes the store. Later calls reject with AppError `UNAVAILABLE`. May be called
   * again.
   */
  close(): Promise<void>
}
