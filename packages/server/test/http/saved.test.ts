import { randomUUID } from 'node:crypto'
import { getRoute, type Grant, type OperationName } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ store: memoryStore() })
})
afterAll(() => server.close())

async function keyWith(...grants: Grant[]): Promise<Record<string, string>> {
  const key = generateApiKey()
  await server.workspace.updateDocument(({ apiKeys }) => {
    apiKeys.push(toApiKey(key, { name: grants.join(), grants, now: Date.now() }))
  })
  return { authorization: `Bearer ${key}` }
}

describe.each([
  ['views', 'view', 'View', { list: 'customers', state: { plan: 'pro' } }],
  [
    'questions',
    'question',
    'Question',
    { sql: 'select 1', parameters: [{ name: 'plan' }], chart: { type: 'bar' } },
  ],
  ['dashboards', 'dashboard', 'Dashboard', { tiles: [{ width: 6 }], settings: { compare: true } }],
] as const)('/api/%s', (many, one, name, content) => {
  const path = `/api/${many}`
  const checked = (operation: string, body: unknown) =>
    expect(v.safeParse(getRoute(operation as OperationName).responses[200]!, body).issues).toBeUndefined()

  it('saves, changes by configHash, and archives, each in the audit', async () => {
    const created = await server.ask('POST', path, { name: ' Weekly ', ...content })
    checked(`create${name}`, created.body)
    const made = created.body.result.data[one]
    expect(made).toMatchObject({ name: 'Weekly', description: null, visibility: 'private', ...content })
    expect(created.body.result.auditId).toEqual(expect.any(String))
    const got = await server.ask('GET', `${path}/${made.id}`)
    checked(`get${name}`, got.body)
    expect(got.body[one]).toEqual(made)
    const shared = { name: 'Weekly', visibility: 'workspace', ...content }
    const stale = await server.ask('PATCH', `${path}/${made.id}`, shared, { 'if-match': '"other"' })
    expect(stale.status).toBe(409)
    const updated = await server.ask('PATCH', `${path}/${made.id}`, shared, { 'if-match': made.configHash })
    expect(updated.body.result.data[one]).toMatchObject({
      visibility: 'workspace',
      createdAt: made.createdAt,
    })
    expect(updated.body.result.data[one].configHash).not.toBe(made.configHash)
    const again = await server.ask('PATCH', `${path}/${made.id}`, shared)
    expect(again.body.result).not.toHaveProperty('auditId')
    const listed = await server.ask('GET', path)
    checked(`list${name}s`, listed.body)
    expect(listed.body[many]).toEqual([again.body.result.data[one]])
    expect(await server.done('POST', `${path}/${made.id}/archive`)).toMatchObject({ id: made.id })
    for (const [method, where, body] of [
      ['GET', ''],
      ['PATCH', '', shared],
      ['POST', '/archive'],
    ] as const)
      expect((await server.ask(method, `${path}/${made.id}${where}`, body)).status).toBe(404)
    expect((await server.ask('GET', path)).body[many]).toEqual([])
  })

  it('shows what is private to its owner alone, and lets whoever may manage share', async () => {
    const reader = await keyWith('analytics:read')
    const other = await keyWith('analytics:read')
    const mine = await server.done('POST', path, { name: 'Mine', ...content }, reader)
    const { id } = mine[one]
    const listOf = async (key: Record<string, string>) =>
      (await server.ask('GET', path, undefined, key)).body[many].map((saved: { id: string }) => saved.id)
    expect([await listOf(reader), await listOf(other), await listOf({})]).toEqual([[id], [], []])
    expect((await server.ask('GET', `${path}/${id}`, undefined, other)).status).toBe(404)
    expect((await server.ask('POST', `${path}/${id}/archive`, undefined, other)).status).toBe(404)
    const shared = { name: 'Mine', visibility: 'workspace', ...content }
    expect((await server.ask('POST', path, shared, reader)).status).toBe(403)
    expect((await server.ask('PATCH', `${path}/${id}`, shared, reader)).status).toBe(403)
    const all = (await server.done('POST', path, { ...shared, name: 'All' }))[one]
    expect(await listOf(other)).toEqual([all.id])
    expect(
      (await server.ask('PATCH', `${path}/${all.id}`, { ...shared, visibility: 'private' }, reader)).status,
    ).toBe(403)
    expect((await server.ask('POST', `${path}/${all.id}/archive`, undefined, reader)).status).toBe(403)
    const none = await keyWith('agents:read')
    expect((await server.ask('GET', path, undefined, none)).status).toBe(403)
  })

  it.each([
    ['no name', { ...content }],
    ['a blank name', { name: ' ', ...content }],
    ['an unknown visibility', { name: 'A', visibility: 'public', ...content }],
    ['an unknown field', { name: 'A', ...content, more: 1 }],
  ])('refuses %s', async (_, body) => {
    expect((await server.ask('POST', path, body)).status).toBe(400)
  })

  it('refuses what is too large, and knows nothing of other ids', async () => {
    const state = { state: { text: 'x'.repeat(100_000) }, settings: { text: 'x'.repeat(100_000) } }
    const body = { name: 'A', ...content, ...(one === 'view' ? { state: state.state } : {}) }
    const large =
      one === 'question'
        ? { ...body, chart: state.state }
        : one === 'dashboard'
          ? { ...body, settings: state.settings }
          : body
    expect((await server.ask('POST', path, large)).status).toBe(400)
    expect((await server.ask('GET', `${path}/${randomUUID()}`)).status).toBe(404)
    expect((await server.ask('GET', `${path}/nothing`)).status).toBe(404)
  })
})
