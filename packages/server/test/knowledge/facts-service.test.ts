import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fact, ListFactsOutput, QueryOutput } from '@customer-intel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustomerIntelServer, createServer } from '../../src/app/app.ts'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { type FakeChatEndpoint, openChatEndpoint, say } from '../support/chat-endpoint.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'
import { openTestStore } from '../support/test-store.ts'
import { patientReadModels } from '../support/patient-read-models.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 5)
let now = start + 60 * dayMs

let directory: string
let server: CustomerIntelServer
let endpoint: FakeChatEndpoint
const { document, apiKey, publicKey } = defineOrganization({ name: 'Us' })
const quote = 'we are looking at two other tools'

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-facts-'))
  endpoint = await openChatEndpoint((_, response) =>
    say(
      response,
      JSON.stringify({
        facts: [
          { assertion: 'They compare us with others', quote, factType: 'COMPETITIVE', confidence: 0.8 },
        ],
      }),
    ),
  )
  server = createServer({
    store: await openTestStore(directory),
    openReadModels: patientReadModels(),
    clock: () => now,
    ai: { baseUrl: endpoint.baseUrl, apiKey: null, model: 'm-1' },
  })
  await server.workspaces.createOrganization(document.organization, document)
})
afterAll(async () => {
  await server.close()
  await endpoint.close()
  await rm(directory, { recursive: true, force: true })
})

async function call<Output>(tool: string, input: object): Promise<Output> {
  const response = await server.fetch(
    new Request('http://localhost/api/tools/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ tool, input }),
    }),
  )
  expect(response.status).toBe(200)
  return (await response.json()) as Output
}

async function bring(records: object[]): Promise<void> {
  const response = await server.fetch(
    new Request('http://localhost/api/records', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ records }),
    }),
  )
  expect(response.status).toBe(200)
}

const list = (input: object = {}) =>
  call<ListFactsOutput>('svc_list_facts', { customer: 'acme.com', ...input })

describe('facts over the API', () => {
  test('tell what behaviour shows, as of now, without a moment’s wait', async () => {
    const workspace = await server.workspaces.openWorkspace(document.organization.id)
    for (let day = 0; day < 40; day++)
      await workspace!.log.append(
        encodeRecord(
          eventsRecord({
            source: 'server',
            userIdentity: { email: 'jane@acme.com' },
            events: [storedEvent({ type: 'custom', eventName: 'exported', timestamp: start + day * dayMs })],
          }),
        ),
      )
    const { facts, pagination } = await list()
    expect(facts).toMatchObject([{ factType: 'QUIET_ACCOUNT', status: 'ACTIVE', severity: 'MEDIUM' }])
    expect(pagination.total).toBe(1)
    now += 30 * dayMs
    const later = await call<Fact>('svc_get_fact', { factId: facts[0]!.id })
    expect(later).toMatchObject({ severity: 'HIGH', metricValue: facts[0]!.metricValue! + 30 })
  })

  test('are resolved by the next sign of life', async () => {
    const response = await server.fetch(
      new Request(`http://localhost/api/i/v1/${publicKey}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          visitorId: '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10',
          userIdentity: { email: 'jane@acme.com' },
          events: [{ type: 'pageview', url: 'https://us.test/', path: '/' }],
        }),
      }),
    )
    expect(response.status).toBe(200)
    expect((await list({ status: ['ACTIVE'] })).facts).toEqual([])
    expect((await list({ status: ['RESOLVED'] })).facts).toMatchObject([{ factType: 'QUIET_ACCOUNT' }])
  })

  test('tell what a source says, soon after it was brought', async () => {
    await bring([
      {
        kind: 'source',
        sourceType: 'EMAIL',
        sourceId: 'm-1',
        occurredAt: '2026-03-01T10:00:00Z',
        customer: { domain: 'acme.com' },
        text: `Hello, honestly ${quote} at the moment.`,
      },
      {
        kind: 'fact',
        factId: 'f-budget',
        assertion: 'The budget is frozen',
        customer: { domain: 'acme.com' },
        factType: 'BUDGET',
        evidence: [{ sourceType: 'EMAIL', sourceId: 'm-1', quote: 'Hello' }],
      },
    ])
    expect((await list({ factTypes: ['BUDGET'] })).facts).toMatchObject([
      { id: 'f-budget', factCategory: 'MEMORY', sourceOccurredAt: '2026-03-01T10:00:00.000Z' },
    ])
    await expect
      .poll(async () => (await list({ factTypes: ['COMPETITIVE'] })).facts, { interval: 100 })
      .toMatchObject([{ assertion: 'They compare us with others', sourceType: 'EMAIL', sourceQuote: quote }])
  })
  test('about a person name them, show who was seen when, and end when the customer has churned', async () => {
    const workspace = await server.workspaces.openWorkspace(document.organization.id)
    const active = (email: string, days: number[]) =>
      workspace!.log.append(
        encodeRecord(
          eventsRecord({
            source: 'server',
            userIdentity: { email },
            events: days.map((day) =>
              storedEvent({ type: 'custom', eventName: 'exported', timestamp: start + day * dayMs }),
            ),
          }),
        ),
      )
    const daily = Array.from({ length: 30 }, (_, day) => day)
    await active('ann@globex.com', daily)
    await active(
      'bob@globex.com',
      daily.map((day) => day * 3),
    )
    const { facts } = await list({ customer: 'globex.com', factTypes: ['CHAMPION_RISK'] })
    const ann = { id: expect.stringMatching(/./) as string, email: 'ann@globex.com', name: null }
    expect(facts).toMatchObject([{ status: 'ACTIVE', person: ann, evidenceCount: 2 }])
    expect(facts[0]!.assertion).toContain('ann@globex.com')
    const champion = await call<Fact>('svc_get_fact', { factId: facts[0]!.id, include: ['evidence'] })
    expect(champion.evidence).toMatchObject([
      {
        sourceType: null,
        metadata: { userId: champion.person!.id, email: 'ann@globex.com', activeDays: 30, ofDays: 90 },
      },
      { sourceType: null, metadata: { email: 'bob@globex.com', activeDays: 4, ofDays: 14 } },
    ])
    const { data } = await call<QueryOutput>('svc_query', {
      sql: `select u.email, f.user_email, f.evidence_count
        from facts f join users u on u.user_id = f.user_id where f.fact_type = 'CHAMPION_RISK'`,
    })
    expect(data).toEqual([{ email: 'ann@globex.com', user_email: 'ann@globex.com', evidence_count: 2 }])

    const exported = await server.fetch(
      new Request('http://localhost/api/people/export', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ person: 'ann@globex.com' }),
      }),
    )
    expect(await exported.text()).toContain(champion.id)

    await bring([
      {
        kind: 'fact',
        factId: 'f-ann',
        assertion: 'Ann decides',
        customer: { email: 'ann@globex.com' },
        evidence: [{ sourceType: 'EMAIL', sourceId: 'm-1', quote: 'Hello' }],
      },
      {
        kind: 'revenue',
        customer: { domain: 'globex.com' },
        date: new Date(now).toISOString().slice(0, 10),
        mrrCents: 0,
        billingStatus: 'CHURNED',
      },
    ])
    const left = await list({ customer: 'globex.com', status: ['ACTIVE'] })
    expect(left.facts).toMatchObject([{ id: 'f-ann', person: ann }])
    expect((await call<Fact>('svc_get_fact', { factId: champion.id })).status).toBe('RESOLVED')
  })
})
