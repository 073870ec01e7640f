import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { modelLimits } from './model-limits.ts'

/** Limits of what agents may spend on a language model. */
export interface AgentSpending {
  /** Tokens (input and output) of one organization's agents per day (UTC); 0: unlimited. */
  dailyTokens: number
  /** Prices per million tokens; null: unknown, and cost limits nothing. */
  prices: TokenPrices | null
  /** Maximal cost of one run, in the currency of the prices; null: only tokens limit it. */
  runCost: number | null
}

/** Per million tokens, in any one currency. */
export interface TokenPrices {
  input: number
  output: number
}

export const defaultSpending: AgentSpending = { dailyTokens: 5_000_000, prices: null, runCost: null }

const day = 24 * 3_600_000
/** Tokens that are reserved for running runs. */
const promised = new WeakMap<Workspace, number>()

/** Reserves as much of the organization's daily budget as a run may use; `release` returns it once the run has ended. */
export async function takeTokens(
  workspace: Workspace,
  reads: Pick<ReadModels, 'sumAgentTokens'>,
  { dailyTokens, now }: { dailyTokens: number; now: number },
): Promise<{ tokens: number; release: () => void }> {
  if (dailyTokens === 0) return { tokens: modelLimits.tokens, release: () => undefined }
  const spent = await reads.sumAgentTokens(now - (now % day))
  const others = promised.get(workspace) ?? 0
  const tokens = Math.max(0, Math.min(modelLimits.tokens, dailyTokens - spent - others))
  promised.set(workspace, others + tokens)
  return {
    tokens,
    release: () => promised.set(workspace, (promised.get(workspace) ?? 0) - tokens),
  }
}

/** The cost of tokens, in the currency of the prices. */
export function costOf(
  { promptTokens, completionTokens }: { promptTokens: number; completionTokens: number },
  { input, output }: TokenPrices,
): number {
  return (promptTokens * input + completionTokens * output) / 1e6
}
