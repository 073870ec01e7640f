// Merge suggestions over the Platform API, with real read models.
import type { MergeSuggestion } from '@customer-intel/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test_: TestServer
beforeEach(async () => {
  test_ = await openTestServer({ store: memoryStore() })
})
afterEach(() => test_.close())

const ask = (method: string, path: string, body?: unknown, key = test_.apiKey) =>
  test_.ask(method, path, body, { authorization: `Bearer ${key}` })

const path = '/api/identity/merge-suggestions'

async function bring(...records: object[]): Promise<void> {
  const { status, body } = await ask('POST', '/api/records', { records })
  expect({ status, failed: body.failed ?? [] }).toMatchObject({ status: 200 })
}

async function list(query = ''): Promise<MergeSuggestion[]> {
  const { status, body } = await ask('GET', `${path}${query}`)
  expect(status).toBe(200)
  return body.result.data.suggestions as MergeSuggestion[]
}

const get = async (id: string) =>
  (await ask('GET', `${path}/${id}`)).body.result.data.suggestion as MergeSuggestion

async function customers(): Promise<{ id: string; name: string }[]> {
  const { body } = await ask('POST', '/api/tools/call', { tool: 'svc_list_customers', input: {} })
  return body.items as { id: string; name: string }[]
}

/** An account that the product tracks, and the same company as a CRM calls it. */
const acme = [
  { kind: 'customer', customerId: 'acct_1', name: 'Acme, Inc.' },
  { kind: 'user', email: 'jane@acme.com', userId: 'u-1', customer: { customerId: 'acct_1' } },
  { kind: 'customer', customerId: 'crm_9', name: 'ACME', domain: 'acme.com' },
  { kind: 'user', email: 'joe@acme.com', userId: 'u-2', customer: { customerId: 'crm_9' } },
]

test('accounts that share a domain and a name are suggested, with evidence and what a merge moves', async () => {
  await bring(...acme, { kind: 'customer', customerId: 'acct_2', name: 'Other', domain: 'other.com' })
  const [suggestion, ...others] = await list()
  expect(others).toEqual([])
  expect(suggestion).toMatchObject({
    status: 'suggested',
    proposalStatus: 'PROPOSED',
    confidence: 'HIGH',
    survivor: { type: 'COMPANY', contactCount: 1 },
    duplicate: { type: 'COMPANY', contactCount: 1 },
    impact: { users: 1 },
    latestJob: null,
    canMerge: true,
    canReject: true,
  })
  expect(suggestion!.explanation).toEqual([
    'Both have the company domain acme.com.',
    expect.stringContaining('Their names say the same'),
    expect.stringContaining('acct_1'),
  ])
  expect(await get(suggestion!.id)).toEqual(suggestion)
})

test('accepted, the two become one in the background, and both ids lead to it', async () => {
  await bring(...acme)
  const [{ id, duplicate, survivor }] = (await list()) as [MergeSuggestion]
  const queued = await ask('POST', `${path}/${id}/queue`, { reviewNotes: 'Same people' })
  expect(queued).toMatchObject({
    status: 200,
    body: {
      result: {
        data: { proposalId: id, status: 'STAGED', jobStatus: 'QUEUED' },
        auditId: expect.any(String),
      },
    },
  })
  await vi.waitFor(async () =>
    expect(await get(id)).toMatchObject({
      status: 'merged',
      proposalStatus: 'APPLIED',
      reviewNotes: 'Same people',
      appliedByName: expect.any(String),
      duplicate: { id: duplicate.id, status: 'MERGED' },
      latestJob: { id: queued.body.result.data.jobId, status: 'COMPLETED' },
      canMerge: false,
    }),
  )
  expect(await customers()).toEqual([expect.objectContaining({ id: survivor.id })])
  for (const customer of [duplicate.id, survivor.id, 'crm_9', 'acct_1']) {
    const answer = await ask('POST', '/api/tools/call', {
      tool: 'svc_get_customer',
      input: { customer },
    })
    expect({ customer, status: answer.status, id: answer.body.customer?.id }).toEqual({
      customer,
      status: 200,
      id: survivor.id,
    })
  }
  expect(await list('?status=merged')).toHaveLength(1)
  expect(await list('?status=suggested')).toEqual([])
  expect((await ask('POST', `${path}/${id}/queue`)).status).toBe(409)
  expect((await ask('POST', `${path}/${id}/reject`)).status).toBe(409)
  // A rebuild repeats the decision.
  await test_.workspace.readModels.rebuild()
  expect(await customers()).toEqual([expect.objectContaining({ id: survivor.id })])
})

