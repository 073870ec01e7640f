import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  isPlatformOperation,
  routes,
  operationNames,
  toolNames,
  type ToolName,
} from '@customer-intel/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { exampleInput } from '../support/example-input.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'
import { openTestStore } from '../support/test-store.ts'

/** What nobody of the other organization may ever see. */
const secret = 'zanzibar'
const email = `jane@${secret}.example`
const eventId = randomUUID()

let directory: string
let acme: TestServer
let other: NewOrganization
/** Ids that Acme's own answers name. */
let ids: Record<'customer' | 'user' | 'member' | 'fact' | 'event' | 'erasure', string>
let cursors: Map<ToolName, string>

async function call(
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const response = await acme.server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, text: await response.text() }
}

type Answer = Record<string, unknown> & { items: Record<string, string>[] }

async function tool(key: string, name: ToolName, input: object) {
  return call(key, 'POST', '/api/tools/call', { tool: name, input })
}

async function ask(name: ToolName, input: object = {}): Promise<Answer> {
  const { status, text } = await tool(acme.apiKey, name, input)
  expect({ name, status, text: status === 200 ? '' : text }).toEqual({ name, status: 200, text: '' })
  return JSON.parse(text) as Answer
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-others-'))
  acme = await openTestServer({ store: await openTestStore(directory) })
  other = defineOrganization({ name: 'Other' })
  await acme.server.workspaces.createOrganization(other.document.organization, other.document)
  const place = { url: `https://${secret}.example/`, path: `/${secret}` }
  for (let person = 0; person < 3; person++)
    await acme.ingest({
      source: 'server',
      userIdentity: { email: person === 0 ? email : `p${person}@${secret}.example`, userId: `u-${person}` },
      customerIdentity: { customerId: `acct-${secret}`, customerTraits: { name: `Company ${secret}` } },
      events: [
        { type: 'identify', ...place, traits: { name: secret } },
        { type: 'custom', ...place, eventName: secret, uuid: person === 0 ? eventId : randomUUID() },
      ],
    })
  const customer = { customerId: `acct-${secret}` }
  const at = new Date().toISOString()
  const records = [0, 1, 2].flatMap((index) => [
    {
      kind: 'source',
      sourceType: 'CALL',
      sourceId: `call-${index}`,
      occurredAt: at,
      title: secret,
      text: secret,
      customer,
    },
    {
      kind: 'fact',
      factId: `fact-${index}`,
      assertion: secret,
      customer,
      factType: 'CHURN_RISK',
      evidence: [{ sourceType: 'CALL', sourceId: 'call-0', quote: secret }],
    },
    { kind: 'member', email: `m${index}@${secret}.example`, name: secret },
  ])
  const brought = await call(acme.apiKey, 'POST', '/api/records', { records })
  expect(brought).toMatchObject({ status: 200 })
  const [customers, users, members] = [
    await ask('svc_list_customers'),
    await ask('svc_list_users'),
    await ask('svc_list_workspace_users'),
  ]
  cursors = new Map()
  for (const name of [
    'svc_list_users',
    'svc_list_workspace_users',
    'svc_list_sources',
    'svc_list_facts',
  ] as const) {
    const { pagination } = (await ask(name, { limit: 1 })) as { pagination?: { nextCursor: string | null } }
    cursors.set(name, pagination!.nextCursor!)
  }
  const exported = await call(acme.apiKey, 'POST', '/api/people/export', { person: `p2@${secret}.example` })
  expect(exported.text).toContain(secret)
  const erased = await call(acme.apiKey, 'POST', '/api/people/erase', { person: `p2@${secret}.example` })
  expect(erased.status).toBeLessThan(300)
  ids = {
    customer: customers.items[0]!['id']!,
    user: users.items.find((user) => user['email'] === email)!['id']!,
    member: members.items[0]!['id']!,
    fact: 'fact-0',
    event: eventId,
    erasure: (JSON.parse(erased.text) as { id: string }).id,
  }
})
afterAll(async () => {
  await acme.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Whatever of Acme's can be named in an input of each tool: by hand, where that is more than its example names. */
function inputs(): Record<ToolName, object[]> {
  const references = [ids.customer, `acct-${secret}`, `Company ${secret}`, email]
  const byCustomer = references.map((customer) => ({ customer }))
  const people = [ids.user, email].map((user) => ({ user }))
  const cursor = (name: ToolName) => ({ cursor: cursors.get(name), limit: 1 })
  const named: Partial<Record<ToolName, object[]>> = {
    svc_list_customers: [{}, { search: secret }, { ownerId: ids.member }, { factTypes: ['CHURN_RISK'] }],
    svc_get_customer: byCustomer.map((input) => ({
      ...input,
      include: ['users', 'revenue', 'recentTimeline', 'behaviorMetrics', 'enrichment'],
    })),
    svc_list_users: [
      {},
      ...references.map((customerId) => ({ customerId })),
      { search: secret },
      cursor('svc_list_users'),
    ],
    svc_get_user: people,
    svc_get_timeline: [...byCustomer, ...people],
    svc_list_workspace_users: [{}, { search: secret }, cursor('svc_list_workspace_users')],
    svc_list_sources: [{}, ...byCustomer, { participant: email }, cursor('svc_list_sources')],
    svc_list_facts: [{}, ...byCustomer, cursor('svc_list_facts')],
    svc_send_notification: [{ title: 'To theirs', destinationIds: [ids.event] }],
    svc_search_customer_context: [
      { customer: null, query: secret },
      ...byCustomer.map((input) => ({ ...input, query: secret })),
    ],
    svc_query: ['activity', 'customers', 'users', 'revenue', 'facts', 'sources', 'opportunities'].map(
      (view) => ({
        sql: `select * from ${view}`,
      }),
    ),
  }
  const existing = {
    customer: ids.customer,
    user: ids.user,
    factId: ids.fact,
    sourceId: 'call-0',
    id: ids.event,
  }
  return mapTools((name) => named[name] ?? [exampleInput(name, existing)])
}

function mapTools<Result>(map: (name: ToolName) => Result): Record<ToolName, Result> {
  return Object.fromEntries(toolNames.map((name) => [name, map(name)])) as Record<ToolName, Result>
}

test('no tool answers another organization’s key with anything of ours, whatever it names', async () => {
  const all = inputs()
  for (const name of toolNames) {
    for (const input of all[name]) {
      const said = `${name} ${JSON.stringify(input)}`
      const { status, text } = await tool(other.apiKey, name, input)
      expect([200, 400, 404], `${said}: ${text}`).toContain(status)
      // A refusal and notes may quote what was asked for.
      const { notes, ...answer } = JSON.parse(text) as Record<string, unknown>
      if (status === 200) expect(JSON.stringify(answer), said).not.toContain(secret)
      for (const id of [ids.customer, ids.user, ids.member])
        if (!JSON.stringify(input).includes(id)) expect(text, said).not.toContain(id)
    }
  }
})

test('what is named by an id is found with our key, and by nobody else', async () => {
  const all = inputs()
  for (const name of [
    'svc_get_customer',
    'svc_get_user',
    'svc_get_timeline',
    'svc_get_source',
    'svc_get_fact',
  ] as const)
    for (const input of all[name]) {
      expect([name, input, (await tool(acme.apiKey, name, input)).status]).toEqual([name, input, 200])
      expect([name, input, (await tool(other.apiKey, name, input)).status]).toEqual([name, input, 404])
    }
})

test('no route answers another organization’s key with anything of ours', async () => {
  const parameters: Record<string, string> = {
    uuid: ids.event,
    id: ids.erasure,
    publicKey: acme.publicKey,
    agentId: ids.erasure,
    runId: ids.erasure,
  }
  const bodies: Record<string, object> = {
    exportPerson: { person: email },
    erasePerson: { person: email },
    previewCustomerActivation: { eventName: secret },
    importEvents: {
      batches: [
        {
          source: 'server',
          userIdentity: { email },
          events: [{ type: 'custom', eventName: 'Seen', url: 'server://u', path: '/' }],
        },
      ],
    },
    importCsv: { kind: 'revenue', csv: `ref,mrr\n${ids.customer},1\n`, map: { ref: 'customer.id' } },
    importRecords: {
      records: [{ kind: 'revenue', customer: { id: ids.customer }, date: '2026-01-01', mrrCents: 1 }],
    },
  }
  for (const operation of operationNames) {
    if (!isPlatformOperation(operation) || operation === 'callTool') continue
    const { method, path } = routes[operation]
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? ids.customer)
    const { status, text } = await call(
      other.apiKey,
      method,
      at,
      method === 'GET' ? undefined : (bodies[operation] ?? {}),
    )
    expect(status, `${operation}: ${text}`).toBeLessThan(500)
    // Previews and tables show what the request itself has.
    const answer = text
      .replace(`"eventName":"${secret}"`, '')
      .replace(`"customer":{"id":"${ids.customer}"},"mrrCents":100}`, '')
    expect(answer, operation).not.toContain(secret)
    expect(answer, operation).not.toContain(ids.customer)
    expect(text, operation).not.toContain(acme.document.organization.id)
  }
  const found = (key: string) => call(key, 'GET', `/api/debug/events/${ids.event}`)
  expect((await found(acme.apiKey)).text).toContain(ids.event)
  expect((await found(other.apiKey)).text).not.toContain('accepted')
  expect((await call(acme.apiKey, 'GET', `/api/people/erasures/${ids.erasure}`)).status).toBe(200)
  expect((await call(other.apiKey, 'GET', `/api/people/erasures/${ids.erasure}`)).status).toBe(404)
})
