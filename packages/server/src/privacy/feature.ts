import { defineFeature } from '../kernel/operations/define-feature.ts'
import { erasePerson, exportPerson, getErasure } from './people-routes.ts'
import { startBackgroundWork } from '../kernel/background/background-work.ts'
import { underLease } from '../kernel/background/under-lease.ts'
import { erasureListOf } from './erasure-documents.ts'
import { resumeErasures } from './erasures.ts'
import { createRetention } from './retention.ts'
import { getRetentionSettings, updateRetentionSettings } from './retention-routes.ts'

/** One person’s data: what belongs to them, and its erasure. */
export const privacyFeature = defineFeature({
  handlers: {
    exportPerson,
    erasePerson,
    getErasure,
    getRetentionSettings,
    updateRetentionSettings,
  },
  startBackground: ({ workspaces, clock, logger }) => {
    const warn = (message: string) => logger.warn(message)
    const erase = underLease(resumeErasures)
    const deleteOld = underLease(createRetention(clock))
    return [
      startBackgroundWork({
        name: 'A person could not be erased',
        intervalMs: 5_000,
        // Acquires the lease only when there is something to do, here and below.
        async work(workspace, signal) {
          if ((await erasureListOf(workspace).readPending()).length === 0) return true
          await erase(workspace, signal)
          // The next run checks whether all are complete.
          return false
        },
        workspaces,
        warn,
      }),
      startBackgroundWork({
        name: 'Old events could not be deleted',
        intervalMs: 60_000,
        work: async (workspace, signal) =>
          workspace.document.retention.days === null ? true : deleteOld(workspace, signal),
        workspaces,
        warn,
      }),
    ]
  },
})
