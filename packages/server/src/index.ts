/** Customer Intel as a library: `createServer({ store })` gives a `fetch` handler to embed, or listens by itself. */
export { createServer, type CustomerIntelServer, type ServerOptions } from './app/app.ts'
export { openCountryDatabase } from './app/open-country-database.ts'
export type { ListenOptions, Listening } from './app/listen.ts'
export type { Logger } from './kernel/logger.ts'
export { fileStore, type FileStoreOptions } from './drivers/file/file-store.ts'
export { memoryStore, type MemoryStoreOptions } from './drivers/memory/memory-store.ts'
export {
  defineOrganization,
  type NewOrganization,
  type NewOrganizationOptions,
} from './organizations/define-organization.ts'
export { version } from './kernel/version.ts'

// For a store of your own: see docs/stores.md.
export { AppError, StoreInUseError } from './kernel/errors.ts'
export * from './kernel/store/ports.ts'
export { readIfThere, replaceFile } from './kernel/durable-files.ts'
