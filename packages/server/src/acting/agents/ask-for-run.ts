import { AppError } from '../../kernel/errors.ts'
import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import { appendRecords } from '../../kernel/log/append-records.ts'
import type { AgentRunRecord } from '../../kernel/log/record.ts'
import type { AgentRun } from './agent-run-read-types.ts'
import type { RequestContext } from '../../kernel/operations/services.ts'
import type { StoredAgent } from './agents.ts'

/** A claim distinguishes two requests at the same moment; after a kill it expires after this time. */
const claimMs = 30_000

/**
 * Requests a run of an agent, durably; it is executed in the background. With the same `clientRequestId` again it is the
 * same run. Throws AppErrors: `CONFLICT` while another one is requested, `READS_UNAVAILABLE` when that can't be checked.
 */
export async function askForRun(
  agent: StoredAgent,
  { clientRequestId }: { clientRequestId?: string | undefined },
  { workspace, clock, newId }: Pick<RequestContext, 'workspace' | 'clock' | 'newId'>,
): Promise<AgentRun> {
  const runId =
    clientRequestId === undefined ? newId() : derivedUuid(`agent-run ${agent.id} by ${clientRequestId}`)
  const claim = `agent-run:${agent.id}`
  const holder = await workspace.claims.claim(claim, runId, { ttlMs: claimMs })
  if (holder !== null && holder !== runId) throw runningAlready(agent)
  try {
    const reads = await workspace.readModels.exact()
    const known = await reads.findAgentRun(runId)
    if (known !== null) return known
    const others = await reads.listLastAgentRuns()
    if (others.some(({ agentId, isRunning }) => agentId === agent.id && isRunning))
      throw runningAlready(agent)
    const run: AgentRunRecord = {
      kind: 'agentRun',
      runId,
      agentId: agent.id,
      agentKey: agent.agentKey,
      trigger: 'manual',
      status: 'RUNNING',
      askedAt: clock(),
      startedAt: null,
      endedAt: null,
      attempts: 0,
      candidates: [],
      automationRunId: null,
      evidence: null,
    }
    await appendRecords(workspace.log, [run], { receivedAt: run.askedAt })
    return run
  } finally {
    if (holder === null) await workspace.claims.release(claim)
  }
}

function runningAlready({ displayName }: StoredAgent): AppError {
  return new AppError('CONFLICT', `A run of ${displayName} is in progress: wait until it has ended`)
}
