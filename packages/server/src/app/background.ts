import { startAgentRuns } from '../acting/agents/run-in-background.ts'
import { createBackgroundRefresh } from '../facts/behaviour/refresh-in-background.ts'
import { createAskModel } from '../facts/extraction/ask-model.ts'
import { startAutomations } from '../acting/automations/act-in-background.ts'
import { createFactExtraction } from '../facts/extraction/extract-facts.ts'
import { createDocumentEmbedder } from '../search/embed-documents.ts'
import { resumeErasures } from '../privacy/erasures.ts'
import { createRetention } from '../privacy/retention.ts'
import { startMerges } from '../customers/merges/merge-in-background.ts'
import { startSyncs } from '../integrations/sync-in-background.ts'
import { startDeliveries } from '../acting/notifications/deliver-in-background.ts'
import { startDetection } from '../signals/detect-in-background.ts'
import type { Services } from '../kernel/services.ts'
import { startBackgroundWork, type BackgroundWork } from '../kernel/work/background-work.ts'
import { underLease } from '../kernel/work/under-lease.ts'
import { createSnapshotJob } from '../kernel/workspace/snapshot-job.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'

/**
 * Starts all background work: `underLease` what one node does for all, the rest on each node for its own read models.
 * Without changes no process of read models is started for it.
 */
export function startBackground(services: Services): BackgroundWork {
  const { workspaces, clock, logger, ai, embeddings } = services
  const warn = (message: string) => logger.warn(message)
  const revision = ({ readModels }: Workspace) => String(readModels.revision)
  const revisionToday = (workspace: Workspace) =>
    `${revision(workspace)} on ${new Date(clock()).toISOString().slice(0, 10)}`

  const erase = underLease(resumeErasures)
  const deleteOld = underLease(createRetention(clock))
  const takeSnapshot = underLease(createSnapshotJob(services.config.snapshotEveryMs))
  const started = [
    startSyncs(services),
    startAutomations(services),
    startDeliveries(services),
    startDetection(services),
    startAgentRuns(services),
    startMerges(services),
    startBackgroundWork({
      name: 'A person could not be erased',
      intervalMs: 5_000,
      // Acquires the lease only when there is something to do, here and below.
      async work(workspace, signal) {
        if ((await workspace.erasures.readPending()).length === 0) return true
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
    startBackgroundWork({
      name: 'Behavioural facts could not be brought up to date',
      intervalMs: 60_000,
      work: createBackgroundRefresh(clock),
      basis: revisionToday,
      workspaces,
      warn,
    }),
  ]
  started.push(
    startBackgroundWork({
      name: 'A snapshot of the read models could not be made',
      intervalMs: Math.min(60_000, services.config.snapshotEveryMs),
      work: async (workspace, signal) =>
        workspace.replicas.snapshots === null ? true : takeSnapshot(workspace, signal),
      workspaces,
      warn,
    }),
  )
  if (ai !== null) {
    const extraction = createFactExtraction({ ask: createAskModel(ai), model: ai.model, clock })
    started.push(
      startBackgroundWork({
        name: 'Sources could not be read for facts',
        intervalMs: 2_000,
        work: underLease((workspace, { signal, lease }) =>
          workspace.rewrites.beside(signal, (stop) => extraction.run(workspace, { signal: stop, lease })),
        ),
        basis: revision,
        workspaces,
        warn,
      }),
    )
  }
  if (embeddings !== null) {
    const embed = createDocumentEmbedder(embeddings)
    started.push(
      startBackgroundWork({
        name: 'Texts could not be embedded',
        intervalMs: 1_000,
        work: (workspace, signal) => workspace.rewrites.beside(signal, (stop) => embed(workspace, stop)),
        basis: revision,
        workspaces,
        warn,
      }),
    )
  }
  return {
    async close() {
      await Promise.all(started.map((work) => work.close()))
    },
  }
}
