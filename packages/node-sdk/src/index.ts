export * from './spool.ts'
export * from './track.ts'
