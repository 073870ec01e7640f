/** Customer Intel as a library: `createServer({ store })` gives a `fetch` handler to embed, or listens by itself. */
export { createServer, type CustomerIntelServer, type ServerOptions } from './app.ts'
export type { ListenOptions, Listening } from './listen.ts'
export type { Logger } from './logger.ts'
export { fileStore, type FileStoreOptions } from './store/file/file-store.ts'
export { memoryStore, type MemoryStoreOptions } from './store/memory/memory-store.ts'
export {
  defineOrganization,
  type NewOrganization,
  type NewOrganizationOptions,
} from './workspaces/define-organization.ts'
export { version } from './version.ts'

// For a store of your own: see docs/stores.md.
export { AppError, StoreInUseError } from './errors.ts'
export * from './store/ports.ts'
export { readIfThere, replaceFile } from './durable-files.ts'

// The organizations of a running server, and the records in their logs.
export * from './log/record.ts'
export type { OpenReadModels } from './workspaces/open-workspaces.ts'
export type * from './workspaces/workspace.ts'
export type * from './workspaces/workspace-document.ts'
export type * from './read-models/read-models.ts'
