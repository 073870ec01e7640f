// What the document says of itself, of its tags, headers and statuses.

/** Headers of answers. */
export const headers = {
  'Idempotency-Replayed': {
    description:
      'true: the answer to an earlier request with the same Idempotency-Key, which was not executed again',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-RateLimit-Limit': { description: 'Requests a second', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in this second', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the limit starts anew, Unix seconds',
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
}

export const info = {
  title: 'Public API',
  version: '1.0.0',
  description:
    'Customer Intel: the Platform API and the Ingest API. Times are ISO 8601 in UTC, money is in cents, cursors are opaque. Errors carry codes: docs/errors.md lists them with their remedies.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  contact: { name: 'Customer Intel' },
}

/** What the routes of a tag are for. */
export const tagTexts: Record<string, string> = {
  activation: 'The event that marks a customer as activated',
  agents: 'Agents that do work when they are asked or triggered',
  cliAuth: 'Authorization of the command line in a browser',
  automations: 'What is done when signals occur or a schedule is due',
  destinations: 'Where automations deliver to',
  documents: 'Documents about this server',
  events: 'What happens, as it happens',
  feedback: 'What you think of the product',
  identity: 'Whether two people are one',
  ingest: 'Events, as they happen',
  integrations: 'Services that bring data',
  keys: 'API keys',
  people: 'What is known of one person: export and erasure',
  publicKeys: 'Public keys, by which websites send events',
  records: 'What other systems know',
  session: 'Signing in and out, for people',
  settings: 'Settings of the workspace',
  signals: 'What to look out for',
  tools: 'Questions about customers, for people and assistants',
  webhooks: 'What services send by themselves',
  workspaceUsers: 'Your own people, and who may sign in',
}

/** What a status says where the operation says nothing of its own. */
export const statusTexts: Record<number, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Begun; it goes on in the background',
  207: 'Some events failed; the others are stored',
  400: 'The request breaks the contract',
  401: 'The API key is missing, unknown or disabled, or the session is over',
  402: 'The plan’s API calls are used up',
  403: 'Not allowed',
  404: 'There is no such thing',
  409: 'The state doesn’t allow it',
  413: 'The body is too large',
  415: 'The body has another type than JSON',
  422: 'The request was understood and could not be carried out',
  429: 'Too many requests',
  431: 'The headers are too large',
  500: 'The server failed',
  502: 'A tool broke its contract',
  503: 'Not available for now',
}
