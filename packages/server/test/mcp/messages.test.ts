import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Listening } from '../../src/app/listen.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { sendRaw } from '../support/raw-request.ts'
import { connectMcp } from '../support/mcp-client.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test: TestServer
let listening: Listening
beforeAll(async () => {
  test = await openTestServer({
    store: memoryStore(),
    publicUrl: 'https://intel.example.com',
    // What ends before that was stopped.
    queryTimeoutMs: 3_600_000,
  })
  listening = await test.server.listen({ port: 0 })
})
afterAll(() => test.close())
afterEach(() => {
  expect(test.logged).toEqual([])
})

async function send(body: unknown, headers: Record<string, string> = {}, method = 'POST') {
  const response = await fetch(`${listening.url}/mcp`, {
    method,
    headers: {
      authorization: `Bearer ${test.apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = text.startsWith('event:') ? /^data: (.*)$/m.exec(text)![1]! : text
  return {
    status: response.status,
    headers: response.headers,
    body: (json === '' ? null : JSON.parse(json)) as { id?: unknown; error?: { code: number } } | null,
  }
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const modern = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: { ...params, _meta: meta },
})
const modernHeaders = (method: string) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method })

describe('a message that can’t be served', () => {
  const wrong: [
    name: string,
    body: unknown,
    headers: Record<string, string>,
    status: number,
    code: number,
  ][] = [
    ['nothing', '', {}, 400, -32_700],
    ['broken JSON', '{"jsonrpc":', {}, 400, -32_700],
    ['null', 'null', {}, 400, -32_600],
    ['a number', '4', {}, 400, -32_600],
    ['no message', {}, {}, 400, -32_600],
    ['a batch', [list, list], {}, 400, -32_600],
    ['an empty batch', [], {}, 400, -32_600],
    ['a nesting without end', '['.repeat(100_000), {}, 400, -32_700],
    ['another media type', list, { 'content-type': 'text/plain' }, 415, -32_000],
    ['another encoding', list, { 'content-encoding': 'br' }, 415, -32_600],
    ['a body that says it is gzip', list, { 'content-encoding': 'gzip' }, 400, -32_600],
    ['more than a megabyte', { ...list, x: 'x'.repeat(1_100_000) }, {}, 413, -32_600],
    ['an Accept of another kind', list, { accept: 'text/html' }, 406, -32_000],
    ['a revision of the future', list, { 'mcp-protocol-version': '2099-01-01' }, 400, -32_602],
    ['headers of another method', modern('tools/list'), modernHeaders('tools/call'), 400, -32_020],
    [
      'headers of another tool',
      modern('tools/call', { name: 'svc_schema' }),
      { ...modernHeaders('tools/call'), 'mcp-name': 'svc_query' },
      400,
      -32_020,
    ],
    ['an envelope missing', list, modernHeaders('tools/list'), 400, -32_602],
    ['an unknown method', { ...list, method: 'tools/nothing' }, {}, 200, -32_601],
    [
      'arguments that are none',
      { ...list, method: 'tools/call', params: { name: 'svc_query', arguments: 1 } },
      {},
      200,
      -32_602,
    ],
    ['no name', { ...list, method: 'tools/call', params: {} }, {}, 200, -32_602],
    ['a cursor from nowhere', { ...list, params: { cursor: 'x' } }, {}, 200, -32_602],
  ]
  it.each(wrong)('%s', async (_name, message, headers, status, code) => {
    const reply = await send(message, headers)
    expect(reply.status).toBe(status)
    expect(reply.body?.error?.code).toBe(code)
  })

  it('repeats the id where there is one', async () => {
    const { status, body } = await send(modern('tools/nothing'), modernHeaders('tools/nothing'))
    expect(status).toBeLessThan(500)
    expect(body).toMatchObject({ id: 7, error: { code: -32_601 } })
  })

  it('holds no stream open for changes that never come', async () => {
    const { body } = await send(
      modern('subscriptions/listen', { notifications: {} }),
      modernHeaders('subscriptions/listen'),
    )
    expect(body).toMatchObject({ id: 7, error: {} })
  })

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is not possible', async (method) => {
    const { status, headers } = await send(null, {}, method)
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('POST, OPTIONS')
  })

  it('a notification is taken and not answered', async () => {
    expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
      status: 202,
      body: null,
    })
  })
})

describe('who may ask', () => {
  it.each([
    ['none', ''],
    ['a wrong one', 'Bearer ok_wrong'],
    ['another scheme', 'Basic eDp5'],
  ])('a key is needed, not %s', async (_name, authorization) => {
    const { status, headers } = await send(list, { authorization })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
  })

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost.evil.example', 403],
    ['file://', 403],
    ['https://intel.example.com', 200],
    ['http://localhost:6274', 200],
  ])('a page of %s: %i', async (origin, status) => {
    const reply = await send(list, { origin })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('access-control-allow-origin')).toBe(status === 200 ? origin : null)
  })

  it.each([
    ['evil.example', 403],
    ['evil.example:8787', 403],
    ['169.254.169.254.evil.example', 403],
    ['localhost.evil.example', 403],
    ['intel.example.com', 200],
    ['intel-server:8787', 200],
    ['192.168.1.7:8787', 200],
    ['[::1]:8787', 200],
    ['localhost', 200],
  ])('a server that is called %s: %i', async (host, status) => {
    const body = JSON.stringify(list)
    const answer = await sendRaw(listening.port, [
      `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${test.apiKey}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    ])
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('a page that may ask is told so before it asks', async () => {
    const { status, headers } = await send(null, { origin: 'http://localhost:6274' }, 'OPTIONS')
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:6274')
    expect(headers.get('access-control-allow-headers')).toContain('mcp-method')
    expect((await send(null, { origin: 'https://evil.example' }, 'OPTIONS')).status).toBe(403)
  })
})

