import { encodeRecords, type RunRecord } from '../log/record.ts'
import { countOne } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import type { Position } from '../store/ports.ts'
import { type BackgroundWork, type Left, startBackgroundWork } from '../work/background-work.ts'
import { type Turn, underLease } from '../work/under-lease.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { StoredAutomation } from './automations.ts'
import { type AppendTogether, createRunExecutor } from './execute-runs.ts'
import { createHurry } from './hurry-projection.ts'
import { planRuns } from './plan-runs.ts'
import { nextDueSlot, planSlots } from './plan-slots.ts'

/** So often the configuration is looked at though nothing came: another node may have changed it, in milliseconds. */
const lookAgainMs = 5_000

/** When it was looked at what is due, and up to when nothing is. */
interface Look {
  revision: number
  changes: number
  until: number
  lookedAt: number
}

/** What a run's state is called among the metrics. */
const outcomes: Record<RunRecord['status'], string> = {
  RUNNING_PROCESSOR: 'started',
  PENDING_DELIVERY: 'told',
  SKIPPED: 'skipped',
  FAILED: 'failed',
}

/**
 * Acts for automations: decides what is due, and has it executed. What is due is read from the read models, and what was
 * decided appended to the log under computed ids: whoever is killed between leaves it due.
 */
export function startAutomations(services: Services): BackgroundWork {
  const { workspaces, clock, logger, config, metrics } = services
  /** Up to where nothing is to be decided, and nothing is in progress. */
  const idle = new WeakMap<Workspace, Look>()
  /** Up to where nothing is to be decided: of an organization whose runs are in progress these alone are looked at. */
  const decided = new WeakMap<Workspace, Look>()
  /** Where the log ended with what this node appended last, under which lease: before that is read, what is due isn't known. */
  const settled = new WeakMap<Workspace, { fence: number; end: Position }>()
  const hurry = createHurry()

  const append: AppendTogether = async (workspace, { lease }, records) => {
    let end: Position = 0
    for (const bytes of encodeRecords(records, { receivedAt: clock(), maxBytes: Infinity }))
      if (bytes !== null) end = await workspace.log.append(bytes, { lease })
    settled.set(workspace, { fence: lease.fence, end: Math.max(end, settled.get(workspace)?.end ?? 0) })
    hurry.now(workspace)
    const { runs, agentRuns } = metrics.of(workspace)
    for (const record of records)
      if (record.kind === 'run') countOne(runs, outcomes[record.status])
      else if (record.kind === 'agentRun') countOne(agentRuns, record.status)
    return end
  }
  const runner = createRunExecutor(services, append, (workspace) => background.wake(workspace))

  async function act(workspace: Workspace, turn: Turn): Promise<Left> {
    const reads = workspace.readModels
    const last = settled.get(workspace)
    if (last?.fence !== turn.lease.fence) {
      // Somebody else may have decided some.
      await reads.exact()
      settled.set(workspace, { fence: turn.lease.fence, end: 0 })
      decided.delete(workspace)
    } else if (reads.projected < last.end) return false
    const { revision } = reads
    const { changes } = workspace.automations
    const now = clock()
    const active = (await workspace.automations.read()).filter(
      ({ enabled, archivedAt }) => enabled && archivedAt === null,
    )
    if (active.some(({ triggerType }) => triggerType === 'SIGNAL_OCCURRENCE')) hurry.follow(workspace)
    else hurry.leave(workspace)
    let isBusy = true
    let known = decided.get(workspace) ?? null
    if (known !== null && !holds(known, workspace)) known = null
    const isDone = await workspace.rewrites.beside(turn.signal, async (signal) => {
      if (known === null) await decide(workspace, active, now, { ...turn, signal })
      isBusy = await runner.start(workspace, turn, signal)
    })
    if (!isDone) return false
    if (known === null) {
      const until = active.reduce(
        (next, automation) => Math.min(next, nextDueSlot(automation, now)),
        Infinity,
      )
      known = { revision, changes, until, lookedAt: performance.now() }
      decided.set(workspace, known)
    }
    if (isBusy || reads.projected < (settled.get(workspace)?.end ?? 0)) return false
    idle.set(workspace, known)
    return known.until - clock()
  }

  /** Whether nothing came or changed since, no slot is due, and it is not long ago. */
  function holds(
    { revision, changes, until, lookedAt }: Look,
    { readModels, automations }: Workspace,
  ): boolean {
    return (
      revision === readModels.revision &&
      changes === automations.changes &&
      until > clock() &&
      performance.now() - lookedAt < lookAgainMs
    )
  }

  /** Rejects with the first failure, once all had their turn. */
  async function decide(
    workspace: Workspace,
    active: readonly StoredAutomation[],
    now: number,
    turn: Turn,
  ): Promise<void> {
    const errors: unknown[] = []
    for (const automation of active) {
      turn.signal.throwIfAborted()
      try {
        const runs =
          automation.triggerType === 'SCHEDULE'
            ? await planSlots(automation, workspace.readModels, now)
            : await planRuns(automation, workspace.readModels, { now, horizonMs: config.freshnessHorizonMs })
        if (runs.length > 0) turn.signal.throwIfAborted()
        for (const run of runs) await append(workspace, turn, [run])
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }

  const work = underLease(act)
  const background = startBackgroundWork({
    name: 'Automations could not act',
    restMs: 250,
    onChange: true,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      const known = idle.get(workspace)
      if (known !== undefined && holds(known, workspace)) return known.until - clock()
      // Who never had an automation wakes nothing.
      if ((await workspace.automations.read()).length === 0) {
        const { revision } = workspace.readModels
        const { changes } = workspace.automations
        idle.set(workspace, { revision, changes, until: Infinity, lookedAt: performance.now() })
        return true
      }
      return work(workspace, signal)
    },
  })
  return {
    async close() {
      await background.close()
      hurry.close()
      await runner.close()
    },
  }
}
