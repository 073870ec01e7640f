// Signing in where several servers share one PostgreSQL: each step may be answered by another one.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createServer, type CustomerIntelServer } from '../../src/app/app.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { type TestPostgres, startPostgres } from '../support/postgres.ts'

const base = 'http://localhost'
const redirectUri = 'http://127.0.0.1:7777/callback'
let database: TestPostgres
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database.dispose())

let folder: string
let acme: NewOrganization
let nodes: readonly [CustomerIntelServer, CustomerIntelServer]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'customer-intel-sign-in-nodes-'))
  const url = await database.createDatabase()
  acme = defineOrganization({ name: 'Acme' })
  const startNode = (name: string) =>
    createServer({
      store: postgresStore({ url, localDirectory: join(folder, name), connections: 4, onProblem: () => {} }),
      allowPrivateAddresses: true,
    })
  nodes = [startNode('a'), startNode('b')]
  await nodes[0].workspaces.createOrganization(acme.document.organization, acme.document)
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await rm(folder, { recursive: true, force: true })
})

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'sec-fetch-site': 'same-origin' },
  body: new URLSearchParams(fields),
})

async function ask(node: CustomerIntelServer, path: string, init: RequestInit) {
  const response = await node.fetch(new Request(new URL(path, base), init))
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: (isJson ? JSON.parse(text) : {}) as Record<string, string>,
  }
}

/** Registers at one node and approves at the other: a code, and what it is exchanged with. */
async function obtainCode() {
  const [here, there] = nodes
  const registered = await ask(
    here,
    '/oauth/register',
    json({ client_name: 'Probe', redirect_uris: [redirectUri] }),
  )
  const verifier = randomBytes(32).toString('base64url')
  const clientId = registered.body['client_id']!
  const approved = await ask(
    there,
    '/oauth/authorize',
    form({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${base}/mcp`,
      state: 's',
      key: acme.apiKey,
      grant: 'customer_intelligence:read',
    }),
  )
  expect(approved.status).toBe(303)
  return {
    grant_type: 'authorization_code',
    code: new URL(approved.location!).searchParams.get('code')!,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
}

const mcpStatus = async (node: CustomerIntelServer, token: string) =>
  (
    await ask(node, '/mcp', {
      ...json({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    })
  ).status

it('a code that one node gave is redeemed at another one, once', async () => {
  const [here, there] = nodes
  const code = await obtainCode()
  const tokens = await ask(here, '/oauth/token', form(code))
  expect(tokens).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
  const access = tokens.body['access_token']!
  await vi.waitFor(async () => expect(await mcpStatus(there, access)).toBe(200))
  // It is renewed wherever it is asked for.
  const renewed = await ask(
    there,
    '/oauth/token',
    form({
      grant_type: 'refresh_token',
      refresh_token: tokens.body['refresh_token']!,
      client_id: code.client_id,
    }),
  )
  expect(renewed.status).toBe(200)
  // Who has the code too ends the sign-in, for every node.
  expect(await ask(there, '/oauth/token', form(code))).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  })
  for (const node of nodes)
    await vi.waitFor(async () => expect(await mcpStatus(node, renewed.body['access_token']!)).toBe(401))
})

it('a code that both nodes are given at once gives tokens once', async () => {
  const code = await obtainCode()
  const answers = await Promise.all(nodes.map((node) => ask(node, '/oauth/token', form(code))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

it('a login that begins at one node and is approved at another gives its key once', async () => {
  const [here, there] = nodes
  const login = await ask(here, '/api/cli-auth/start', json({ client: 'svc on ada-laptop' }))
  const { requestId, pollToken } = login.body as { requestId: string; pollToken: string }
  const poll = (node: CustomerIntelServer) => ask(node, '/api/cli-auth/poll', json({ requestId, pollToken }))
  expect((await poll(there)).body['status']).toBe('pending')
  const approval = form({ request: requestId, key: acme.apiKey, grant: 'analytics:read' })
  const approvals = await Promise.all(nodes.map((node) => ask(node, '/sign-in/cli', approval)))
  expect(approvals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const answers = await Promise.all(nodes.map(poll))
  expect(answers.map(({ body }) => String(body['status'])).toSorted()).toEqual(['approved', 'consumed'])
  const key = answers.map(({ body }) => body['apiKey']).find((given) => given !== undefined)!
  for (const node of nodes)
    await vi.waitFor(async () =>
      expect(
        (
          await ask(node, '/api/validate-api-key', {
            method: 'POST',
            headers: { authorization: `Bearer ${key}` },
          })
        ).status,
      ).toBe(200),
    )
})
