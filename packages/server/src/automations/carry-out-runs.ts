import { runAgent } from '../agents/run-agent.ts'
import type { RunRecord, StoredRecord } from '../log/record.ts'
import { besideErasures } from '../privacy/erasures.ts'
import type { RunInProgress } from '../read-models/reads/run-reads.ts'
import type { Services } from '../services.ts'
import type { Position } from '../store/ports.ts'
import type { Turn } from '../work/under-lease.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { assignmentOf } from './assignment.ts'
import { chooseDestinations } from './automation-parts.ts'
import { writeMessage } from './write-message.ts'

/** So many runs are carried out at once on this node, and one of an automation. */
const atOnce = 4
/** Pauses after failures, in milliseconds; the last one repeats. */
const retryMs = [1_000, 5_000, 30_000, 120_000]
const maxFailures = 10

/** Appends records that belong together as one record of the log, and resolves with where it ends. */
export type AppendTogether = (
  workspace: Workspace,
  turn: Turn,
  records: readonly StoredRecord[],
) => Promise<Position>

export interface Runner {
  /**
   * Begins what can be begun, and doesn't wait for it. Resolves true while something of the organization is in progress.
   * Rejects where `stop` says that what was read may hold by now what must not be written again.
   */
  start(workspace: Workspace, turn: Turn, stop: AbortSignal): Promise<boolean>
  /** Waits for what was begun. */
  close(): Promise<void>
}

/**
 * Carries out runs that were decided: asks the agent, and appends what it says with the message and its deliveries as one
 * record of the log. A run that was begun and not appended is in progress still, and is begun anew: agents only read.
 */
export function createRunner(services: Services, append: AppendTogether): Runner {
  const { clock, logger } = services
  const running = new Map<string, { automationId: string; done: Promise<void> }>()
  /** Runs that ended, which the read models may not know yet, and where the log says so. */
  const ended = new Map<string, Position>()
  const failures = new Map<string, { count: number; until: number }>()

  async function start(workspace: Workspace, turn: Turn, stop: AbortSignal): Promise<boolean> {
    const { projected } = workspace.readModels
    const inProgress = await workspace.readModels.listRunsInProgress(atOnce * 8)
    stop.throwIfAborted()
    for (const [runId, end] of ended) if (end <= projected) ended.delete(runId)
    for (const one of inProgress) {
      const { runId, automationId } = one.run
      const isTaken = [...running.values()].some((other) => other.automationId === automationId)
      if (running.size >= atOnce || isTaken || ended.has(runId)) continue
      if ((failures.get(runId)?.until ?? 0) > clock()) continue
      const done = carryOut(workspace, one, turn).finally(() => running.delete(runId))
      running.set(runId, { automationId, done })
    }
    return inProgress.length > 0
  }

  /** Never rejects: others go on. */
  async function carryOut(workspace: Workspace, one: RunInProgress, turn: Turn): Promise<void> {
    const { runId } = one.run
    try {
      const isDone = await besideErasures(workspace, turn.signal, async (signal) => {
        const records = await complete(workspace, one, signal)
        signal.throwIfAborted()
        ended.set(runId, Infinity)
        ended.set(runId, await append(workspace, turn, records))
      })
      failures.delete(runId)
      // It is begun anew, on what is left after the erasure.
      if (!isDone && ended.get(runId) === Infinity) ended.delete(runId)
    } catch (error) {
      ended.delete(runId)
      if (turn.signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      const count = (failures.get(runId)?.count ?? 0) + 1
      const pauseMs = retryMs[Math.min(count, retryMs.length) - 1]!
      failures.set(runId, { count, until: clock() + pauseMs })
      logger.warn(
        `An automation’s run could not be carried out, and is tried again in ${pauseMs / 1_000} seconds: ${reason}`,
      )
    }
  }

  /** The run as it ended, and what goes with it. */
  async function complete(
    workspace: Workspace,
    one: RunInProgress,
    signal: AbortSignal,
  ): Promise<StoredRecord[]> {
    const { run } = one
    if ((failures.get(run.runId)?.count ?? 0) >= maxFailures)
      return [
        { ...run, status: 'FAILED', errorCode: 'GIVEN_UP', errorMessage: `It failed ${maxFailures} times` },
      ]
    const [automations, signals, destinations] = await Promise.all([
      workspace.automations.read(),
      workspace.signals.read(),
      workspace.destinations.read(),
    ])
    const automation = automations.find(({ id }) => id === run.automationId)
    // Nothing of it is left to be told: its events, or whom it was about, were erased, or are somebody else's by now.
    const isGone = run.triggerType === 'SIGNAL_OCCURRENCE' && one.occurrences.length === 0
    if (automation === undefined || isGone)
      return [skipped(run, 'GONE: what it was about is not there any more')]
    const outcome = await runAgent({ workspace, signal, ...assignmentOf(automation, one, signals) }, services)
    const { agentRunId, failed, records } = outcome
    if (failed !== null)
      return [...records, { ...skipped(run, `${failed.code}: ${failed.message}`), agentRunId }]
    const chosen = chooseDestinations(automation.destinationIds, destinations)
    if (chosen.length === 0) {
      const errorMessage = 'It has no destination any more: name one, or make one the default'
      return [...records, { ...run, status: 'FAILED', agentRunId, errorCode: 'NO_DESTINATION', errorMessage }]
    }
    const message = writeMessage({
      automation,
      run,
      occurrences: one.occurrences,
      signals,
      outcome,
      destinations: chosen,
      now: clock(),
    })
    const told = await toldOf(workspace, run, outcome.title)
    return [...records, { ...run, status: 'PENDING_DELIVERY', agentRunId, ...told }, ...message]
  }

  return {
    start,
    async close() {
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** Whose timeline it shows in: a customer's whom it is about alone. */
async function toldOf(
  { readModels }: Workspace,
  { customerIds }: RunRecord,
  title: string,
): Promise<Pick<RunRecord, 'told'>> {
  const [customerId] = customerIds
  if (customerId === undefined || customerIds.length > 1) return {}
  const customer = (await readModels.resolveCustomerKeys([customerId])).get(customerId)
  return customer === undefined ? {} : { told: { customer, title } }
}

function skipped(run: RunRecord, skipReason: string): RunRecord {
  return { ...run, status: 'SKIPPED', skipReason }
}
