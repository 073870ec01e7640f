import { partOf } from './part.ts'

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

/** Backups that were made of it. */
export const backupsOf = partOf((workspace) =>
  workspace.journal<BackupRun>(backupsJournal.name, 'The backup'),
)
