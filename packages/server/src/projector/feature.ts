import { defineFeature } from '../kernel/operations/define-feature.ts'
import { startBackgroundWork } from '../kernel/background/background-work.ts'
import { underLease } from '../kernel/background/under-lease.ts'
import { createSnapshotJob } from './snapshot-job.ts'

declare module '../kernel/operations/services.ts' {
  interface ServicesConfig {
    /** Maximal age of the newest snapshot, in milliseconds. */
    snapshotEveryMs: number
  }
}

/** The read models. */
export const projectorFeature = defineFeature({
  startBackground: ({ workspaces, logger, config }) => {
    const takeSnapshot = underLease(createSnapshotJob(config.snapshotEveryMs))
    return [
      startBackgroundWork({
        name: 'A snapshot of the read models could not be made',
        intervalMs: Math.min(60_000, config.snapshotEveryMs),
        work: async (workspace, signal) =>
          // Acquires the lease only when there is something to do.
          workspace.replicas.snapshots === null || workspace.readModels.projected === 0
            ? true
            : takeSnapshot(workspace, signal),
        workspaces,
        warn: (message) => logger.warn(message),
      }),
    ]
  },
})
