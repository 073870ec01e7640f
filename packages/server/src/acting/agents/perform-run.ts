import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import type { AgentRunCandidate, AgentRunOutput, AgentRunRecord } from '../../kernel/log/record.ts'
import type { AgentRun } from './agent-run-read-types.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { StoredAgent } from './agents.ts'
import { chooseCandidates } from './choose-candidates.ts'
import { digestByModel, type ModelDigest } from './digest-by-model.ts'
import { digestByRule } from './digest-by-rule.ts'
import { rankDossiers } from './rank-dossiers.ts'
import { type Dossier, readDossiers } from './read-dossiers.ts'

/**
 * Executes a requested run and returns it as it ended. It only reads, so a run that was interrupted can be repeated.
 * Rejects when `signal` aborts it, and with AppError `READS_UNAVAILABLE`.
 */
export async function performRun(
  workspace: Workspace,
  run: AgentRun,
  agent: StoredAgent,
  services: Services & { signal: AbortSignal },
): Promise<AgentRunRecord> {
  const { clock, signal, ai } = services
  const startedAt = clock()
  const reads = await workspace.readModels.exact()
  const given = run.candidates.length > 0 ? run.candidates : await chooseCandidates(reads, agent)
  const ranked = rankDossiers(await readDossiers(workspace, given, startedAt))
  signal.throwIfAborted()
  const ended = { ...run, kind: 'agentRun', startedAt, model: null, status: 'COMPLETED' } as const
  if (ranked.length === 0)
    return { ...ended, candidates: given, stopReason: 'no-customers', output: null, endedAt: clock() }
  const dossiers = ranked.slice(0, agent.maxItemsToSurface)
  const digest = ai === null ? null : await digestByModel(workspace, agent, dossiers, { ...services, reads })
  const output: AgentRunOutput = {
    outputId: outputIdOf(run.runId),
    ...(digest?.output ?? {
      ...digestByRule(agent.displayName, dossiers, workspace.document.settings.defaultTimezone),
      customerIds: dossiers.map(({ customer }) => customer.id),
      claims: digest?.claims ?? { verified: 0, dropped: 0 },
    }),
  }
  return {
    ...ended,
    ...(digest !== null && {
      model: ai!.model,
      status: digest.problem === null ? 'COMPLETED' : 'PARTIAL',
      errorSummary: summaryOf(digest),
      toolCalls: digest.toolCalls,
      usage: digest.usage,
    }),
    candidates: toCandidates(ranked, given, output),
    stopReason: digest?.stopReason ?? 'by-rule',
    output,
    endedAt: clock(),
  }
}

/** What went wrong, for people, and how it was handled. */
function summaryOf({ problem, output }: ModelDigest): string | null {
  if (problem === null) return null
  return output === null ? `${problem}: the digest is made by rule` : problem
}

export function outputIdOf(runId: string): string {
  return derivedUuid(`agent-output ${runId}`)
}

/** The considered customers, with their current names, and whether the output is about them. */
function toCandidates(
  dossiers: readonly Dossier[],
  given: readonly AgentRunCandidate[],
  { customerIds }: AgentRunOutput,
): AgentRunCandidate[] {
  const metrics = new Map(given.map((candidate) => [candidate.customerId, candidate.metrics]))
  const surfaced = new Set(customerIds)
  return dossiers.map(({ customer: { id, name, domain, billingStatus, lastActivityAt }, reasons }) => ({
    customerId: id,
    name,
    domain,
    billingStatus,
    lastActivityAt,
    reasons,
    metrics: metrics.get(id) ?? [],
    surfaced: surfaced.has(id),
  }))
}