test('rejected, it is remembered and not suggested again', async () => {
  await bring(...acme)
  const [{ id }] = (await list()) as [MergeSuggestion]
  expect(await ask('POST', `${path}/${id}/reject`)).toMatchObject({
    status: 200,
    body: { result: { data: { proposalId: id, status: 'REJECTED', jobId: expect.any(String) } } },
  })
  expect((await ask('POST', `${path}/${id}/reject`)).status).toBe(409)
  expect((await ask('POST', `${path}/${id}/queue`)).status).toBe(409)
  expect(await list('?status=suggested')).toEqual([])
  expect(await list('?status=rejected&confidence=HIGH')).toEqual([expect.objectContaining({ id })])
  expect(await customers()).toHaveLength(2)
})

test('of two reviews at once one wins', async () => {
  await bring(...acme)
  const [{ id }] = (await list()) as [MergeSuggestion]
  const answers = await Promise.all(
    ['queue', 'reject', 'queue', 'reject'].map((what) => ask('POST', `${path}/${id}/${what}`)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
})

test('a browser that contradicts a server makes a suggestion of two people; accepted, they are one', async () => {
  await bring({ kind: 'user', email: 'jane@acme.com', userId: 'u-1', name: 'Jane' })
  await test_.ingest({
    visitorId: '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10',
    events: [
      {
        type: 'identify',
        url: 'https://a.test/',
        path: '/',
        userIdentity: undefined,
        userId: 'u-1',
        email: 'jane@new.com',
      },
    ],
  })
  const [suggestion] = (await list()) as [MergeSuggestion]
  expect(suggestion).toMatchObject({
    confidence: 'LOW',
    survivor: { type: 'INDIVIDUAL', name: 'Jane' },
    duplicate: { type: 'INDIVIDUAL', name: 'jane@new.com' },
  })
  expect(suggestion.explanation[0]).toContain('email:jane@new.com and user:u-1')
  await ask('POST', `${path}/${suggestion.id}/queue`)
  await vi.waitFor(async () => expect(await get(suggestion.id)).toMatchObject({ proposalStatus: 'APPLIED' }))
  const { body } = await ask('POST', '/api/tools/call', { tool: 'svc_list_users', input: {} })
  expect(body.items).toHaveLength(1)
})

test('a pair that nothing speaks for any more is stale, and can neither be accepted nor rejected', async () => {
  await bring(...acme)
  const [{ id }] = (await list()) as [MergeSuggestion]
  await bring(
    { kind: 'customer', customerId: 'crm_9', name: 'Zeta', domain: 'zeta.com' },
    { kind: 'user', email: 'joe@acme.com', userId: 'u-2', customer: { customerId: 'acct_1' } },
  )
  expect(await list()).toEqual([])
  expect(await get(id)).toMatchObject({ proposalStatus: 'STALE', canMerge: false, canReject: false })
  expect((await ask('POST', `${path}/${id}/queue`)).status).toBe(409)
})

test('a domain that many customers share says nothing about any two of them', async () => {
  await bring(
    ...Array.from({ length: 12 }, (_, index) => [
      { kind: 'customer', customerId: `a-${index}`, name: `Customer ${index}` },
      {
        kind: 'user',
        email: `p${index}@agency.com`,
        userId: `u-${index}`,
        customer: { customerId: `a-${index}` },
      },
    ]).flat(),
  )
  expect(await list()).toEqual([])
})

test('switched off there are none, whatever is asked', async () => {
  await bring(...acme)
  const [{ id }] = (await list()) as [MergeSuggestion]
  expect((await ask('PATCH', '/api/settings', { identityMergeSuggestions: false })).body).toMatchObject({
    result: { data: { settings: { defaultTimezone: 'UTC', identityMergeSuggestions: false } } },
  })
  for (const [method, where] of [
    ['GET', path],
    ['GET', `${path}/${id}`],
    ['POST', `${path}/${id}/queue`],
    ['POST', `${path}/${id}/reject`],
  ] as const)
    expect((await ask(method, where)).status).toBe(404)
})

test.each([
  ['nobody’s id', 'GET', `${path}/nobody`, undefined, 404],
  ['an unknown pair', 'GET', `${path}/c00000000000-c11111111111`, undefined, 404],
  ['an unknown status', 'GET', `${path}?status=open`, undefined, 400],
  ['a limit of 101', 'GET', `${path}?limit=101`, undefined, 400],
  ['an unknown key', 'POST', `${path}/c00000000000-c11111111111/queue`, { note: 1 }, 400],
  ['notes of 10,001 characters', 'POST', `${path}/x/reject`, { reviewNotes: 'x'.repeat(10_001) }, 400],
] as const)('refuses %s', async (_, method, where, body, status) => {
  const answer = await ask(method, where, body)
  expect(answer).toMatchObject({ status, body: { ok: false } })
})
