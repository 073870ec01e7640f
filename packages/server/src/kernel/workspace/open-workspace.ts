import { AppError } from '../errors.ts'
import { openAgents } from '../../acting/agents/agents.ts'
import { openAutomations } from '../../acting/automations/automations.ts'
import { openConnections } from '../../integrations/connections.ts'
import { openRemovals } from '../../integrations/removals.ts'
import type { SyncRun } from '../../integrations/sync-run.ts'
import { openMergeReviews } from '../../customers/merges/merge-reviews.ts'
import { openDestinations } from '../../acting/notifications/destinations.ts'
import type { RetentionRun } from '../../privacy/retention-run.ts'
import { removeReadModels } from '../read-models/open-read-models.ts'
import type { Snapshots } from '../read-models/snapshots.ts'
import type { ReadModels } from '../read-models/read-models.ts'
import type { Log, OrganizationStore } from '../store/ports.ts'
import { openSignalClock, openSignals } from '../../signals/signals.ts'
import { keepLease } from '../work/lease-keeper.ts'
import { createLogRewrites } from '../work/log-rewrites.ts'
import { watchActivity } from './activity.ts'
import type { AuditEntry } from './audit-entry.ts'
import { type Configuration, reasonOf } from './configuration.ts'
import { type ErasureReceipt, openErasures } from '../../privacy/erasure-documents.ts'
import type { Feedback } from '../../organizations/feedback/feedback.ts'
import { type BackupRun, backupsJournal } from './backup-run.ts'
import { openJournal } from '../store/journal.ts'
import { openReplicas } from './replicas.ts'
import { createSharedRates } from './shared-rates.ts'
import { openRejections } from '../../events/rejections.ts'
import { openUsage } from './usage.ts'
import type { Workspace } from './workspace.ts'

/** Opens an organization's read models in `directory`, which exists, over its log. */
export type OpenReadModels = (options: { directory: string; log: Log }) => Promise<ReadModels>

export interface OpenedWorkspace {
  workspace: Workspace
  /** Stores what is buffered, and closes the read models. */
  close(): Promise<void>
}

/** Composes one organization's workspace over its ports. Rejects when its log or read models can't be opened. */
export async function openWorkspace(
  { log, documents: stored, journals, claims, leases }: OrganizationStore,
  options: {
    configuration: Configuration
    /** For data that is derived from the log. */
    directory: string
    openReadModels: OpenReadModels
    /** Null: none are taken. */
    snapshots: Snapshots | null
    onProblem: (problem: string) => void
  },
): Promise<OpenedWorkspace> {
  const { configuration, directory, openReadModels, onProblem } = options
  const { activity, documents } = watchActivity(log, stored)
  const journal = <Entry extends object>(name: string, what: string) =>
    openJournal<Entry>(journals, name, { what, onProblem })
  // Makes a log that can't be opened fail now.
  if (!log.health.spooled) await log.end()
  const usage = await openUsage(documents, { onProblem })
  const rejections = openRejections(journals, { onProblem })
  const { readModels, replicas } = await openReplicas({
    documents,
    directory,
    activity,
    open: () => openReadModels({ directory, log }),
    remove: () => removeReadModels(directory),
    snapshots: options.snapshots,
    onProblem,
  })
  const lease = keepLease(leases, 'work')
  const rates = createSharedRates(replicas.nodes)
  const workspace: Workspace = {
    get organization() {
      return configuration.document.organization
    },
    get document() {
      return configuration.document
    },
    get problem() {
      return configuration.problem
    },
    usage,
    updateDocument: (change) =>
      configuration.update(change).catch((error: unknown) => {
        const { id } = configuration.document.organization
        if (error instanceof AppError && error.code === 'UNAVAILABLE')
          onProblem(`The configuration of ${id} can't be changed: ${reasonOf(error)}`)
        throw error
      }),
    audit: journal<AuditEntry>('audit', 'The audit entry'),
    feedback: journal<Feedback>('feedback', 'Feedback'),
    backups: journal<BackupRun>(backupsJournal.name, 'The backup'),
    retention: journal<RetentionRun>('retention', 'What was deleted'),
    connections: openConnections(documents),
    removals: openRemovals(documents),
    destinations: openDestinations(documents),
    agents: openAgents(documents),
    mergeReviews: openMergeReviews(documents),
    signals: openSignals(documents),
    automations: openAutomations(documents),
    signalClock: openSignalClock(documents),
    syncRuns: journal<SyncRun>('syncs', 'What was synced'),
    erasures: openErasures(documents, journal<ErasureReceipt>('erasures', 'The receipt')),
    claims,
    log,
    activity,
    rates,
    lease,
    rewrites: createLogRewrites(),
    rejections,
    readModels,
    replicas,
  }
  return {
    workspace,
    async close() {
      activity.close()
      rates.close()
      await lease.close()
      await replicas.close()
      await usage.close()
      await rejections.close()
    },
  }
}
