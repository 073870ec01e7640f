import type { TokenPrices } from './spending.ts'

/** Limits of a run of a language model. */
export interface ModelLimits {
  /** Answers of the model, including the last one. */
  steps: number
  /** Tool calls. */
  calls: number
  /** Duration of the whole run. */
  ms: number
  /** Duration of one answer. */
  answerMs: number
  /** Input and output together, as counted by the endpoint; if it doesn't count, four characters are one token. */
  tokens: number
  /** Maximal cost, and the prices; null: only `tokens` limits it. */
  cost: { most: number; prices: TokenPrices } | null
  /** How often the same tool call may be repeated before the run ends. */
  repeats: number
  /** Attempts with a failing endpoint, with pauses between them. */
  tries: number
  /** The first pause, in milliseconds; each further one is three times as long. */
  pauseMs: number
}

export const modelLimits: ModelLimits = {
  steps: 12,
  calls: 30,
  ms: 120_000,
  answerMs: 60_000,
  tokens: 200_000,
  cost: null,
  repeats: 3,
  tries: 3,
  pauseMs: 1_000,
}
