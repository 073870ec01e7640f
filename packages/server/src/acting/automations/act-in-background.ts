import { automationsOf } from './automations.ts'
import { appendRecords } from '../../kernel/log/append-records.ts'
import type { RunRecord } from '../../kernel/log/record.ts'
import { countOne } from '../../kernel/metrics/metrics.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Position } from '../../kernel/store/ports.ts'
import {
  type BackgroundWork,
  type NextRun,
  startBackgroundWork,
} from '../../kernel/background/background-work.ts'
import { type LeaseContext, underLease } from '../../kernel/background/under-lease.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { StoredAutomation } from './automations.ts'
import { type AppendTogether, createRunExecutor } from './execute-runs.ts'
import { createProjectionPriority } from './prioritize-projection.ts'
import { planRuns } from './plan-runs.ts'
import { nextDueSlot, planSlots } from './plan-slots.ts'

/** How often the automations are read although nothing changed here: another node may have changed them. Milliseconds. */
const recheckMs = 5_000
/** Runs that are planned in one record of the log. */
const plannedTogether = 50

/** The state in which nothing was due, and until when that holds unless it changes. */
interface CheckedState {
  /** Of the read models. */
  revision: number
  /** Of the automations. */
  changes: number
  until: number
  checkedAt: number
}

/** Names of a run's states in the metrics. */
const outcomes: Record<RunRecord['status'], string> = {
  RUNNING_PROCESSOR: 'started',
  PENDING_DELIVERY: 'told',
  SKIPPED: 'skipped',
  FAILED: 'failed',
}

/**
 * Plans the runs of automations, and executes them. What is due is read from the read models; each planned run is appended
 * to the log under a computed id. After a kill in between it is still due.
 */
export function startAutomations(services: Services): BackgroundWork {
  const { workspaces, clock, logger, config, metrics } = services
  /** Nothing to plan, and no run in progress. */
  const idle = new WeakMap<Workspace, CheckedState>()
  /** Nothing to plan: only the runs in progress need attention. */
  const planned = new WeakMap<Workspace, CheckedState>()
  /** End of this node's last append, and its lease. Until the read models have applied it, they don't know what is due. */
  const appended = new WeakMap<Workspace, { fence: number; end: Position }>()
  const priority = createProjectionPriority()

  const append: AppendTogether = async (workspace, { lease }, records) => {
    const options = { receivedAt: clock(), lease, maxBytes: Infinity }
    const end = await appendRecords(workspace.log, records, options)
    appended.set(workspace, { fence: lease.fence, end: Math.max(end, appended.get(workspace)?.end ?? 0) })
    priority.request(workspace)
    const { runs, agentRuns } = metrics.of(workspace)
    for (const record of records)
      if (record.kind === 'run') countOne(runs, outcomes[record.status])
      else if (record.kind === 'agentRun') countOne(agentRuns, record.status)
    return end
  }
  const runner = createRunExecutor(services, append, (workspace) => background.wake(workspace))

  async function act(workspace: Workspace, context: LeaseContext): Promise<NextRun> {
    const reads = workspace.readModels
    const last = appended.get(workspace)
    if (last?.fence !== context.lease.fence) {
      // A former holder of the lease may have planned some.
      await reads.exact()
      appended.set(workspace, { fence: context.lease.fence, end: 0 })
      planned.delete(workspace)
    } else if (reads.projected < last.end) return false
    const { revision } = reads
    const { changes } = automationsOf(workspace)
    const now = clock()
    const timezone = workspace.document.settings.defaultTimezone
    const active = (await automationsOf(workspace).read()).filter(
      ({ enabled, archivedAt }) => enabled && archivedAt === null,
    )
    if (active.some(({ triggerType }) => triggerType === 'SIGNAL_OCCURRENCE')) priority.follow(workspace)
    else priority.unfollow(workspace)
    let isBusy = true
    let known = planned.get(workspace) ?? null
    if (known !== null && !holds(known, workspace)) known = null
    const isDone = await workspace.rewrites.shared(context.signal, async (signal) => {
      if (known === null) await plan(workspace, active, now, { ...context, signal })
      isBusy = await runner.start(workspace, context, signal)
    })
    if (!isDone) return false
    if (known === null) {
      const until = active.reduce(
        (next, automation) => Math.min(next, nextDueSlot(automation, { now, timezone })),
        Infinity,
      )
      known = { revision, changes, until, checkedAt: performance.now() }
      planned.set(workspace, known)
    }
    if (isBusy || reads.projected < (appended.get(workspace)?.end ?? 0)) return false
    idle.set(workspace, known)
    return known.until - clock()
  }

  /** Whether nothing changed since, no slot is due, and the check is recent. */
  function holds({ revision, changes, until, checkedAt }: CheckedState, workspace: Workspace): boolean {
    return (
      revision === workspace.readModels.revision &&
      changes === automationsOf(workspace).changes &&
      until > clock() &&
      performance.now() - checkedAt < recheckMs
    )
  }

  /** Rejects with the first failure, after all others were planned. */
  async function plan(
    workspace: Workspace,
    active: readonly StoredAutomation[],
    now: number,
    context: LeaseContext,
  ): Promise<void> {
    const errors: unknown[] = []
    for (const automation of active) {
      context.signal.throwIfAborted()
      try {
        const runs =
          automation.triggerType === 'SCHEDULE'
            ? await planSlots(automation, workspace.readModels, {
                now,
                timezone: workspace.document.settings.defaultTimezone,
              })
            : await planRuns(automation, workspace.readModels, { now, horizonMs: config.freshnessHorizonMs })
        if (runs.length > 0) context.signal.throwIfAborted()
        for (let from = 0; from < runs.length; from += plannedTogether)
          await append(workspace, context, runs.slice(from, from + plannedTogether))
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }

  const work = underLease(act)
  const background = startBackgroundWork({
    name: 'Automations could not act',
    intervalMs: 250,
    onChange: true,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      const known = idle.get(workspace)
      if (known !== undefined && holds(known, workspace)) return known.until - clock()
      // Without automations no process of read models is started.
      if ((await automationsOf(workspace).read()).length === 0) {
        const { revision } = workspace.readModels
        const { changes } = automationsOf(workspace)
        idle.set(workspace, { revision, changes, until: Infinity, checkedAt: performance.now() })
        return true
      }
      return work(workspace, signal)
    },
  })
  return {
    async close() {
      await background.close()
      priority.close()
      await runner.close()
    },
  }
}
