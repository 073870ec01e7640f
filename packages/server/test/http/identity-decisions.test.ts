// Evidence of merges, undoing them, and deciding about two keys or customers, over the Platform API.
import { randomUUID } from 'node:crypto'
import type {
  IdentityLinks,
  MergeEvidence,
  MergeSuggestion,
  MergeSuggestionList,
} from '@customer-intel/contract'
import { MergeEvidenceSchema, MergeSuggestionListSchema } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer({ store: memoryStore() })
})
afterEach(() => server.close())

const path = '/api/identity/merge-suggestions'
const bring = async (...records: object[]) =>
  expect(await server.ask('POST', '/api/records', { records })).toMatchObject({ status: 200 })
const list = async (query = ''): Promise<MergeSuggestionList> =>
  v.parse(MergeSuggestionListSchema, await server.done('GET', `${path}${query}`))
const evidence = async (id: string): Promise<MergeEvidence> => {
  const { status, body } = await server.ask('GET', `${path}/${id}/evidence`)
  expect(status).toBe(200)
  return v.parse(MergeEvidenceSchema, body)
}
const links = async (key: string): Promise<IdentityLinks> =>
  (await server.ask('GET', `/api/identity/links?key=${encodeURIComponent(key)}`)).body as IdentityLinks
interface Customer {
  id: string
  name: string
}
const customers = async (): Promise<Customer[]> =>
  (await server.ask('POST', '/api/tools/call', { tool: 'svc_list_customers', input: {} })).body.items
const users = async (): Promise<{ email: string }[]> =>
  (await server.ask('POST', '/api/tools/call', { tool: 'svc_list_users', input: {} })).body.items
const merged = (id: string) =>
  vi.waitFor(async () =>
    expect((await server.done('GET', `${path}/${id}`)).suggestion).toMatchObject({
      proposalStatus: 'APPLIED',
    }),
  )

const acme = [
  { kind: 'customer', customerId: 'acct_1', name: 'Acme, Inc.', traits: { seats: 3 } },
  { kind: 'user', email: 'jane@acme.com', userId: 'u-1', customer: { customerId: 'acct_1' } },
  { kind: 'customer', customerId: 'crm_9', name: 'ACME', domain: 'acme.com' },
  { kind: 'user', email: 'joe@acme.com', userId: 'u-2', customer: { customerId: 'crm_9' } },
]
const place = { url: 'https://a.test/', path: '/' }
const identify = (more: object, uuid = randomUUID()) => ({ type: 'identify', ...place, uuid, ...more })

test('the evidence shows both sides, and what speaks for and against with the events that state it', async () => {
  await bring(...acme)
  const uuid = randomUUID()
  await server.ingest({
    source: 'server',
    events: [identify({ userId: 'u-3', email: 'ann@acme.com', customerId: 'acct_1' }, uuid)],
  })
  const [suggestion] = (await list()).suggestions as [MergeSuggestion]
  const { survivor, duplicate, evidence: found, proposalId } = await evidence(suggestion.id)
  expect(proposalId).toBe(suggestion.id)
  const sides = [survivor, duplicate].toSorted((a, b) => (a!.externalId! < b!.externalId! ? -1 : 1))
  expect(sides).toMatchObject([
    {
      externalId: 'acct_1',
      name: 'Acme, Inc.',
      traits: { seats: 3 },
      people: [{ email: 'ann@acme.com' }, { email: 'jane@acme.com' }],
    },
    { externalId: 'crm_9', name: 'ACME', domain: 'acme.com', people: [{ email: 'joe@acme.com' }] },
  ])
  expect(sides[0]!.keys).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'customerId', value: 'acct_1' }),
      expect.objectContaining({ kind: 'email', value: 'ann@acme.com', events: 1 }),
      expect.objectContaining({ kind: 'userId', value: 'u-1' }),
    ]),
  )
  const names = [survivor!.name, duplicate!.name]
  expect(found).toEqual([
    { kind: 'shared_domain', speaks: 'for', left: 'acme.com', right: 'acme.com', eventIds: [uuid] },
    { kind: 'same_name', speaks: 'for', left: names[0], right: names[1], eventIds: [] },
    {
      kind: 'different_ids',
      speaks: 'against',
      left: survivor!.externalId,
      right: duplicate!.externalId,
      eventIds: [],
    },
  ])
})

