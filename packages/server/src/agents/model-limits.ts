import type { TokenPrices } from './spending.ts'

/** Where a run of a language model ends, whatever it says. */
export interface ModelLimits {
  /** Answers of the model, the last one included. */
  steps: number
  /** Calls of tools. */
  calls: number
  /** Of the whole run, in milliseconds. */
  ms: number
  /** Of one answer, in milliseconds. */
  answerMs: number
  /** In and out together, as the endpoint counts them; where it doesn't, four characters are one. */
  tokens: number
  /** What it may cost, and by which prices; null: its tokens alone bound it. */
  cost: { most: number; prices: TokenPrices } | null
  /** The same call of a tool so often ends it. */
  repeats: number
  /** Tries of an endpoint that fails, with a pause between. */
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
