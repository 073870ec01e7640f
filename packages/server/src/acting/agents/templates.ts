import type { AgentAction, AgentTemplate } from '@customer-intel/contract'

/** Templates for new agents. */
export const agentTemplates: AgentTemplate[] = [
  {
    key: 'churn',
    version: '2026-06-01',
    name: 'Churn risk',
    description:
      'Looks at customers that show signs of leaving: less activity, quiet people, bills past due, and says what stands behind it.',
    creates: ['agent'],
    defaultMode: 'draft',
    supportedModes: ['draft'],
  },
]

/** The language model's instructions in the template `churn`. */
export const churnInstructions =
  'Say which of these customers may leave, the most valuable and most endangered first: what changed, since when, and what they said themselves. Leave out those without a sign of it.'

/** Types of facts that select a customer in the template `churn`. */
export const churnFactTypes = ['CHURN_RISK', 'CHAMPION_RISK', 'QUIET_ACCOUNT', 'CORE_ACTION_DECAY'] as const

/** What agents may be allowed to do. Agents only read: their output is delivered by the automation that ran them. */
export const agentActions: AgentAction[] = [
  {
    key: 'send_chat_notification',
    version: 1,
    label: 'Have its digest sent to the destinations of the automation that runs it',
    category: 'notification',
    subjectTypes: ['CUSTOMER'],
  },
]
