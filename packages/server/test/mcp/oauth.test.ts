import { createHash, randomBytes } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { type Grant, readOnlyGrants } from '@customer-intel/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServer } from '../../src/app/app.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import type { Era } from '../support/mcp-client.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

const base = 'http://localhost'
const redirectUri = 'http://127.0.0.1:7777/callback'
let test: TestServer
let now: number
beforeEach(async () => {
  now = Date.now()
  test = await openTestServer({ store: memoryStore(), clock: () => now, allowPrivateAddresses: true })
})
afterEach(async () => {
  expect(test.logged).toEqual([])
  await test.close()
})

const ask = (path: string, init?: RequestInit) => test.server.fetch(new Request(new URL(path, base), init))

async function post(path: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await ask(path, { method: 'POST', body: new URLSearchParams(fields) })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await response.text()
  return { status: response.status, ...(text === '' ? {} : (JSON.parse(text) as object)) }
}

/** Sends the form of the page that stands at this address, as a person who ticks these grants. */
async function approve(
  address: string | URL,
  {
    key = test.apiKey,
    grants = readOnlyGrants,
    headers = {},
  }: { key?: string; grants?: readonly Grant[]; headers?: Record<string, string> } = {},
): Promise<Response> {
  const fields = new URLSearchParams(new URL(address, base).searchParams)
  fields.set('key', key)
  for (const grant of grants) fields.append('grant', grant)
  return ask('/oauth/authorize', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: fields,
  })
}

/** A program that signs in by hand, for what the official client would never do. */
async function begin(changes: Record<string, string | null> = {}) {
  const registered = await ask('/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Probe', redirect_uris: [redirectUri] }),
  })
  expect(registered.status).toBe(201)
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const parameters: Record<string, string | null> = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${base}/mcp`,
    state: 'a state & more',
    ...changes,
  }
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return { clientId, verifier, address: `/oauth/authorize?${query}` }
}

/** Up to the code, and what it is exchanged with. */
async function obtainCode(): Promise<Record<string, string>> {
  const { clientId, verifier, address } = await begin()
  const response = await approve(address)
  expect(response.status).toBe(303)
  const code = new URL(response.headers.get('location')!).searchParams.get('code')!
  return {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource: `${base}/mcp`,
  }
}

async function signIn() {
  const exchange = await obtainCode()
  const tokens = await post('/oauth/token', exchange)
  expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600 })
  const renewal = (token: unknown) => ({
    grant_type: 'refresh_token',
    refresh_token: String(token),
    client_id: exchange['client_id']!,
  })
  return {
    exchange,
    renewal,
    access: String(tokens['access_token']),
    refresh: String(tokens['refresh_token']),
  }
}

/** The status that /mcp answers this token with. */
async function mcpStatus(token: string): Promise<number> {
  const response = await ask('/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  return response.status
}

class Browserless implements OAuthClientProvider {
  readonly redirectUrl = redirectUri
  readonly clientMetadata: OAuthClientMetadata = { client_name: 'Official', redirect_uris: [redirectUri] }
  readonly clientMetadataUrl?: string
  asked: URL | null = null
  stored: StoredOAuthTokens | undefined
  #client: StoredOAuthClientInformation | undefined
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
  }
  clientInformation = () => this.#client
  saveClientInformation = (client: StoredOAuthClientInformation) => void (this.#client = client)
  tokens = () => this.stored
  saveTokens = (tokens: StoredOAuthTokens) => void (this.stored = tokens)
  redirectToAuthorization = (url: URL) => void (this.asked = url)
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.#discovered = state)
  discoveryState = () => this.#discovered
  codeVerifier = () => this.#verifier
}

describe('the official client', () => {
  it.each<Era>(['modern', 'legacy'])('signs in, asks, and renews what it has: %s', async (era) => {
    const provider = new Browserless()
    const connect = async () => {
      const transport = new StreamableHTTPClientTransport(new URL('/mcp', base), {
        authProvider: provider,
        fetch: (to, init) => test.server.fetch(new Request(to, init)),
      })
      const client = new Client(
        { name: 'official', version: '1.0.0' },
        { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
      )
      return { client, transport }
    }
    const first = await connect()
    await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError)
    const page = await ask(provider.asked!.href)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:7777;")
    const html = await page.text()
    expect(html).toContain('<q>Official</q>')
    for (const grant of readOnlyGrants) expect(html).toContain(`value="${grant}" checked>`)
    expect(html).not.toContain('value="people:erase" checked>')

    const done = await approve(provider.asked!)
    expect(done.status).toBe(303)
    const location = new URL(done.headers.get('location')!)
    expect(location.searchParams.get('iss')).toBe(base)
    await first.transport.finishAuth(location.searchParams)
    const { client, transport } = await connect()
    await client.connect(transport)
    const token = provider.stored!.access_token
    expect((await client.callTool({ name: 'svc_list_customers', arguments: {} })).isError).toBeUndefined()

    now += 3_600_000
    expect((await client.callTool({ name: 'svc_list_users', arguments: {} })).isError).toBeUndefined()
    expect(provider.stored!.access_token).not.toBe(token)
    expect(test.workspace.document.apiKeys).toMatchObject([
      {},
      { name: 'Official', keyType: 'mcp', audience: 'mcp', issuedBy: test.workspace.document.apiKeys[0]!.id },
    ])
    await client.close()
  })

  it('may be described by a document at an address of its own', async () => {
    let asked = 0
    const site = createHttpServer((_request, response) => {
      asked += 1
      const id = `http://127.0.0.1:${(site.address() as AddressInfo).port}/client.json`
      response.end(JSON.stringify({ client_id: id, client_name: 'Described', redirect_uris: [redirectUri] }))
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    try {
      const { address } = await begin({ client_id: `http://${host}/client.json` })
      const page = await ask(address)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(`described at <strong>${host}</strong>`)
      expect((await approve(address)).status).toBe(303)
      const other = await begin({ client_id: `http://${host}/other.json` })
      const refused = await ask(other.address)
      expect(refused.status).toBe(400)
      expect(await refused.text()).toContain('another client_id')
      expect(asked).toBe(3)
    } finally {
      await new Promise((resolve) => site.close(resolve))
    }
  })
})

