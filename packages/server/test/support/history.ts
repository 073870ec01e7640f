import { createServer, type CustomerIntelServer } from '../../src/app/app.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import type { Store } from '../../src/kernel/store/ports.ts'

/** Answers that tell whether two servers have the same history. */
export type Answers = Record<string, unknown>

const ofEachAnswer = new Set(['executionTimeMs', 'correlationId'])
const silent = { warn: () => undefined, error: () => undefined }

/** Serves from a store while `work` goes on. */
export async function serving<Result>(
  store: Store,
  work: (server: CustomerIntelServer) => Promise<Result>,
): Promise<Result> {
  const server = createServer({ store, logger: silent })
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

/** An organization with people, events, records, feedback, settings and an idempotency record, made over HTTP. */
export async function makeHistory(server: CustomerIntelServer): Promise<NewOrganization> {
  const organization = defineOrganization({ name: 'Acme' })
  const { document } = organization
  await server.workspaces.createOrganization(document.organization, document)
  for (let person = 0; person < 20; person++) await sendEvents(server, organization, person)
  const records = [
    { kind: 'customer', domain: 'shop0.example', name: 'Shop 0' },
    { kind: 'revenue', customer: { domain: 'shop0.example' }, date: '2026-05-01', mrrCents: 90_000 },
    {
      kind: 'source',
      sourceType: 'CALL',
      sourceId: 'c-1',
      occurredAt: '2026-05-02T10:00:00Z',
      title: 'Kick-off',
      text: 'They need single sign-on.',
      customer: { domain: 'shop0.example' },
    },
    {
      kind: 'fact',
      factId: 'f-1',
      assertion: 'Needs single sign-on',
      customer: { domain: 'shop0.example' },
      evidence: [{ sourceType: 'CALL', sourceId: 'c-1', quote: 'They need single sign-on.' }],
    },
  ]
  await ask(server, organization, '/api/records', { records })
  await ask(server, organization, '/api/feedback', { body: 'Well done' }, { 'idempotency-key': 'once' })
  return organization
}

/** Four events of one person. */
export async function sendEvents(
  server: CustomerIntelServer,
  { publicKey }: Pick<NewOrganization, 'publicKey'>,
  person: number,
): Promise<void> {
  const email = `p${person}@shop${person % 5}.example`
  const event = { url: 'https://app.example/', path: '/' }
  const visitorId = `0b0c5a52-3a76-4e6b-8d0a-${String(person).padStart(12, '0')}`
  const sent = await server.fetch(
    new Request(`http://localhost/api/i/v1/${publicKey}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        source: 'server',
        visitorId,
        events: [
          { ...event, type: 'identify', email, userId: `u${person}`, traits: { name: `Person ${person}` } },
          { ...event, type: 'pageview' },
          { ...event, type: 'custom', email, eventName: 'Report exported', properties: { rows: person } },
          { ...event, type: 'custom', email, eventName: 'Invited', timestamp: Date.UTC(2026, 4, 1 + person) },
        ],
      }),
    }),
  )
  if (sent.status !== 200) throw new Error(await sent.text())
}

/** Lists, a timeline, a query, a search, and whether an answer is kept: by an API key that was made before. */
export async function answersOf(
  server: CustomerIntelServer,
  organization: Pick<NewOrganization, 'apiKey'>,
): Promise<Answers> {
  // Until the answer has everything: read models that are rebuilt may take longer than a request waits.
  const tool = async (name: string, input: object): Promise<object> => {
    const answer = (await ask(server, organization, '/api/tools/call', { tool: name, input })) as object
    return 'stale' in answer ? tool(name, input) : answer
  }
  /** Without the moment at which they are asked for. */
  const rows = async (sql: string): Promise<object> => {
    const { asOf: _, ...answer } = (await tool('svc_query', { sql })) as { asOf: string }
    return answer
  }
  return {
    customers: await tool('svc_list_customers', {}),
    users: await tool('svc_list_users', { limit: 50 }),
    timeline: await tool('svc_get_timeline', { customer: 'shop0.example', limit: 50 }),
    facts: await tool('svc_list_facts', { customer: 'shop0.example' }),
    query: await rows(
      'select event_name, count(*) as n, min(occurred_at) as first from activity group by all order by all',
    ),
    settings: await ask(server, organization, '/api/settings', null),
    feedback: await ask(
      server,
      organization,
      '/api/feedback',
      { body: 'Well done' },
      { 'idempotency-key': 'once' },
    ),
  }
}

async function ask(
  server: CustomerIntelServer,
  { apiKey }: Pick<NewOrganization, 'apiKey'>,
  path: string,
  body: object | null,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await server.fetch(
    new Request(`http://localhost${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} ${JSON.stringify(body)} answered ${response.status}: ${text}`)
  // What each answer has of its own.
  return JSON.parse(text, (key, value) => (ofEachAnswer.has(key) ? undefined : value)) as unknown
}
