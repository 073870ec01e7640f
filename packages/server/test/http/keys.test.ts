import { allGrants, readOnlyGrants } from '@customer-intel/contract'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/browser.ts'
import { asksOf, openTestServer, pageview, type TestServer } from '../support/test-server.ts'

let test: TestServer
let skipped = 0
beforeAll(async () => {
  test = await openTestServer({ store: memoryStore(), clock: () => Date.now() + skipped })
})
afterAll(() => test.close())

const create = (body: object) => test.done('POST', '/api/keys', body)
const works = async (key: string) =>
  (await asksOf(test.server, key).ask('POST', '/api/validate-api-key')).status

describe('an API key', () => {
  it('works as soon as it is told, once, and is kept as its hash alone', async () => {
    const idempotencyKey = { 'idempotency-key': 'once' }
    const body = { name: 'Dashboards', grants: ['analytics:read'] }
    const { key, secret } = await test.done('POST', '/api/keys', body, idempotencyKey)
    expect(await works(secret)).toBe(200)
    expect(key).toMatchObject({
      name: 'Dashboards',
      grants: ['analytics:read'],
      state: 'active',
      totalRequests: 0,
    })
    const kept = JSON.stringify([test.workspace.document, await test.workspace.audit.read()])
    expect(kept).not.toContain(secret)
    expect(JSON.stringify(await test.workspace.claims.list())).not.toContain(secret)
    const { keys } = await test.done('GET', '/api/keys')
    expect(keys.find(({ id }: { id: string }) => id === key.id)).toMatchObject({ totalRequests: 1 })
    expect(JSON.stringify(keys)).not.toContain(secret)
  })

  it('ends when it was said to', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const { secret, key } = await create({ name: 'Short', grants: ['analytics:read'], expiresAt })
    expect(await works(secret)).toBe(200)
    skipped = 61_000
    expect(await works(secret)).toBe(401)
    const { keys } = await test.done('GET', '/api/keys')
    expect(keys.find(({ id }: { id: string }) => id === key.id)).toMatchObject({
      state: 'expired',
      expiresAt,
    })
    skipped = 0
    const past = { name: 'Past', grants: ['analytics:read'], expiresAt: '2020-01-01T00:00:00Z' }
    expect(await test.ask('POST', '/api/keys', past)).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: ['expiresAt'] }] } } },
    })
  })

  it('is replaced at once, or works on for a while', async () => {
    const first = await create({ name: 'Backend', grants: ['analytics:read'] })
    const second = await test.done('POST', `/api/keys/${first.key.id}/rotate`, {})
    expect([await works(first.secret), await works(second.secret)]).toEqual([401, 200])
    expect(second.key).toMatchObject({ name: 'Backend', grants: ['analytics:read'] })
    expect((await test.ask('POST', `/api/keys/${first.key.id}/rotate`, {})).status).toBe(409)
    const third = await test.done('POST', `/api/keys/${second.key.id}/rotate`, { graceSeconds: 60 })
    expect([await works(second.secret), await works(third.secret)]).toEqual([200, 200])
    skipped = 61_000
    expect([await works(second.secret), await works(third.secret)]).toEqual([401, 200])
    skipped = 0
  })

  it('works no more once it is revoked, however often', async () => {
    const { key, secret } = await create({ name: 'Gone', grants: ['analytics:read'] })
    for (const _ of [1, 2]) {
      const { keys } = await test.done('POST', `/api/keys/${key.id}/revoke`)
      expect(keys).toMatchObject([{ id: key.id, state: 'revoked' }])
      expect(await works(secret)).toBe(401)
    }
    const entries = await test.workspace.audit.read()
    expect(entries.filter(({ commandId }) => commandId === 'apiKey.revoke')).toHaveLength(1)
  })

  it('never has more grants than who makes or replaces it', async () => {
    const { secret } = await create({ name: 'Keys', grants: ['workspace_settings:manage', 'analytics:read'] })
    const { ask, done } = asksOf(test.server, secret)
    for (const grants of [allGrants, readOnlyGrants, ['people:erase']])
      expect((await ask('POST', '/api/keys', { name: 'More', grants })).status).toBe(403)
    const { key } = await done('POST', '/api/keys', { name: 'Less', grants: ['analytics:read'] })
    expect(key.grants).toEqual(['analytics:read'])
    const strongest = test.workspace.document.apiKeys[0]!
    expect((await ask('POST', `/api/keys/${strongest.id}/rotate`, {})).status).toBe(403)
  })

  it('is nothing for editors, and is made by an admin under their name', async () => {
    const [editor, admin] = [await signedIn(test, 'editor'), await signedIn(test, 'admin')]
    const body = { name: 'Theirs', grants: ['analytics:read'] }
    expect((await editor.ask('GET', '/api/keys')).status).toBe(403)
    expect((await editor.ask('POST', '/api/keys', body)).status).toBe(403)
    expect((await admin.ask('POST', '/api/keys', body)).status).toBe(200)
    expect((await test.workspace.audit.read()).at(-1)).toMatchObject({
      commandId: 'apiKey.create',
      apiKeyId: `user:${admin.id}`,
    })
  })
})

describe('a public key', () => {
  it('takes events from when it is made until it is revoked', async () => {
    const { publicKey } = await test.done('POST', '/api/public-keys')
    const send = async () => (await test.ingest(pageview(), { publicKey: publicKey.key })).status
    expect(await send()).toBe(200)
    expect((await test.done('GET', '/api/public-keys')).publicKeys).toContainEqual(publicKey)
    expect(await test.done('POST', `/api/public-keys/${publicKey.key}/revoke`)).toEqual({
      publicKey: { ...publicKey, active: false },
    })
    expect(await send()).toBe(403)
    expect((await test.ask('POST', '/api/public-keys/pk_nobodys/revoke')).status).toBe(404)
  })
})

describe('the origins that may send events', () => {
  const send = async (origin: string) => (await test.ingest(pageview(), { headers: { origin } })).status

  it('hold as soon as they are set', async () => {
    expect(await send('https://app.acme.example')).toBe(403)
    const { tracking } = await test.done('PATCH', '/api/settings/tracking', {
      allowedOrigins: ['*.acme.example', '*.acme.example', 'https://shop.example'],
    })
    expect(tracking).toMatchObject({ allowedOrigins: ['*.acme.example', 'https://shop.example'] })
    expect(await send('https://app.acme.example')).toBe(200)
    expect(await send('https://acme.example')).toBe(403)
    expect(await test.done('GET', '/api/settings/tracking')).toEqual({ tracking })
    await test.done('PATCH', '/api/settings/tracking', { allowedOrigins: [] })
    expect(await send('http://localhost:3000')).toBe(200)
  })

  it.each(['https://acme.example/path', 'acme.example/path', '*', '', 'javascript:alert(1)', 'a b'])(
    'are refused where they are none: %j',
    async (origin) => {
      const asked = await test.ask('PATCH', '/api/settings/tracking', {
        allowedOrigins: ['acme.example', origin],
      })
      expect(asked.status).toBe(400)
      expect(JSON.stringify(asked.body)).toContain('["allowedOrigins",1]')
    },
  )
})
