// Reasons in records: why something was skipped, failed or ended. docs/ explains each of them.

/** First words of a run's `skipReason`. */
export const skipReasons = [
  'STALE',
  'AUDIENCE',
  'COOLDOWN',
  'REPEATED',
  'MISSED',
  'LIMITED',
  'DISABLED',
  'ARCHIVED',
  'CHANGED',
  'AGENT_DISABLED',
  'AGENT_GONE',
  'NO_CUSTOMERS',
  'GONE',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** Why a run failed. */
export const runErrorCodes = ['NO_DESTINATION', 'GIVEN_UP'] as const
export type RunErrorCode = (typeof runErrorCodes)[number]

/** Why an agent's run ended. */
export const stopReasons = [
  'by-rule',
  'answered',
  'nothing-to-add',
  'no-customers',
  'steps',
  'calls',
  'repeated-call',
  'time',
  'tokens',
  'cost',
  'daily-tokens',
  'endpoint',
  'nonsense',
  'unverified',
  'crashed',
  'agent-gone',
  'agent-disabled',
] as const
export type StopReason = (typeof stopReasons)[number]
