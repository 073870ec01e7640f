/** Customer Intel as a library: `createServer({ store })` gives a `fetch` handler to embed, or listens by itself. */
export { createServer, type CustomerIntelServer, type ServerOptions } from './app.ts'
export type { ListenOptions, Listening } from './listen.ts'
export type { Logger } from './logger.ts'
export { fileStore, type FileStoreOptions, type OpenReadModels } from './store/file/file-store.ts'
export { memoryStore } from './store/file/memory-store.ts'
export {
  defineOrganization,
  type NewOrganization,
  type NewOrganizationOptions,
} from './platform/organizations.ts'
export { version } from './version.ts'

// What a store of your own is made of and has to know: see docs/stores.md.
export { AppError } from './errors.ts'
export type { DamagedRange, Log, LogChange, LogEntry, LogHealth, LogPage, Position } from './store/ports.ts'
export { maxPayloadBytes } from './store/ports.ts'
export * from './log/record.ts'
export * from './workspaces/answers.ts'
export type * from './workspaces/audit-entry.ts'
export type * from './read-models/reads/customer-reads.ts'
export type * from './workspaces/erasures.ts'
export type * from './read-models/reads/fact-reads.ts'
export type * from './workspaces/feedback.ts'
export type * from './workspaces/journal.ts'
export type * from './read-models/reads/person-reads.ts'
export type * from './read-models/read-models.ts'
export type * from './workspaces/rejections.ts'
export * from './read-models/reads/search-reads.ts'
export * from './read-models/reads/source-reads.ts'
export type { Workspace, WorkspaceLog, Workspaces, Workspaces as Store } from './workspaces/workspace.ts'
export type * from './workspaces/usage.ts'
export type * from './workspaces/workspace-document.ts'
export type { UntrustedLimits, UntrustedResult } from './read-models/sql/database.ts'
export type { EventTrace } from './read-models/sql/event-reads.ts'
export type { IdentityLink } from './read-models/sql/identity-reads.ts'
export type { ParsedSql } from './read-models/sql/parse-sql.ts'
