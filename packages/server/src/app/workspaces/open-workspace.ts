import { AppError } from '../../kernel/errors.ts'
import { removeReadModels } from '../../projector/process/open-read-models.ts'
import type { Snapshots } from '../../kernel/read-models/snapshots.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import type { Log, OrganizationStore } from '../../kernel/store/ports.ts'
import { keepLease } from '../../kernel/work/lease-keeper.ts'
import { createLogRewrites } from '../../kernel/work/log-rewrites.ts'
import { watchActivity } from '../../kernel/workspace/activity.ts'
import type { AuditEntry } from '../../kernel/workspace/audit-entry.ts'
import type { Configuration } from '../../kernel/workspace/configuration.ts'
import { reasonOf } from '../../kernel/reason-of.ts'
import { openJournal } from '../../kernel/store/journal.ts'
import { openReplicas } from '../../kernel/workspace/replicas.ts'
import { createSharedRates } from '../../kernel/workspace/shared-rates.ts'
import { openUsage } from '../../kernel/workspace/usage.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'

/** Opens an organization's read models in `directory`, which exists, over its log. */
export type OpenReadModels = (options: {
  directory: string
  log: Log
  /** Whether they follow the log also while nobody asks. */
  isHeld: () => boolean
  /** Before they are opened: puts a snapshot in place where there is nothing yet. */
  prepare: () => Promise<void>
}) => Promise<ReadModels>

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
    /** Whether this node holds the organization. */
    isHeld: () => boolean
    /** Null: none are taken. */
    snapshots: Snapshots | null
    onProblem: (problem: string) => void
  },
): Promise<OpenedWorkspace> {
  const { configuration, directory, openReadModels, isHeld, onProblem } = options
  const { activity, documents } = watchActivity(log, stored)
  const journal = <Entry extends object>(name: string, what: string, options: { keepBytes?: number } = {}) =>
    openJournal<Entry>(journals, name, { what, onProblem, ...options })
  // Makes a log that can't be opened fail now.
  if (!log.health.spooled) await log.end()
  const usage = await openUsage(documents, { onProblem })
  const closing = new Set<() => Promise<void>>()
  const { readModels, replicas } = await openReplicas({
    documents,
    directory,
    activity,
    open: (prepare) => openReadModels({ directory, log, isHeld, prepare }),
    remove: () => removeReadModels(directory),
    snapshots: options.snapshots,
    onProblem,
  })
  const lease = keepLease(leases, 'work', isHeld)
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
    documents,
    journals,
    journal,
    onProblem,
    onClose: (close) => void closing.add(close),
    claims,
    log,
    activity,
    rates,
    lease,
    rewrites: createLogRewrites(),
    get isHeld() {
      return isHeld()
    },
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
      for (const close of closing) await close()
    },
  }
}
