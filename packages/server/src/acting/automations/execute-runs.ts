import { automationsOf } from './automations.ts'
import { destinationsOf } from '../notifications/destinations.ts'
import { signalsOf } from '../../signals/signals.ts'
import { type AgentOutcome, runAgent } from '../agents/run-agent.ts'
import type { CustomerKey, RunRecord, StoredRecord } from '../../kernel/log/record.ts'
import type { Reads } from '../../kernel/read-models/read-models.ts'
import type { RunInProgress, WaitingRun } from './run-read-types.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Position } from '../../kernel/store/ports.ts'
import { createTaskPool } from '../../kernel/background/task-pool.ts'
import type { LeaseContext } from '../../kernel/background/under-lease.ts'
import { together } from '../../kernel/together.ts'
import { partOf } from '../../kernel/workspace/part.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { assignmentOf } from './assignment.ts'
import { chooseDestinations } from './automation-parts.ts'
import type { StoredAutomation } from './automations.ts'
import { createMessageLimit, hourOf, writeLimitedMessage } from './limit-messages.ts'
import { writeMessage } from './write-message.ts'

/**
 * Maximal number of concurrent runs: of one automation, of one organization, in all. A language model is asked by one at
 * a time. Runs by rule only read: those of a backlog read together, and what they append is projected together.
 */
const slots = {
  byModel: { perGroup: 1, perOrganization: 4, inAll: 32 },
  byRule: { perGroup: 50, perOrganization: 100, inAll: 200 },
}
/** More than run at once: after a failure one pauses, and the next one gets the slot. */
const lookedPerSlot = 4
/** Runs that are skipped at once. */
const skippedAtOnce = 500
const maxFailures = 10

/** What the runs of a backlog ask for, read together. */
const runsOf = partOf(({ readModels }) => ({
  find: together<RunInProgress>(async (runIds) => {
    const found = await readModels.findRunsInProgress(runIds)
    return new Map(found.map((one) => [one.run.runId, one]))
  }),
  keyOf: together<CustomerKey>((ids) => readModels.resolveCustomerKeys(ids)),
}))

/** Appends records that belong together as one record of the log, and resolves with its end. */
export type AppendTogether = (
  workspace: Workspace,
  context: LeaseContext,
  records: readonly StoredRecord[],
) => Promise<Position>

export interface RunExecutor {
  /**
   * Starts the runs that can start, without waiting for them. Resolves true while any run of the organization is in
   * progress. Rejects when `stop` aborts: what was read may contain data that is being deleted from the log.
   */
  start(workspace: Workspace, context: LeaseContext, stop: AbortSignal): Promise<boolean>
  /** Waits for the runs in progress. */
  close(): Promise<void>
}

/**
 * Executes planned runs: runs the agent, and appends its output, the message and the deliveries as one record of the log.
 * A run that was interrupted before is still in progress, and starts again: agents only read.
 */
