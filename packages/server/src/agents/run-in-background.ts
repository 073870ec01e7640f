import { type AgentRunRecord, encodeRecords } from '../log/record.ts'
import { countOne } from '../metrics/metrics.ts'
import { besideErasures } from '../privacy/erasures.ts'
import type { AgentRun } from '../read-models/reads/agent-run-reads.ts'
import type { Services } from '../services.ts'
import { type BackgroundWork, startBackgroundWork } from '../work/background-work.ts'
import { type Turn, underLease } from '../work/under-lease.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { performRun } from './perform-run.ts'

/** So many run at once on this node. */
const atOnce = 4
/** A run that takes the server with it so often has failed. */
const maxAttempts = 3
/** Pauses after failures, in milliseconds; the last one repeats. */
const retryMs = [1_000, 5_000, 30_000, 120_000]

/**
 * Does the runs that people asked for. One that was begun and didn't end, since the server was killed, is begun anew
 * under the same id: it has changed nothing.
 */
export function startAgentRuns(services: Services): BackgroundWork {
  const { workspaces, clock, logger } = services
  const running = new Map<string, Promise<void>>()
  const failures = new Map<string, { count: number; until: number }>()
  /** The revision at which nothing was asked for: until another one no engine is woken. */
  const idle = new WeakMap<Workspace, number>()

  async function begin(workspace: Workspace, turn: Turn): Promise<boolean> {
    const { revision } = workspace.readModels
    const asked = await workspace.readModels.listAskedAgentRuns(atOnce * 4)
    for (const { runId } of asked) {
      if (running.size >= atOnce) break
      if (running.has(runId) || (failures.get(runId)?.until ?? 0) > clock()) continue
      const doing = run(workspace, runId, turn).finally(() => running.delete(runId))
      running.set(runId, doing)
    }
    if (asked.length > 0) return false
    idle.set(workspace, revision)
    return true
  }

  /** Never rejects: others go on. */
  async function run(workspace: Workspace, runId: string, turn: Turn): Promise<void> {
    try {
      await besideErasures(workspace, turn.signal, (signal) => runOnce(workspace, runId, turn, signal))
      failures.delete(runId)
    } catch (error) {
      if (turn.signal.aborted) return
      const count = (failures.get(runId)?.count ?? 0) + 1
      const pauseMs = retryMs[Math.min(count, retryMs.length) - 1]!
      failures.set(runId, { count, until: clock() + pauseMs })
      const reason = error instanceof Error ? error.message : String(error)
      logger.warn(
        `A run of an agent could not be done, and is tried again in ${pauseMs / 1_000} seconds: ${reason}`,
      )
    }
  }

  async function runOnce(
    workspace: Workspace,
    runId: string,
    turn: Turn,
    signal: AbortSignal,
  ): Promise<void> {
    // What another node, or this one, has just ended is known then.
    const asked = await (await workspace.readModels.exact()).findAgentRun(runId)
    if (asked?.status !== 'RUNNING') return
    const append = (record: AgentRunRecord) => {
      signal.throwIfAborted()
      return appendRun(workspace, record, turn)
    }
    const agent = (await workspace.agents.read()).find(({ id }) => id === asked.agentId)
    if (agent === undefined) return append(failed(asked, 'agent-gone', 'The agent is not there any more'))
    if (asked.attempts >= maxAttempts)
      return append(
        failed(asked, 'crashed', `It was begun ${maxAttempts} times, and the server ended each time`),
      )
    const begun: AgentRunRecord = { ...asked, kind: 'agentRun', attempts: asked.attempts + 1 }
    // Without a language model nothing that is asked can end the server.
    if (services.ai !== null) await append(begun)
    await append(await performRun(workspace, begun, agent, { ...services, signal }))
  }

  function failed(run: AgentRun, stopReason: string, errorSummary: string): AgentRunRecord {
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

  async function appendRun(workspace: Workspace, record: AgentRunRecord, { lease }: Turn): Promise<void> {
    for (const bytes of encodeRecords([record], { receivedAt: clock() }))
      if (bytes !== null) await workspace.log.append(bytes, { lease })
    if (record.endedAt !== null) countOne(services.metrics.of(workspace).agentRuns, record.status)
  }

  const beginUnderLease = underLease(begin)
  const work = startBackgroundWork({
    name: 'Runs of agents could not be begun',
    restMs: 250,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      if (idle.get(workspace) === workspace.readModels.revision) return true
      // Who never had an agent has nothing to run.
      if ((await workspace.agents.read()).length === 0) return true
      return beginUnderLease(workspace, signal)
    },
  })
  return {
    async close() {
      await work.close()
      await Promise.all(running.values())
    },
  }
}
