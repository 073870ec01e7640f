export { directorySpool } from './spool/directory-spool.ts'
export type { OpenSpool, Spool, SpoolHost } from './tracker/spool.ts'