export function createRunExecutor(
  services: Services,
  append: AppendTogether,
  onEnd: (workspace: Workspace) => void,
): RunExecutor {
  const { clock, logger, config } = services
  const chosenSlots = services.ai === null ? slots.byRule : slots.byModel
  const looked = { perAutomation: chosenSlots.perGroup * lookedPerSlot }
  const runs = createTaskPool({
    name: 'An automation’s run could not be carried out',
    slots: chosenSlots,
    clock,
    warn: (message) => logger.warn(message),
    onEnd,
  })
  /** When each automation last started a run: the one that has waited the longest comes first. */
  const turns = new WeakMap<Workspace, Map<string, number>>()
  let turnCount = 0
  const limit = createMessageLimit({ clock, perHour: config.messagesPerHour })

  async function start(workspace: Workspace, context: LeaseContext, stop: AbortSignal): Promise<boolean> {
    runs.beforeRead(workspace)
    const waiting = await workspace.readModels.listWaitingRuns(looked)
    if (waiting.length === 0) return false
    const [automations, limits] = await Promise.all([automationsOf(workspace).read(), limitsOf(workspace)])
    stop.throwIfAborted()
    const lastTurns = turns.get(workspace) ?? new Map<string, number>()
    turns.set(workspace, lastTurns)
    for (const run of inTurns(waiting, lastTurns)) {
      const { runId, automationId } = run
      const task = { id: runId, group: automationId }
      const automation = automations.find(({ id }) => id === automationId)
      if (reasonAgainst(automation, run, limits.isLimited) === null) {
        const free = limits.free(automation!)
        // The others of this moment may yet fail, and leave room.
        if (free.length === 0) continue
        runs.begin(workspace, context, task, () => carryOut(workspace, runId, free, context))
      } else runs.begin(workspace, context, task, () => skipWaiting(workspace, automationId, context))
      if (runs.isRunning(workspace, runId)) lastTurns.set(automationId, ++turnCount)
    }
    return true
  }

  /**
   * Executes one run, and resolves with the end of the log after its outcome; null when the log is being rewritten: the
   * run starts again with what is left.
   */
  async function carryOut(
    workspace: Workspace,
    runId: string,
    destinationIds: readonly string[],
    context: LeaseContext,
  ): Promise<Position | null> {
    let end: Position | null = null
    const release = limit.reserve(workspace, destinationIds)
    await workspace.rewrites
      .shared(context.signal, async (signal) => {
        const one = await runsOf(workspace).find(runId)
        if (one === undefined) return
        const records = await complete(workspace, one, signal)
        const takeBack = limit.note(workspace, records)
        release()
        try {
          signal.throwIfAborted()
          end = await append(workspace, context, records)
        } catch (error) {
          takeBack()
          throw error
        }
      })
      .finally(release)
    return end
  }

  /** Skips all planned runs that an automation may no longer start, with the reason. */
  async function skipWaiting(
    workspace: Workspace,
    automationId: string,
    context: LeaseContext,
  ): Promise<Position | null> {
    let end: Position | null = null
    await workspace.rewrites.shared(context.signal, async (signal) => {
      // Includes runs that have just ended: those aren't skipped.
      const reads = await workspace.readModels.exact()
      const waiting = await reads.listWaitingRuns({ automationId, perAutomation: skippedAtOnce })
      const automation = (await automationsOf(workspace).read()).find(({ id }) => id === automationId)
      const { isLimited } = await limitsOf(workspace)
      const reasons = new Map(waiting.map((run) => [run.runId, reasonAgainst(automation, run, isLimited)]))
      const found = await reads.findRunsInProgress([...reasons.keys()])
      const records = found.flatMap(({ run }) => {
        const reason = reasons.get(run.runId) ?? null
        return reason === null ? [] : [skipped(run, reason)]
      })
      const message =
        automation !== undefined && isLimited(automation)
          ? await limitedMessage(workspace, reads, automation, records)
          : []
      signal.throwIfAborted()
      if (records.length > 0) end = await append(workspace, context, [...records, ...message])
    })
    return end
  }

  /**
   * Whether all destinations of an automation had as many messages within the hour as they may get; and those that may
   * get one more now: without destinations, one that stands for none.
   */
  async function limitsOf(workspace: Workspace): Promise<{
    isLimited: (automation: StoredAutomation) => boolean
    free: (automation: StoredAutomation) => string[]
  }> {
    const [destinations, { isFull, isTaken }] = await Promise.all([
      destinationsOf(workspace).read(),
      limit.read(workspace),
    ])
    const chosenBy = ({ destinationIds }: StoredAutomation) =>
      chooseDestinations(destinationIds, destinations).map(({ id }) => id)
    return {
      isLimited(automation) {
        const chosen = chosenBy(automation)
        return chosen.length > 0 && chosen.every(isFull)
      },
      free(automation) {
        const chosen = chosenBy(automation)
        return chosen.length === 0 ? [''] : chosen.filter((id) => !isTaken(id))
      },
    }
  }

  /** The message that counts all runs of the hour that were skipped for that. */
  async function limitedMessage(
    workspace: Workspace,
    reads: Pick<Reads, 'countSkippedRuns'>,
    automation: StoredAutomation,
    records: readonly RunRecord[],
  ): Promise<StoredRecord[]> {
    const now = clock()
    const added = records.filter(({ skipReason }) => skipReason?.startsWith('LIMITED:')).length
    if (added === 0) return []
    const count = added + (await reads.countSkippedRuns(automation.id, 'LIMITED', hourOf(now).since))
    const chosen = chooseDestinations(automation.destinationIds, await destinationsOf(workspace).read())
    return writeLimitedMessage(automation, chosen, { count, now })
  }

  /** The ended run, and the records that belong to it. */
  async function complete(
    workspace: Workspace,
    one: RunInProgress,
    signal: AbortSignal,
  ): Promise<StoredRecord[]> {
    const { run } = one
    if (runs.failuresOf(workspace, run.runId) >= maxFailures)
      return [
        { ...run, status: 'FAILED', errorCode: 'GIVEN_UP', errorMessage: `It failed ${maxFailures} times` },
      ]
    const [automations, signals, destinations] = await Promise.all([
      automationsOf(workspace).read(),
      signalsOf(workspace).read(),
      destinationsOf(workspace).read(),
    ])
    const automation = automations.find(({ id }) => id === run.automationId)
    // Nothing is left to report: the events or customers were erased, or the events belong to others now.
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
    const reported = await reportOf(workspace, { run, automation, outcome })
    const { isFull } = await limit.read(workspace)
    // Where all are full since the run began, it is sent all the same: its agent has done its work.
    const anyIsFree = chosen.some(({ id }) => !isFull(id))
    const message = writeMessage({
      automation,
      run,
      occurrences: one.occurrences,
      signals,
      outcome,
      destinations: chosen,
      isFull: (id) => anyIsFree && isFull(id),
      now: clock(),
    })
    return [...records, { ...run, status: 'PENDING_DELIVERY', agentRunId, ...reported }, ...message]
  }

  return { start, close: () => runs.close() }
}

