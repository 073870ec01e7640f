/** A backup that `svc-server backup` made and compared with the store. */
export interface BackupRun {
  /** Everything acknowledged before is in it, ISO 8601, UTC. */
  asOf: string
  /** Of the log. */
  records: number
  bytes: number
}

/** The journal that holds them. */
export const backupsJournal = { name: 'backups', keepBytes: 16 * 1024 }
