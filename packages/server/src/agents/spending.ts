import type { ReadModels } from '../read-models/read-models.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { modelLimits } from './model-limits.ts'

/** What agents may spend on a language model. */
export interface AgentSpending {
  /** Tokens, in and out together, of one organization's agents on one day (UTC); 0: any number. */
  dailyTokens: number
  /** What a million tokens cost; null: nobody knows, and cost bounds nothing. */
  prices: TokenPrices | null
  /** What one run may cost, in the currency of the prices; null: its tokens alone bound it. */
  runCost: number | null
}

/** Of a million tokens, in any one currency. */
export interface TokenPrices {
  input: number
  output: number
}

export const defaultSpending: AgentSpending = { dailyTokens: 5_000_000, prices: null, runCost: null }

const day = 24 * 3_600_000
/** What runs that are under way may spend yet. */
const promised = new WeakMap<Workspace, number>()

/** Of what an organization may spend today, as much as a run may use; given back by `release` once the run has ended. */
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

/** What tokens cost, in the currency of the prices. */
export function costOf(
  { promptTokens, completionTokens }: { promptTokens: number; completionTokens: number },
  { input, output }: TokenPrices,
): number {
  return (promptTokens * input + completionTokens * output) / 1e6
}
