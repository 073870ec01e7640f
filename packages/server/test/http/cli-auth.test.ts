import {
  type CliAuthRequest,
  CliAuthRequestSchema,
  type CliAuthStatus,
  CliAuthStatusSchema,
  type Grant,
  readOnlyGrants,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServer } from '../../src/app/app.ts'
import { generateApiKey, hashApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test: TestServer
let now: number
beforeEach(async () => {
  now = Date.now()
  test = await openTestServer({ clock: () => now })
})
afterEach(async () => {
  await test.close()
})

type Answering = Pick<TestServer['server'], 'fetch'>

async function post(path: string, body?: unknown, on: Answering = test.server): Promise<Response> {
  return on.fetch(
    new Request(`http://intel.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'svc-cli/1.2.3' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

async function start(body?: unknown, on?: Answering): Promise<CliAuthRequest> {
  const response = await post('/api/cli-auth/start', body, on)
  expect(response.status).toBe(200)
  return v.parse(CliAuthRequestSchema, await response.json())
}

async function poll({ requestId, pollToken }: CliAuthRequest, on?: Answering): Promise<CliAuthStatus> {
  const response = await post('/api/cli-auth/poll', { requestId, pollToken }, on)
  expect(response.status).toBe(200)
  return v.parse(CliAuthStatusSchema, await response.json())
}

interface Approval {
  key?: string
  grants?: readonly Grant[]
  headers?: Record<string, string>
  on?: Answering
}

async function approve(
  { requestId }: Pick<CliAuthRequest, 'requestId'>,
  { key = test.apiKey, grants = readOnlyGrants, headers, on = test.server }: Approval = {},
): Promise<{ status: number; html: string }> {
  const form = new URLSearchParams({ request: requestId, key })
  for (const grant of grants) form.append('grant', grant)
  const response = await on.fetch(
    new Request('http://intel.test/sign-in/cli', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: form,
    }),
  )
  return { status: response.status, html: await response.text() }
}

async function keyWith(grants: readonly Grant[]): Promise<string> {
  const key = generateApiKey()
  await test.workspace.updateDocument((document) => {
    document.apiKeys.push(toApiKey(key, { name: 'Test', grants, now }))
  })
  return key
}

describe('a login by the browser', () => {
  it('gives the program a key of its own, once, that may do what was chosen', async () => {
    const login = await start({ client: 'svc on ada-laptop', grants: ['people:erase', 'analytics:read'] })
    expect(login.approveUrl).toBe(`http://intel.test/sign-in/cli?request=${login.requestId}`)
    expect(await poll(login)).toEqual({
      status: 'pending',
      userCode: login.userCode,
      expiresAt: login.expiresAt,
      intervalSeconds: 5,
    })
    const page = await test.server.fetch(new Request(login.approveUrl))
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('svc on ada-laptop')
    expect(html).toContain(login.userCode)
    expect(html).toContain('value="people:erase" checked>')
    expect(html).toContain('value="people:export">')
    expect(html).not.toContain(login.pollToken)

    const done = await approve(login, { grants: ['analytics:read'] })
    expect(done).toMatchObject({ status: 200, html: expect.stringContaining('It may: analytics:read.') })
    const answer = await poll(login)
    if (answer.status !== 'approved') throw new Error(`It is ${answer.status}`)
    expect(answer.apiKey).toMatch(/^ok_[A-Za-z0-9_-]{43}$/)
    const validated = await test.server.fetch(
      new Request('http://intel.test/api/validate-api-key', {
        method: 'POST',
        headers: { authorization: `Bearer ${answer.apiKey}` },
      }),
    )
    expect(await validated.json()).toMatchObject({
      authorization: { grants: ['analytics:read'] },
      apiKey: { name: 'svc on ada-laptop', prefix: answer.keyPrefix },
    })
    // The key stands nowhere, and who gave it does.
    const [approver, issued] = test.workspace.document.apiKeys
    expect(issued).toMatchObject({ hash: hashApiKey(answer.apiKey), keyType: 'cli', issuedBy: approver?.id })
    expect(JSON.stringify(test.workspace.document)).not.toContain(answer.apiKey)
    expect(await test.workspace.audit.read()).toMatchObject([
      {
        commandId: 'cli_auth.approve',
        apiKeyId: approver?.id,
        resource: { type: 'api_key', id: issued?.id },
        after: { name: 'svc on ada-laptop', grants: ['analytics:read'] },
      },
    ])
    expect(test.logged).toEqual([])
  })

  it('tells the key once, and takes one approval', async () => {
    const login = await start()
    await approve(login)
    expect(await approve(login)).toMatchObject({ status: 409, html: expect.stringContaining('already') })
    expect((await poll(login)).status).toBe('approved')
    expect((await poll(login)).status).toBe('consumed')
    expect(test.workspace.document.apiKeys).toHaveLength(2)
  })

  it('asks for reading, by the name in User-Agent, when nothing is said', async () => {
    const { approveUrl } = await start()
    const html = await (await test.server.fetch(new Request(approveUrl))).text()
    expect(html).toContain('svc-cli/1.2.3')
    const ticked = [...html.matchAll(/value="([^"]+)" checked/g)].map((match) => match[1])
    expect(ticked).toEqual([...readOnlyGrants])
  })

  it('never gives more than the approver has', async () => {
    const login = await start({ grants: ['analytics:read', 'people:erase'] })
    const key = await keyWith(['analytics:read'])
    const { html } = await approve(login, { key, grants: ['analytics:read', 'people:erase'] })
    expect(html).toContain('Not given, since your key may not do it: people:erase.')
    expect(test.workspace.document.apiKeys.at(-1)?.grants).toEqual(['analytics:read'])
    const other = await start()
    expect(await approve(other, { key, grants: ['people:erase'] })).toMatchObject({ status: 403 })
    expect(await approve(other, { key, grants: [] })).toMatchObject({ status: 403 })
    expect(test.workspace.document.apiKeys).toHaveLength(3)
  })

  it('takes no approval by a key that a sign-in made', async () => {
    const first = await start()
    await approve(first)
    const answer = await poll(first)
    if (answer.status !== 'approved') throw new Error(`It is ${answer.status}`)
    const second = await start()
    expect(await approve(second, { key: answer.apiKey })).toMatchObject({
      status: 403,
      html: expect.stringContaining('made by a sign-in'),
    })
    expect((await poll(second)).status).toBe('pending')
  })

  it('refuses wrong keys, and after ten of them the request', async () => {
    const login = await start()
    for (let tries = 0; tries < 10; tries++)
      expect(await approve(login, { key: generateApiKey() })).toMatchObject({
        status: 403,
        html: expect.stringContaining('no API key in force'),
      })
    expect((await approve(login)).status).toBe(429)
    expect((await poll(login)).status).toBe('pending')
    expect((await approve(await start())).status).toBe(200)
  })

  it('is over after ten minutes', async () => {
    const login = await start()
    expect(Date.parse(login.expiresAt) - now).toBeGreaterThanOrEqual(600_000)
    now = Date.parse(login.expiresAt)
    expect((await approve(login)).status).toBe(410)
    expect((await test.server.fetch(new Request(login.approveUrl))).status).toBe(410)
    expect((await poll(login)).status).toBe('expired')
  })

  it('tells an approval of the last moment for a minute more', async () => {
    const login = await start()
    now = Date.parse(login.expiresAt) - 1
    await approve(login)
    now += 30_000
    expect((await poll(login)).status).toBe('approved')
    now += 60_000
    expect((await poll(login)).status).toBe('consumed')
  })

  it('knows no request that was changed, that holds too long, or whose token is another', async () => {
    const login = await start()
    const content = JSON.parse(Buffer.from(login.requestId, 'base64url').toString()) as unknown[]
    const changed = (index: number, value: unknown) =>
      Buffer.from(JSON.stringify(content.with(index, value))).toString('base64url')
    expect((await poll({ ...login, pollToken: 'another' })).status).toBe('invalid')
    for (const requestId of ['x', changed(0, 'short'), changed(3, Number(content[3]) + 3_600)]) {
      expect((await poll({ ...login, requestId })).status).toBe('invalid')
      expect((await approve({ requestId })).status).toBe(410)
    }
    // With more to grant it is another request: its code is another.
    const page = await test.server.fetch(
      new Request(`http://intel.test/sign-in/cli?request=${changed(4, ['people:erase'])}`),
    )
    expect(await page.text()).not.toContain(login.userCode)
  })

  it('asks a program that polls too often to wait', async () => {
    const login = await start()
    await poll(login)
    await poll(login)
    const { requestId, pollToken } = login
    const response = await post('/api/cli-auth/poll', { requestId, pollToken })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('5')
  })

  it('is answered by any server of the store', async () => {
    const store = memoryStore()
    const logger = { warn: () => undefined, error: () => undefined }
    const nodes = [createServer({ store, logger }), createServer({ store, logger })] as const
    const { organization } = test.document
    await nodes[0].workspaces.createOrganization(organization, test.document)
    const login = await start(undefined, nodes[0])
    expect((await approve(login, { on: nodes[1] })).status).toBe(200)
    const answers = await Promise.all(nodes.map((node) => poll(login, node)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['approved', 'consumed'])
    await Promise.all(nodes.map((node) => node.close()))
  })
})

describe('the page of a login', () => {
  it('runs no script, is in no frame and in no cache, and shows a hostile name as it is', async () => {
    const { approveUrl } = await start({ client: `<img src=x onerror=alert(1)>"'&\u202e\n` })
    const page = await test.server.fetch(new Request(approveUrl))
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    const html = await page.text()
    expect(html).not.toContain('<img')
    expect(html).not.toContain('\u202e')
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;')
  })

  it.each([
    ['another website', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour of the site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another origin', { 'sec-fetch-site': '', origin: 'https://evil.test' }, 403],
    ['nowhere', { 'sec-fetch-site': '' }, 403],
    ['itself, in a browser that says no more', { 'sec-fetch-site': '', origin: 'http://intel.test' }, 200],
  ])('takes a form from %s as it should', async (_, headers: Record<string, string>, status) => {
    const login = await start()
    const sent = new Headers(headers)
    if (sent.get('sec-fetch-site') === '') sent.delete('sec-fetch-site')
    const form = new URLSearchParams({ request: login.requestId, key: test.apiKey, grant: 'analytics:read' })
    const response = await test.server.fetch(
      new Request('http://intel.test/sign-in/cli', { method: 'POST', headers: sent, body: form }),
    )
    expect(response.status).toBe(status)
    expect(test.workspace.document.apiKeys).toHaveLength(status === 200 ? 2 : 1)
  })

  it.each([
    ['no JSON', '{', 400],
    ['a field that there isn’t', '{"clients":"x"}', 400],
    ['a grant that there isn’t', '{"grants":["root"]}', 400],
    ['no grant', '{"grants":[]}', 400],
    ['a name beyond all bounds', JSON.stringify({ client: 'x'.repeat(101) }), 400],
  ])('begins with %s as a %i', async (_, body, status) => {
    const response = await test.server.fetch(
      new Request('http://intel.test/api/cli-auth/start', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }),
    )
    expect(response.status).toBe(status)
  })
})
