import type { routes, StreamOperation } from '@customer-intel/contract'
import type { ClientOperation } from './operations.ts'

/** A field of the client. */
export type Resource = (typeof routes)[ClientOperation | StreamOperation]['sdk'] extends infer Method
  ? Method extends `${infer Name}.${string}`
    ? Name
    : never
  : never

/** What each resource of the client is about. */
export const resourceDocs: Record<Resource, string> = {
  activation: 'The event that marks a customer as activated.',
  agents: 'Agents: who works on what a signal or a schedule brings up.',
  automations: 'Automations: what is done when a signal occurs or a schedule comes round.',
  dashboards: 'Dashboards: saved tiles of questions.',
  destinations: 'Destinations: where results are delivered.',
  events: 'Events: to follow those that are accepted, and to bring in a history of them.',
  feedback: 'Feedback on the product itself.',
  identity: 'Whose an event is, and which customers may be one.',
  integrations: 'Integrations: the providers whose data is brought in.',
  keys: 'API keys: the one that asks, and all of the workspace.',
  people: 'One person: everything that is known of them, and their erasure.',
  publicKeys: 'Public keys, by which websites send events.',
  questions: 'Questions: saved SQL.',
  records: 'What your other systems know: sources, facts, customers, users, members, revenue.',
  session: 'The session of a person in their browser: signing in and out.',
  settings: 'Settings of the workspace.',
  signals: 'Signals: what in the stream of events deserves attention.',
  sql: 'SQL: answers of any length.',
  views: 'Views: saved lists with their filters.',
  tools: 'Tools: questions about customers, and a few actions.',
  workspaceUsers: 'Your own people, and who of them can sign in.',
}