test('a merge is undone: the two are two again, and suggested again', async () => {
  await bring(...acme)
  const [{ id }] = (await list()).suggestions as [MergeSuggestion]
  const before = await customers()
  expect((await server.ask('POST', `${path}/${id}/undo`)).status).toBe(404)
  await server.done('POST', `${path}/${id}/queue`)
  await merged(id)
  expect(await customers()).toHaveLength(1)
  expect(await evidence(id)).toMatchObject({ duplicate: null, evidence: [] })
  const undone = await server.ask('POST', `${path}/${id}/undo`, { reviewNotes: 'Two after all' })
  expect(undone).toMatchObject({
    status: 200,
    body: { result: { data: { proposalId: id, undone: 'APPLIED' }, auditId: expect.any(String) as string } },
  })
  expect((await customers()).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    before.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  expect((await list('?status=suggested')).suggestions).toMatchObject([{ id, canMerge: true }])
  expect((await server.ask('POST', `${path}/${id}/undo`)).status).toBe(404)
  // A rejection is taken back, too; and what was undone can be decided again.
  await server.done('POST', `${path}/${id}/reject`)
  expect(await server.done('POST', `${path}/${id}/undo`)).toMatchObject({ undone: 'REJECTED' })
  await server.done('POST', `${path}/${id}/queue`)
  await merged(id)
  await server.workspace.readModels.rebuild()
  expect(await customers()).toHaveLength(1)
})

test('people whom a browser joined against a server are joined, shown, and apart again', async () => {
  await bring({ kind: 'user', email: 'jane@acme.com', userId: 'u-1', name: 'Jane' })
  const uuid = randomUUID()
  await server.ingest({
    visitorId: randomUUID(),
    events: [identify({ userId: 'u-1', email: 'jane@new.com' }, uuid)],
  })
  const [{ id }] = (await list()).suggestions as [MergeSuggestion]
  expect((await evidence(id)).evidence).toMatchObject([
    {
      kind: 'stated_together',
      speaks: 'for',
      left: 'email:jane@new.com',
      right: 'user:u-1',
      eventIds: [uuid],
    },
  ])
  await server.done('POST', `${path}/${id}/queue`)
  await merged(id)
  expect(await users()).toHaveLength(1)
  expect((await links('u-1')).links).toContainEqual(
    expect.objectContaining({
      left: 'email:jane@new.com',
      right: 'user:u-1',
      status: 'applied',
      cause: uuid,
    }),
  )
  await server.done('POST', `${path}/${id}/undo`)
  expect(await users()).toHaveLength(2)
})

test('two keys are separated and joined while the server runs, and a rebuild repeats it', async () => {
  await server.ingest({
    source: 'server',
    events: [
      identify({ userId: 'u-1', email: 'jane@acme.com' }),
      identify({ userId: 'u-1' }),
      identify({ email: 'jane@acme.com' }),
    ],
  })
  const pair = { left: 'jane@acme.com', right: 'u-1' }
  const keys = { left: 'email:jane@acme.com', right: 'user:u-1' }
  const apart = await server.ask('POST', '/api/identity/separate', { ...pair, notes: 'A shared desk' })
  expect(apart).toMatchObject({
    status: 200,
    body: {
      result: { data: { kind: 'people', ...keys, isOne: false }, auditId: expect.any(String) as string },
    },
  })
  expect(await users()).toHaveLength(2)
  expect(await links('jane@acme.com')).toMatchObject({ key: keys.left, links: [{ ...keys, status: 'cut' }] })
  await server.workspace.readModels.rebuild()
  expect(await users()).toHaveLength(2)
  expect(await server.done('POST', '/api/identity/join', pair)).toMatchObject({ isOne: true })
  expect(await users()).toHaveLength(1)
  // Said again it changes nothing.
  const again = await server.ask('POST', '/api/identity/join', pair)
  expect(again.body.result).not.toHaveProperty('auditId')
})

test('two customers are made one, and two again', async () => {
  await bring(
    { kind: 'customer', customerId: 'a-1', name: 'Alder', domain: 'alder.example' },
    { kind: 'customer', customerId: 'b-1', name: 'Birch', domain: 'birch.example' },
  )
  const [one, other] = (await customers()) as [Customer, Customer]
  const pair = { left: one.id, right: other.id }
  expect((await server.ask('POST', '/api/identity/separate', pair)).status).toBe(404)
  expect(await server.done('POST', '/api/identity/join', pair)).toEqual({
    kind: 'customers',
    ...pair,
    isOne: true,
  })
  expect(await customers()).toMatchObject([{ id: other.id }])
  expect((await links(one.id)).merges).toMatchObject([{ duplicate: one.id, survivor: other.id }])
  expect(
    await server.done('POST', '/api/identity/separate', { left: other.id, right: one.id }),
  ).toMatchObject({ isOne: false })
  expect(await customers()).toHaveLength(2)
})

test('what is decided while somebody pages is neither shown twice nor skipped', async () => {
  for (let n = 0; n < 6; n++)
    await bring(
      { kind: 'customer', customerId: `a-${n}`, name: `Tree ${n}`, domain: `tree-${n}.example` },
      { kind: 'customer', customerId: `b-${n}`, name: `tree ${n}` },
    )
  const all = (await list()).suggestions.map(({ id }) => id)
  expect(all).toHaveLength(6)
  const first = await list('?limit=2')
  expect(first.pagination).toMatchObject({ hasMore: true, total: 6 })
  await server.done('POST', `${path}/${first.suggestions[1]!.id}/reject`)
  await server.done('POST', `${path}/${all[3]!}/reject`)
  const seen = first.suggestions.map(({ id }) => id)
  for (let cursor = first.pagination.nextCursor; cursor !== null;) {
    const page = await list(`?limit=2&cursor=${encodeURIComponent(cursor)}`)
    seen.push(...page.suggestions.map(({ id }) => id))
    cursor = page.pagination.nextCursor
  }
  expect([...new Set(seen)].toSorted()).toEqual(all.toSorted())
  expect(
    (await server.ask('GET', `${path}?limit=2&status=merged&cursor=${first.pagination.nextCursor}`)).status,
  ).toBe(400)
})

test.each([
  ['two keys that nothing joined', 'join', { left: 'a@x.example', right: 'b@x.example' }, 409],
  ['keys of nobody', 'separate', { left: 'a@x.example', right: 'b@x.example' }, 404],
  ['the same key twice', 'join', { left: 'a@x.example', right: 'email:a@x.example' }, 400],
  ['a device', 'separate', { left: 'visitor:1', right: 'a@x.example' }, 400],
  ['a customer and a key', 'join', { left: 'c00000000000', right: 'a@x.example' }, 400],
  ['an unknown customer', 'join', { left: 'c00000000000', right: 'c00000000001' }, 404],
  ['nothing', 'join', {}, 400],
] as const)('refuses %s', async (_, what, body, status) => {
  const answer = await server.ask('POST', `/api/identity/${what}`, body)
  expect({ status: answer.status, error: answer.body.error }).toMatchObject({ status })
})

test('links need a key, and a suggestion that nobody knows has no evidence', async () => {
  expect((await server.ask('GET', '/api/identity/links')).status).toBe(400)
  expect((await server.ask('GET', `${path}/c00000000000-c11111111111/evidence`)).status).toBe(404)
  expect(await links('nobody@x.example')).toEqual({
    key: 'email:nobody@x.example',
    links: [],
    crowdedKeys: [],
    merges: [],
  })
})