describe('the document of a program', () => {
  it('is not fetched from this network, unless that is allowed', async () => {
    let connections = 0
    const site = createHttpServer().on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const { port } = site.address() as AddressInfo
    const strict = await openTestServer({ store: memoryStore() })
    try {
      for (const id of [`http://127.0.0.1:${port}/client`, `https://127.0.0.1:${port}/client`]) {
        const { address } = await begin({ client_id: id })
        const response = await strict.server.fetch(new Request(new URL(address, base)))
        expect(response.status).toBe(400)
        expect(await response.text()).toContain('invalid_client')
      }
      expect(connections).toBe(0)
    } finally {
      await strict.close()
      await new Promise((resolve) => site.close(resolve))
    }
  })
})

describe('where a program learns how to sign in', () => {
  it('is told by the 401, and by two documents', async () => {
    const { status, headers } = await ask('/mcp', { method: 'POST', body: '{}' })
    expect(status).toBe(401)
    const place = /^Bearer resource_metadata="([^"]+)", scope="[^"]+"$/.exec(
      headers.get('www-authenticate')!,
    )![1]!
    expect(await (await ask(place)).json()).toMatchObject({
      resource: `${base}/mcp`,
      authorization_servers: [base],
      scopes_supported: readOnlyGrants,
    })
    expect((await ask('/.well-known/oauth-protected-resource')).status).toBe(200)
    expect(await (await ask('/.well-known/oauth-authorization-server')).json()).toMatchObject({
      issuer: base,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
  })
})

describe('a question that is not asked', () => {
  it.each<[string, Record<string, string | null>, string]>([
    ['of a foreign address', { redirect_uri: 'https://evil.example/callback' }, 'redirect_uri'],
    ['of another path', { redirect_uri: 'http://127.0.0.1:7777/other' }, 'redirect_uri'],
    ['without an address', { redirect_uri: null }, 'redirect_uri'],
    ['of nobody', { client_id: 'client_e30' }, 'invalid_client'],
    ['of a made-up document', { client_id: 'https://evil.example' }, 'invalid_client'],
    ['for a token at once', { response_type: 'token' }, 'response_type'],
    ['without a challenge', { code_challenge: null }, 'code_challenge'],
    ['with the verifier itself', { code_challenge_method: 'plain' }, 'S256'],
    ['without a method, which means plain', { code_challenge_method: null }, 'S256'],
    ['without a resource', { resource: null }, 'invalid_target'],
    ['for another resource', { resource: 'http://localhost/api' }, 'invalid_target'],
  ])('%s', async (_name, changes, told) => {
    const { address } = await begin(changes)
    for (const response of [await ask(address), await approve(address)]) {
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
      expect(await response.text()).toContain(told)
    }
    expect(test.workspace.document.apiKeys).toHaveLength(1)
  })

  it('by a page of another site', async () => {
    const { address } = await begin()
    expect((await approve(address, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  })

  it('by another name of this host', async () => {
    const { address } = await begin()
    const response = await ask(address, { headers: { host: 'evil.example' } })
    expect(response.status).toBe(403)
  })

  it('but not where a program has a scheme that is its domain', async () => {
    const response = await ask('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['com.example.app:/callback'] }),
    })
    expect(response.status).toBe(201)
  })

  it.each([
    [{ redirect_uris: [] }, 'invalid_client_metadata'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['ms-appinstaller:/?source=x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['app://a.b/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://good.example/#part'] }, 'invalid_redirect_uri'],
    [[], 'invalid_client_metadata'],
  ])('after a registration of %j', async (metadata, error) => {
    const response = await ask('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error })
  })
})

describe('an approval', () => {
  it('takes any port of loopback, and gives no more than the approver has', async () => {
    const { address } = await begin({ redirect_uri: 'http://127.0.0.1:4242/callback' })
    const key = generateApiKey()
    await test.workspace.updateDocument(({ apiKeys }) => {
      apiKeys.push(toApiKey(key, { name: 'Less', grants: ['analytics:read'], now }))
    })
    const done = await approve(address, { key, grants: ['analytics:read', 'people:erase'] })
    const location = new URL(done.headers.get('location')!)
    expect(location.origin).toBe('http://127.0.0.1:4242')
    expect(location.searchParams.get('state')).toBe('a state & more')
    expect(test.workspace.document.apiKeys.at(-1)).toMatchObject({ grants: ['analytics:read'] })
  })

  it('asks again after a wrong key, and never takes one that a sign-in made', async () => {
    const { address } = await begin()
    const wrong = await approve(address, { key: generateApiKey() })
    expect(wrong.status).toBe(403)
    expect(await wrong.text()).toContain('no API key in force')
    const { access } = await signIn()
    expect((await approve(address, { key: access })).status).toBe(403)
  })
})

describe('a code', () => {
  it.each<[string, Record<string, string>, string]>([
    ['with a wrong verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['by another program', { client_id: 'client_e30' }, 'invalid_grant'],
    ['for another address', { redirect_uri: 'http://127.0.0.1:7778/callback' }, 'invalid_grant'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['by a password', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['without a verifier', { code_verifier: '' }, 'invalid_request'],
  ])('gives nothing %s', async (_name, changes, error) => {
    const exchange = await obtainCode()
    expect(await post('/oauth/token', { ...exchange, ...changes })).toMatchObject({ status: 400, error })
    expect(await post('/oauth/token', exchange)).toMatchObject({ status: 200 })
  })

  it('is no refresh token: it can’t be used without the verifier', async () => {
    const { code, client_id } = await obtainCode()
    const renewal = { grant_type: 'refresh_token', refresh_token: code!, client_id: client_id! }
    expect(await post('/oauth/token', renewal)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('is good for a minute', async () => {
    const exchange = await obtainCode()
    now += 60_000
    expect(await post('/oauth/token', exchange)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('is good once: the second time ends the sign-in', async () => {
    const { exchange, access } = await signIn()
    expect(await mcpStatus(access)).toBe(200)
    expect(await post('/oauth/token', exchange)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await mcpStatus(access)).toBe(401)
  })

  it('is exchanged once of many times at once', async () => {
    const exchange = await obtainCode()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/oauth/token', exchange)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('an access token', () => {
  it('is good at /mcp alone, for an hour', async () => {
    const { access } = await signIn()
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
    const elsewhere = [
      ['/api/validate-api-key', '{}'],
      ['/api/tools/call', JSON.stringify({ tool: 'svc_list_customers', input: {} })],
      ['/api/records', '{"records":[]}'],
    ] as const
    for (const [path, body] of elsewhere)
      expect((await ask(path, { method: 'POST', headers, body })).status).toBe(401)
    expect(await mcpStatus(access)).toBe(200)
    now += 3_600_000
    expect(await mcpStatus(access)).toBe(401)
  })

  it('ends with the key that approved it', async () => {
    const { renewal, refresh } = await signIn()
    await test.workspace.updateDocument(({ apiKeys }) => void (apiKeys[0]!.active = false))
    expect(await post('/oauth/token', renewal(refresh))).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('a refresh token', () => {
  it('is good once; an old one ends the sign-in', async () => {
    const { renewal, refresh } = await signIn()
    const renewed = await post('/oauth/token', renewal(refresh))
    expect(renewed).toMatchObject({ status: 200 })
    now += 10_000
    expect(await post('/oauth/token', renewal(refresh))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    })
    expect(await mcpStatus(String(renewed['access_token']))).toBe(401)
    expect(await post('/oauth/token', renewal(renewed['refresh_token']))).toMatchObject({ status: 400 })
  })

  it('gives the same again within seconds, when the answer was lost or two asked at once', async () => {
    const { renewal, refresh } = await signIn()
    const [one, two] = await Promise.all([1, 2].map(() => post('/oauth/token', renewal(refresh))))
    expect(one).toEqual(two)
    expect(await mcpStatus(String(one!['access_token']))).toBe(200)
  })

  it('is bound to its program', async () => {
    const { renewal, refresh } = await signIn()
    const foreign = { ...renewal(refresh), client_id: 'client_e30' }
    expect(await post('/oauth/token', foreign)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await post('/oauth/token', renewal(refresh))).toMatchObject({ status: 200 })
  })

  it('ends after thirty days without use', async () => {
    const { renewal, refresh } = await signIn()
    now += 30 * 86_400_000
    expect(await post('/oauth/token', renewal(refresh))).toMatchObject({ status: 400 })
  })

  it.each(['access', 'refresh'] as const)('can be given back: %s', async (which) => {
    const session = await signIn()
    expect(await post('/oauth/revoke', { token: session[which] })).toEqual({ status: 200 })
    expect(await mcpStatus(session.access)).toBe(401)
    expect(await post('/oauth/token', session.renewal(session.refresh))).toMatchObject({ status: 400 })
    expect(await post('/oauth/revoke', { token: 'unknown' })).toEqual({ status: 200 })
  })

  it('is taken by any server of the store, and so is each step before', async () => {
    const store = memoryStore()
    const logger = { warn: () => undefined, error: () => undefined }
    const nodes = [createServer({ store, logger }), createServer({ store, logger })] as const
    await nodes[0].workspaces.createOrganization(test.document.organization, test.document)
    const own = test
    const at = (node: 0 | 1) => (test = { ...own, server: nodes[node] })
    try {
      at(0)
      const { clientId, verifier, address } = await begin()
      at(1)
      const location = new URL((await approve(address)).headers.get('location')!)
      at(0)
      const tokens = await post('/oauth/token', {
        grant_type: 'authorization_code',
        code: location.searchParams.get('code')!,
        client_id: clientId,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      at(1)
      expect(await mcpStatus(String(tokens['access_token']))).toBe(200)
      const refresh = String(tokens['refresh_token'])
      const renewed = await post('/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: refresh,
        client_id: clientId,
      })
      at(0)
      expect(await mcpStatus(String(renewed['access_token']))).toBe(200)
      expect(await mcpStatus(String(tokens['access_token']))).toBe(401)
    } finally {
      test = own
      await Promise.all(nodes.map((node) => node.close()))
    }
  })

  it('stands nowhere in the store', async () => {
    const { exchange, access, refresh } = await signIn()
    const stored = JSON.stringify(test.workspace.document)
    for (const secret of [access, ...refresh.split('.').slice(1), ...exchange['code']!.split('.').slice(1)])
      expect(stored).not.toContain(secret)
  })
})
