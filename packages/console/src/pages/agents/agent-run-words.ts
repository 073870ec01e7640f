import type { Tone } from '../../parts/chip.tsx'

/** How a run of an agent stands, in words and form. */
export const agentRunWords: Record<string, string> = {
  RUNNING: 'Writes',
  COMPLETED: 'Done',
  FAILED: 'Failed',
  PARTIAL: 'By rule: the model failed',
}
export const agentRunTones: Record<string, Tone> = {
  RUNNING: 'accent',
  COMPLETED: 'good',
  FAILED: 'bad',
  PARTIAL: 'warn',
}