describe('a call that nobody waits for', () => {
  const running = () => test.workspace.readModels.counters.runningQueries
  const endless = 'select count(*) from range(10000000) a, range(10000000) b where a.range + b.range = -1'

  it('is stopped when a client gives it up', async () => {
    const client = await connectMcp(test.server, { apiKey: test.apiKey, url: listening.url })
    const giveUp = new AbortController()
    const call = client.callTool(
      { name: 'svc_query', arguments: { sql: endless } },
      { signal: giveUp.signal },
    )
    const refused = expect(call).rejects.toThrow()
    await expect.poll(running).toBe(1)
    giveUp.abort()
    await refused
    await expect.poll(running).toBe(0)
    const next = await client.callTool({ name: 'svc_query', arguments: { sql: 'select 1 as one' } })
    expect(next.structuredContent).toMatchObject({ data: [{ one: 1 }] })
    await client.close()
  })

  it.each([
    [
      'of a former revision',
      '/mcp',
      { ...list, method: 'tools/call', params: { name: 'svc_query', arguments: { sql: endless } } },
    ],
    ['over HTTP', '/api/tools/svc_query', { sql: endless }],
  ])('is stopped when its connection is closed, %s', async (_name, path, body) => {
    const giveUp = new AbortController()
    const call = fetch(`${listening.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${test.apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
      signal: giveUp.signal,
    })
    const refused = expect(call).rejects.toThrow()
    await expect.poll(running).toBe(1)
    giveUp.abort()
    await refused
    await expect.poll(running).toBe(0)
  })
})

it('tells who asks without a key where the protocol is, and what it speaks', async () => {
  const ask = async (path: string) => {
    const response = await fetch(`${listening.url}/.well-known/mcp/${path}`)
    expect(response.status).toBe(200)
    return (await response.json()) as { remotes: { url: string; supportedProtocolVersions: string[] }[] }
  }
  const card = await ask('server-card.json')
  expect(await ask('server.json')).toEqual(card)
  expect(card).toMatchObject({
    name: 'com.example.intel/customer-intel',
    remotes: [{ type: 'streamable-http', url: 'https://intel.example.com/mcp' }],
  })
  // Each revision that it names is one that a client can agree on.
  const [{ supportedProtocolVersions } = { supportedProtocolVersions: [] as string[] }] = card.remotes
  expect(supportedProtocolVersions).toEqual(expect.arrayContaining(['2026-07-28', '2025-11-25']))
  for (const protocolVersion of supportedProtocolVersions.filter((one) => one !== '2026-07-28')) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const { body } = await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect(body).toMatchObject({ result: { protocolVersion } })
  }
  const foreign = await fetch(`${listening.url}/.well-known/mcp/server.json`, {
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(foreign.status).toBe(403)
})
