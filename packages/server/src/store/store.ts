import type { Log } from '../log/log.ts'
import type { Answers } from './answers.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { Feedback } from './feedback.ts'
import type { Journal } from './journal.ts'
import type { ReadModels } from './read-models.ts'
import type { Organization, WorkspaceDocument } from './workspace-document.ts'

/**
 * Where a server keeps everything: organizations, and for each of them its configuration, its log and its read
 * models, physically apart. `fileStore` is the default; any object that passes the store suite may take its place.
 */
export interface Store {
  listOrganizations(): Promise<Organization[]>
  createOrganization(organization: Organization, document: WorkspaceDocument): Promise<Workspace>
  /** Opens an organization's workspace, once; later calls return the same one. Null when there is none. */
  openWorkspace(organizationId: string): Promise<Workspace | null>
  /** The organization that a public key or an API key's hash names; null when none. Cheap: no disk in the usual case. */
  findByPublicKey(publicKey: string): Promise<Workspace | null>
  findByApiKeyHash(hash: string): Promise<Workspace | null>
  close(): Promise<void>
}

/** One organization: what its operator configured, its log, and what is derived from the log. */
export interface Workspace {
  readonly organization: Organization
  /** The configuration, as it stands. */
  readonly document: WorkspaceDocument
  /** Changes the configuration durably. The only way to write it. Rejects with AppError `UNAVAILABLE` when it can't. */
  updateDocument(change: (document: WorkspaceDocument) => void): Promise<void>
  /** Who changed the configuration over the API, and how. */
  readonly audit: Journal<AuditEntry>
  /** What its people told those who run the server. */
  readonly feedback: Journal<Feedback>
  /** Answers to requests that may come again. */
  readonly answers: Answers
  readonly log: Log
  readonly readModels: ReadModels
}
