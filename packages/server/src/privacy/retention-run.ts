import { partOf } from '../kernel/workspace/part.ts'

/** That old events are to be deleted, and then that they were: two entries a run. */
export interface RetentionRun {
  status: 'BEGUN' | 'DONE'
  /** ISO 8601, UTC. */
  at: string
  /** `operator` for a command, `server` where the setting says so. */
  by: string
  /** Events that happened before this went. ISO 8601, UTC. */
  before: string
  /** How many go. */
  events: number
}

/** Deletions of old events. */
export const retentionRunsOf = partOf((workspace) =>
  workspace.journal<RetentionRun>('retention', 'What was deleted'),
)
