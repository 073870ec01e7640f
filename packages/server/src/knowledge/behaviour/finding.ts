import type { Day } from './series.ts'

/** Kinds of behaviour that the rules tell. */
export type RuleName =
  | 'activity_drop'
  | 'quiet_account'
  | 'champion_quiet'
  | 'core_action_decay'
  | 'new_people_surge'
  | 'first_payment'
  | 'churn_risk'

/**
 * What a rule found: something that began to hold on a day, and holds until another. Everything in it is decided by
 * the customer's history, so that it comes out the same whenever and however often it is computed.
 */
export interface Finding {
  rule: RuleName
  /** What it is about besides the customer: a person's id, an action's name. Empty for the whole account. */
  about: string
  /** The day on which it began to hold. */
  opened: Day
  /** The day on which it held no longer; null while it holds. */
  closed: Day | null
  severity: 'LOW' | 'MEDIUM' | 'HIGH'
  /** 0 to 1. */
  confidence: number
  assertion: string
  reasoning: string
  /** The days that were measured, both inclusive. */
  period: { from: Day; to: Day }
  /** The first day of the change. */
  changed: Day
  metric: { name: string; value: number; previous: number; unit: string }
}

/** Keeps numbers readable: one digit after the point. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** The last day on which a finding held, as far as `today` knows. */
export function lastHeld({ opened, closed }: Pick<Finding, 'opened' | 'closed'>, today: Day): Day {
  return closed === null ? today : Math.max(opened, closed - 1)
}
