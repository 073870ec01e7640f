import { shortened } from '@customer-intel/contract'
import type { StopReason } from '../../kernel/log/automation-reasons.ts'
import type { AgentRunOutput, AgentRunRecord } from '../../kernel/log/record.ts'
import { escapeMarkdown, flatten } from '../notifications/escape-markdown.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { createAgentTools, describeAgentTools } from './agent-tools.ts'
import type { StoredAgent } from './agents.ts'
import { headingOf, displayNameOf } from './digest-by-rule.ts'
import { instructionsOf } from './prompt.ts'
import type { Dossier } from './read-dossiers.ts'
import { takeTokens } from './spending.ts'
import { runToolLoop, type ToolLoopResult } from './tool-loop.ts'
import { modelLimits } from './model-limits.ts'
import { verifyClaims, type VerifiedClaim } from './verify-claims.ts'

/** The result of a run with a language model. */
export interface ModelDigest extends Pick<AgentRunRecord, 'toolCalls' | 'usage'> {
  stopReason: StopReason
  /** For people; null when nothing went wrong. */
  problem: string | null
  /** Null: nothing in its answer can be used. */
  output: Omit<AgentRunOutput, 'outputId'> | null
  claims: AgentRunOutput['claims']
}

/** Lets the language model read and answer, and keeps the verified part of its answer. Rejects when `signal` aborts it. */
export async function digestByModel(
  workspace: Workspace,
  agent: StoredAgent,
  dossiers: readonly Dossier[],
  services: Services & { signal: AbortSignal; reads: ReadModels },
): Promise<ModelDigest> {
  const endpoint = services.ai!
  const result = await runWithinBounds(workspace, agent, dossiers, services)
  const toDigest = (
    rest: Pick<ModelDigest, 'stopReason' | 'problem' | 'output' | 'claims'>,
  ): ModelDigest => ({
    ...rest,
    toolCalls: result.toolCalls,
    usage: result.usage,
  })
  const nothing = { verified: 0, dropped: 0 }
  if (result.answer === null) return toDigest({ ...reasonOf(result), output: null, claims: nothing })
  const ids = new Set(dossiers.map(({ customer }) => customer.id))
  const checked = await verifyClaims(result.answer, ids, {
    reads: services.reads,
    timezone: workspace.document.settings.defaultTimezone,
  })
  if (checked === null) {
    const problem = 'The language model answered something else than what was asked for'
    return toDigest({ stopReason: 'nonsense', problem, output: null, claims: nothing })
  }
  const { verified, dropped } = checked
  const claims = { verified: verified.length, dropped }
  if (verified.length > 0) {
    const output = { ...write(agent, dossiers, verified, { model: endpoint.model, dropped }), claims }
    return toDigest({ ...reasonOf(result), output, claims })
  }
  if (dropped === 0) return toDigest({ stopReason: 'nothing-to-add', problem: null, output: null, claims })
  const problem = `Nothing of what the language model claimed could be verified (${dropped} claims)`
  return toDigest({ stopReason: 'unverified', problem, output: null, claims })
}

/** Runs the model within the run's limits and what remains of the organization's daily budget. */
async function runWithinBounds(
  workspace: Workspace,
  agent: StoredAgent,
  dossiers: readonly Dossier[],
  services: Services & { signal: AbortSignal; reads: ReadModels },
): Promise<ToolLoopResult> {
  const { agentSpending } = services.config
  const { dailyTokens, prices, runCost } = agentSpending
  const spent = `The agents have spent the day’s ${dailyTokens} tokens (SVC_AGENT_DAILY_TOKENS)`
  const { tokens, release } = await takeTokens(workspace, services.reads, {
    dailyTokens,
    now: services.clock(),
  })
  try {
    if (tokens === 0) {
      const usage = { steps: 0, promptTokens: 0, completionTokens: 0 }
      return { answer: null, stopReason: 'daily-tokens', problem: spent, toolCalls: [], usage }
    }
    const result = await runToolLoop({
      endpoint: services.ai!,
      system: instructionsOf(agent),
      user: JSON.stringify({ customers: dossiers.map(materialOf) }),
      tools: describeAgentTools(),
      callTool: createAgentTools(workspace, agent, services),
      limits: {
        ...modelLimits,
        tokens,
        cost: prices === null || runCost === null ? null : { most: runCost, prices },
      },
      signal: services.signal,
    })
    return result.stopReason === 'tokens' && tokens < modelLimits.tokens
      ? { ...result, stopReason: 'daily-tokens', problem: spent }
      : result
  } finally {
    release()
  }
}

function reasonOf({
  stopReason,
  problem,
}: Pick<ModelDigest, 'stopReason' | 'problem'>): Pick<ModelDigest, 'stopReason' | 'problem'> {
  return { stopReason, problem }
}

/** What a model gets of a customer at first; it may read more by tools. */
function materialOf({ customer, facts, reasons, metrics, events }: Dossier): object {
  return {
    customerId: customer.id,
    name: customer.name,
    domain: customer.domain,
    reasons,
    billingStatus: customer.billingStatus,
    mrrCents: customer.currentMrr,
    currency: customer.currency,
    lastProductActivityAt: customer.lastProductActivityAt,
    lastContactAt: customer.lastContactAt,
    last30Days: metrics,
    facts: facts.map(({ factId, assertion, factType, severity, occurredAt }) => ({
      factId,
      assertion,
      factType,
      severity,
      occurredAt,
    })),
    events: events.map(({ title, summary, occurredAt, source }) => ({ title, summary, occurredAt, source })),
  }
}

/** The verified claims by customer, in the model's order, with our own text around them. */
function write(
  { displayName }: StoredAgent,
  dossiers: readonly Dossier[],
  verified: readonly VerifiedClaim[],
  { model, dropped }: { model: string; dropped: number },
): Pick<AgentRunOutput, 'title' | 'markdown' | 'customerIds'> {
  const customers = new Map(dossiers.map(({ customer }) => [customer.id, customer]))
  const customerIds = [...new Set(verified.map(({ customerId }) => customerId))]
  const parts = customerIds.map((id) => {
    const claims = verified.filter(({ customerId }) => customerId === id)
    return [headingOf(customers.get(id)!), ...claims.map(lineOf)].join('\n')
  })
  const left = dropped === 0 ? '' : ` ${dropped} more could not be verified, and are skipped.`
  const first = customers.get(customerIds[0]!)!
  const whom = customerIds.length === 1 ? displayNameOf(first) : `${customerIds.length} customers`
  return {
    title: shortened(flatten(`${displayName}: ${whom}`), 160),
    markdown: [
      ...parts,
      `_Written by ${escapeMarkdown(model)}. Each quote stands word for word in what is cited.${left}_`,
    ].join('\n\n'),
    customerIds,
  }
}

function lineOf({ text, quote, cited }: VerifiedClaim): string {
  return `- ${escapeMarkdown(text)} (${escapeMarkdown(cited)}: “${escapeMarkdown(shortened(quote, 300))}”)`
}
