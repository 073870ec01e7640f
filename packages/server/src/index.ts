/** Customer Intel as a library: `createServer({ store })` gives a `fetch` handler to embed, or listens by itself. */
export { createServer, type CustomerIntelServer, type ServerOptions } from './app.ts'
export type { ListenOptions, Listening } from './listen.ts'
export type { Logger } from './logger.ts'
export { fileStore, type FileStoreOptions } from './store/file/file-store.ts'
export { memoryStore } from './store/file/memory-store.ts'
export {
  defineOrganization,
  type NewOrganization,
  type NewOrganizationOptions,
} from './platform/organizations.ts'
export { version } from './version.ts'
export type { Store, Workspace } from './store/store.ts'
export type { ApiKey, Organization, PublicKey, WorkspaceDocument } from './store/workspace-document.ts'