/** One run of each automation after the other, beginning with the automation that has waited the longest. */
function inTurns(waiting: readonly WaitingRun[], lastTurns: ReadonlyMap<string, number>): WaitingRun[] {
  const ranks = new Map<string, number>()
  const ranked = waiting.map((run) => {
    const rank = ranks.get(run.automationId) ?? 0
    ranks.set(run.automationId, rank + 1)
    return { run, rank, turn: lastTurns.get(run.automationId) ?? 0 }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank || a.turn - b.turn).map(({ run }) => run)
}

/**
 * Why a planned run isn't to be started any more; null when it is. Runs that were planned before the automation was
 * disabled, or before its trigger changed, are never started, even if it is enabled again.
 */
function reasonAgainst(
  automation: StoredAutomation | undefined,
  { matchedAt }: WaitingRun,
  isLimited: (automation: StoredAutomation) => boolean,
): RunRecord['skipReason'] | null {
  if (automation === undefined) return 'GONE: its automation is not there any more'
  if (automation.archivedAt !== null) return 'ARCHIVED: its automation was archived before it began'
  if (!automation.enabled) return 'DISABLED: its automation was disabled before it began'
  if (matchedAt < automation.actsSince)
    return 'CHANGED: its automation was changed, or disabled and enabled, before it began'
  return isLimited(automation)
    ? 'LIMITED: its destinations had as many messages as they may get in an hour'
    : null
}

/**
 * In whose timelines a run appears: the customer it is about, or, with several, all customers in its output, under a
 * title that names none of them.
 */
async function reportOf(
  workspace: Workspace,
  { run, automation, outcome }: { run: RunRecord; automation: StoredAutomation; outcome: AgentOutcome },
): Promise<Pick<RunRecord, 'told'>> {
  const isAboutOne = run.customerIds.length === 1
  const ids = isAboutOne ? run.customerIds : outcome.customerIds
  const { keyOf } = runsOf(workspace)
  const customers = (await Promise.all(ids.map(keyOf))).filter((key) => key !== undefined)
  if (customers.length === 0) return {}
  return { told: { customers, title: isAboutOne ? outcome.title : automation.name } }
}

function skipped(run: RunRecord, skipReason: RunRecord['skipReason']): RunRecord {
  return { ...run, status: 'SKIPPED', skipReason }
}
