import type { OutgoingAnswer } from '../kernel/outgoing/outgoing.ts'

/** What a response means for the walk. */
export type Action = 'ok' | 'retry' | 'wait' | 'restart' | 'credentials' | 'permission' | 'broken'

/** A parsed response. */
export interface ReadAnswer extends Pick<OutgoingAnswer, 'status' | 'header'> {
  /** The body; undefined if it isn't JSON. */
  json: unknown
}

/** The first matching rule decides. */
export interface ErrorRule {
  when(answer: ReadAnswer): boolean
  action: Action
  /** What to do, for people. */
  remedy?: string | ((answer: ReadAnswer) => string)
  /** For `wait`: how long, in milliseconds, if the response states it in its own way; null: as headers state. */
  waitMs?(answer: ReadAnswer): number | null
}

/** Apply to every provider, after its own. */
const commonRules: readonly ErrorRule[] = [
  { when: ({ status, json }) => status >= 200 && status < 300 && json !== undefined, action: 'ok' },
  {
    when: ({ status }) => status === 401,
    action: 'credentials',
    remedy: 'connect again with credentials that are valid',
  },
  {
    when: ({ status }) => status === 403,
    action: 'permission',
    remedy: 'give the key the rights that it lacks',
  },
  { when: ({ status }) => status === 410, action: 'restart' },
  { when: ({ status }) => status === 429, action: 'wait' },
  { when: ({ status }) => status === 408 || status >= 500, action: 'retry' },
]

export function ruleFor(
  answer: ReadAnswer,
  rules: readonly ErrorRule[],
): Pick<ErrorRule, 'action' | 'waitMs'> & { remedy?: string | undefined } {
  const rule = [...rules, ...commonRules].find((one) => one.when(answer))
  if (rule === undefined) return { action: 'broken' }
  const { remedy } = rule
  return { ...rule, remedy: typeof remedy === 'function' ? remedy(answer) : remedy }
}
