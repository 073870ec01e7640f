import type { Day, PersonSeries } from './series.ts'

/** The rules about behaviour. */
export type RuleName =
  | 'activity_drop'
  | 'quiet_account'
  | 'champion_quiet'
  | 'core_action_decay'
  | 'new_people_surge'
  | 'first_payment'
  | 'churn_risk'

/**
 * What a rule found: something that holds from one day until another. Computed from the customer's history only, so that
 * it is the same whenever and however often it is computed.
 */
export interface Finding {
  rule: RuleName
  /** A person's id or an action's name; empty for the whole account. */
  about: string
  /** The first day on which it held. */
  opened: Day
  /** The first day on which it no longer held; null while it holds. */
  closed: Day | null
  severity: 'LOW' | 'MEDIUM' | 'HIGH'
  /** 0 to 1. */
  confidence: number
  assertion: string
  reasoning: string
  /** The evaluated days, both inclusive. */
  period: { from: Day; to: Day }
  /** The first day of the change. */
  changed: Day
  metric: { name: string; value: number; previous: number; unit: string }
  /** The people in whose activity it shows, with what was seen of each; default none. */
  seen?: Observation[]
}

/** What was seen of a person: a piece of evidence. */
export interface Observation {
  userId: string
  email: string | null
  name: string | null
  /** `YYYY-MM-DD`. */
  firstActiveOn?: string
  /** `YYYY-MM-DD`. */
  lastActiveOn?: string
  /** Active on so many … */
  activeDays?: number
  /** … of so many days. */
  ofDays?: number
}

export function observed(
  { userId, email, name }: PersonSeries,
  seen: Omit<Observation, 'userId' | 'email' | 'name'>,
): Observation {
  return { userId, email, name, ...seen }
}

/** Rounds to one digit after the point, for people. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** The last day on which a finding held, as known `today`. */
export function lastHeld({ opened, closed }: Pick<Finding, 'opened' | 'closed'>, today: Day): Day {
  return closed === null ? today : Math.max(opened, closed - 1)
}
