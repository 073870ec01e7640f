import { agentsOf } from './agents.ts'
import type { StopReason } from '../../kernel/log/automation-reasons.ts'
import { appendRecords } from '../../kernel/log/append-records.ts'
import type { AgentRunRecord } from '../../kernel/log/record.ts'
import { countOne } from '../../kernel/metrics/metrics.ts'
import type { AgentRun } from './agent-run-read-types.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Position } from '../../kernel/store/ports.ts'
import { type BackgroundWork, startBackgroundWork } from '../../kernel/background/background-work.ts'
import { createTaskPool } from '../../kernel/background/task-pool.ts'
import { type LeaseContext, underLease } from '../../kernel/background/under-lease.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { performRun } from './perform-run.ts'

/** Maximal number of concurrent runs: of one agent, of one organization, in all. */
const slots = { perGroup: 1, perOrganization: 4, inAll: 32 }
/** A run fails when the server has ended during this many attempts. */
const maxAttempts = 3

/**
 * Executes the runs that people requested. A run that was interrupted by a kill starts again under the same id: it has
 * changed nothing.
 */
export function startAgentRuns(services: Services): BackgroundWork {
  const { workspaces, clock, logger } = services
  const runs = createTaskPool({
    name: 'A run of an agent could not be done',
    slots,
    clock,
    warn: (message) => logger.warn(message),
    onEnd: (workspace) => work.wake(workspace),
  })
  /** The read models' revision at which no run was pending: until it changes, no process is started for it. */
  const idle = new WeakMap<Workspace, number>()

  async function begin(workspace: Workspace, context: LeaseContext): Promise<boolean> {
    const { revision } = workspace.readModels
    runs.beforeRead(workspace)
    const asked = await workspace.readModels.listAskedAgentRuns(slots.perOrganization * 4)
    for (const { runId, agentId } of asked)
      runs.begin(workspace, context, { id: runId, group: agentId }, () => run(workspace, runId, context))
    if (asked.length > 0) return false
    idle.set(workspace, revision)
    return true
  }

  /** Resolves with the end of the log; null when the log is being rewritten: the run starts again with what is left. */
  async function run(workspace: Workspace, runId: string, context: LeaseContext): Promise<Position | null> {
    let end: Position | null = null
    await workspace.rewrites.shared(context.signal, async (signal) => {
      end = await runOnce(workspace, runId, context, signal)
    })
    return end
  }

  async function runOnce(
    workspace: Workspace,
    runId: string,
    context: LeaseContext,
    signal: AbortSignal,
  ): Promise<Position | null> {
    // Includes runs that another node, or this one, has just ended.
    const asked = await (await workspace.readModels.exact()).findAgentRun(runId)
    if (asked?.status !== 'RUNNING') return null
    const append = (record: AgentRunRecord) => {
      signal.throwIfAborted()
      return appendRun(workspace, record, context)
    }
    const agent = (await agentsOf(workspace).read()).find(({ id }) => id === asked.agentId)
    if (agent === undefined) return append(failed(asked, 'agent-gone', 'The agent is not there any more'))
    if (asked.attempts >= maxAttempts)
      return append(
        failed(asked, 'crashed', `It was begun ${maxAttempts} times, and the server ended each time`),
      )
    const begun: AgentRunRecord = { ...asked, kind: 'agentRun', attempts: asked.attempts + 1 }
    // Without a language model a run can't end the server, so its start needn't be recorded.
    if (services.ai !== null) await append(begun)
    return append(await performRun(workspace, begun, agent, { ...services, signal }))
  }

  function failed(run: AgentRun, stopReason: StopReason, errorSummary: string): AgentRunRecord {
    return {
      ...run,
      kind: 'agentRun',
      status: 'FAILED',
      endedAt: clock(),
      stopReason,
      errorSummary,
      output: null,
    }
  }

  async function appendRun(
    workspace: Workspace,
    record: AgentRunRecord,
    { lease }: LeaseContext,
  ): Promise<Position> {
    const end = await appendRecords(workspace.log, [record], { receivedAt: clock(), lease })
    if (record.endedAt !== null) countOne(services.metrics.of(workspace).agentRuns, record.status)
    return end
  }

  const beginUnderLease = underLease(begin)
  const work = startBackgroundWork({
    name: 'Runs of agents could not be begun',
    intervalMs: 250,
    onChange: true,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      if (idle.get(workspace) === workspace.readModels.revision) return true
      // Without agents there are no runs.
      if ((await agentsOf(workspace).read()).length === 0) return true
      return beginUnderLease(workspace, signal)
    },
  })
  return {
    async close() {
      await work.close()
      await runs.close()
    },
  }
}
