// Three servers over one PostgreSQL that share its organizations: what one is asked another may answer.
import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rankNodes } from '../../src/kernel/nodes/holders.ts'
import { generateApiKey } from '../../src/organizations/api-keys.ts'
import { openBrowser, password, tokenOf } from '../support/browser.ts'
import { connectMcp, textOf } from '../support/mcp-client.ts'
import { freePort, runSql, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server-process.ts'

interface Node {
  url: string
  child: ChildProcess
  output(): string
  directory: string
}

let database: TestPostgres
let databaseUrl: string
let folder: string
let organizationId: string
/** Two that hold the organization, and one that doesn't. */
let nodes: [Node, Node, Node]
let outsider: Node
const running = new Set<ChildProcess>()
const apiKey = generateApiKey()
const publicKey = 'pk_shared'

async function start(name: string, port: number): Promise<Node> {
  const directory = join(folder, name)
  const started = await startServerProcess(
    {
      PORT: String(port),
      SVC_NODE_URL: `http://127.0.0.1:${port}`,
      SVC_DATA_DIR: directory,
      SVC_DATABASE_URL: databaseUrl,
      SVC_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      SVC_INITIAL_API_KEY: apiKey,
      SVC_INITIAL_PUBLIC_KEY: publicKey,
      SVC_INGEST_RATE_LIMIT: '0',
      SVC_LOG_REQUESTS: 'true',
    },
    running,
  )
  const node = { url: started.url, child: started.child, output: () => started.output(), directory }
  await expect.poll(async () => (await fetch(`${node.url}/health/ready`)).status).toBe(200)
  return node
}

const urlOf = (port: number) => ({ url: `http://127.0.0.1:${port}` })

beforeAll(async () => {
  database = await startPostgres()
  databaseUrl = await database.createDatabase()
  folder = mkdtempSync(join(tmpdir(), 'customer-intel-shared-'))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await database.dispose()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function ask(
  node: Node,
  method: string,
  path: string,
  {
    body,
    key = apiKey,
    headers = {},
  }: { body?: unknown; key?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(node.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text) }
}

async function send(node: Node, email: string, uuid: string = randomUUID()): Promise<number> {
  const event = { type: 'identify', uuid, url: 'server://app', path: '/', email }
  const { status } = await ask(node, 'POST', `/api/i/v1/${publicKey}/events`, {
    body: { source: 'server', events: [event] },
  })
  return status
}

/** The e-mail addresses that are found, once the answer says that nothing is missing. */
async function find(node: Node, search: string, headers: Record<string, string> = {}) {
  for (;;) {
    const answer = await ask(node, 'POST', '/api/tools/call', {
      body: { tool: 'svc_list_users', input: { search } },
      headers,
    })
    if (answer.status === 200 && 'stale' in answer.body) continue
    const items = (answer.body.items ?? []) as { email: string }[]
    return { ...answer, emails: items.map(({ email }) => email) }
  }
}

const turns = Array.from({ length: 12 }, (_, turn) => turn)
const at = (turn: number): Node => nodes[turn % 3]!

describe('nodes that share organizations', () => {
  it('start one after the other, and are ready', async () => {
    const ports = [await freePort(), await freePort()] as const
    const first = await start('first', ports[0])
    const found = await runSql(databaseUrl, 'select distinct organization from customer_intel.documents')
    organizationId = (found.rows[0] as { organization: string }).organization
    const second = await start('second', ports[1])
    // The first ones hold it, as they have from the beginning.
    let third = await freePort()
    while (rankNodes(organizationId, [...ports, third].map(urlOf))[2]!.url !== urlOf(third).url)
      third = await freePort()
    outsider = await start('third', third)
    nodes = [first, second, outsider]
  })

  it('answer what any of them acknowledged, at once, under the caller’s request id', async () => {
    for (const turn of turns) {
      const email = `p${turn}@acme-shop.com`
      expect(await send(at(turn), email)).toBe(200)
      const reader = at(turn + 1 + (turn % 2))
      const answer = await find(reader, email, { 'x-request-id': `turn-${turn}` })
      expect(answer).toMatchObject({ status: 200, emails: [email] })
      expect(answer.headers.get('x-request-id')).toBe(`turn-${turn}`)
      if (reader !== outsider) continue
      const logged = () => nodes.filter((node) => node.output().includes(`turn-${turn}\n`))
      await expect.poll(logged).toHaveLength(2)
      expect(logged()).toContain(outsider)
    }
    const holding = nodes.filter(({ directory }) =>
      existsSync(join(directory, organizationId, 'activity.duckdb')),
    )
    expect(holding).toEqual([nodes[0], nodes[1]])
  })

  it('let a caller see at once what it has changed, keys included', async () => {
    for (const node of nodes)
      for (const name of ['One', 'Two']) {
        const made = await ask(node, 'POST', '/api/keys', { body: { name, grants: ['analytics:read'] } })
        const { key, secret } = made.body.result.data
        const works = async () => (await ask(node, 'POST', '/api/validate-api-key', { key: secret })).status
        expect(await works()).toBe(200)
        const { keys } = (await ask(node, 'GET', '/api/keys')).body.result.data
        expect(keys.map(({ id }: { id: string }) => id)).toContain(key.id)
        expect((await ask(node, 'POST', `/api/keys/${key.id}/revoke`)).status).toBe(200)
        expect(await works()).toBe(401)
      }
  })

  it('know somebody who has signed in at one of them by the cookie, until they sign out', async () => {
    for (const node of [outsider, nodes[0]]) {
      const email = `${randomUUID()}@acme.example`
      const invited = await ask(node, 'POST', '/api/workspace-users', { body: { email, role: 'admin' } })
      const browser = openBrowser({ fetch: (request) => fetch(request) }, node.url)
      const token = tokenOf(invited.body.result.data.link.url)
      expect((await browser.ask('POST', '/api/session/accept', { token, password })).status).toBe(200)
      const cookie = browser.cookie!
      expect((await browser.ask('GET', '/api/settings')).status).toBe(200)
      const renamed = { identityMergeSuggestions: false }
      expect((await browser.ask('PATCH', '/api/settings', renamed)).status).toBe(200)
      const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      expect((await browser.ask('PATCH', '/api/settings', renamed, foreign)).status).toBe(403)
      expect((await browser.ask('POST', '/api/session/end', {})).status).toBe(200)
      browser.cookie = cookie
      expect((await browser.ask('GET', '/api/settings')).status).toBe(401)
    }
  })

  it('execute a request with an Idempotency-Key once, whichever of them it is sent to', async () => {
    const body = { name: 'Once', sql: 'select name from customers' }
    const headers = { 'idempotency-key': 'once' }
    const answers = await Promise.all(
      nodes.map((node) => ask(node, 'POST', '/api/questions', { body, headers })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.result.data.question.id as string)).size).toBe(1)
    expect((await ask(outsider, 'GET', '/api/questions')).body.questions).toHaveLength(1)
  })

  it('carry the errors of a route: a body that is too large, no JSON, a grant that lacks, nothing there', async () => {
    const readOnly = (
      await ask(outsider, 'POST', '/api/keys', { body: { name: 'Reads', grants: ['analytics:read'] } })
    ).body.result.data.secret as string
    const bad = async (node: Node) => {
      const raw = (body: string) =>
        fetch(`${node.url}/api/tools/call`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body,
        })
      const answers = [
        await raw(`"${'x'.repeat(2 * 1024 * 1024)}"`),
        await raw('{'),
        await raw('{"tool":"svc_none","input":{}}'),
      ]
      const others = [
        await ask(node, 'POST', '/api/keys', {
          key: readOnly,
          body: { name: 'No', grants: ['analytics:read'] },
        }),
        await ask(node, 'GET', '/api/signals/00000000-0000-4000-8000-000000000000'),
        await ask(node, 'GET', '/api/signals', { key: generateApiKey() }),
        await ask(node, 'GET', '/api/events?limit=x'),
      ]
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      const plain = (text: string) => text.replaceAll(/"(?:requestId|correlationId)":"[^"]*"/g, '')
      return [
        ...answers.map(({ status }, index) => [status, plain(texts[index]!)]),
        ...others.map(({ status, body }) => [status, plain(JSON.stringify(body))]),
      ]
    }
    expect(await bad(outsider)).toEqual(await bad(nodes[0]))
  })

  it('refuse what only another node could have passed on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...nodes),
        fc.oneof(
          fc.base64String({ minLength: 1 }),
          fc.uuid().map((text) => `${text}.${text}`),
        ),
        async (node, header) => {
          const answer = await ask(node, 'GET', '/api/settings', { headers: { 'x-svc-forwarded': header } })
          expect(answer.status).toBe(421)
          expect(answer.body.error).toContain('X-Svc-Forwarded')
        },
      ),
      { numRuns: 20 },
    )
  })

  it('pass on streams as they come, CSV, MCP, and compressed bodies', async () => {
    const abort = new AbortController()
    const headers = { authorization: `Bearer ${apiKey}` }
    const stream = await fetch(`${outsider.url}/api/events/stream`, { headers, signal: abort.signal })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    const uuid = randomUUID()
    const event = { uuid, type: 'identify', url: 'server://app', path: '/', email: 'live@acme-shop.com' }
    // What is followed begins with what comes after the first part.
    let came = (await reader.read()).value ?? ''
    expect(
      (
        await ask(nodes[1], 'POST', `/api/i/v1/${publicKey}/events`, {
          body: { source: 'server', events: [event] },
        })
      ).status,
    ).toBe(200)
    while (!came.includes(uuid)) came += (await reader.read()).value ?? ''
    abort.abort()
    await expect(reader.read()).rejects.toThrow()

    const csv = await fetch(`${outsider.url}/api/query/csv`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ sql: 'select i from range(200000) as numbers(i) order by i' }),
    })
    expect(csv.status).toBe(200)
    const lines = (await csv.text()).trim().split(/\r?\n/)
    expect([lines.length, lines.at(-1)]).toEqual([200_001, '199999'])

    const client = await connectMcp({ fetch: (request) => fetch(request) }, { apiKey, url: outsider.url })
    const result = await client.callTool({ name: 'svc_list_users', arguments: { search: 'live@' } })
    expect(textOf(result as { content: object[] })).toMatchObject({
      items: [{ email: 'live@acme-shop.com' }],
    })
    await client.close()

    const zipped = await fetch(`${outsider.url}/api/tools/call`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: await new Response(
        new Blob(['{"tool":"svc_schema","input":{}}']).stream().pipeThrough(new CompressionStream('gzip')),
      ).arrayBuffer(),
    })
    expect(zipped.status).toBe(200)
  })

  it('lose no answer and give no wrong one when a holder is killed, or stands still', async () => {
    const [first, second] = nodes
    const asked = async (node: Node): Promise<void> => {
      const email = `${randomBytes(6).toString('hex')}@acme-shop.com`
      expect(await send(node, email)).toBe(200)
      expect(await find(node, email)).toMatchObject({ status: 200, emails: [email] })
    }
    /** Twelve right answers of each of the others, from a moment when all are well until it is long gone. */
    const whileGone = async (dying: Node, signal: 'SIGKILL' | 'SIGSTOP') => {
      const others = nodes.filter((node) => node !== dying)
      let total = 0
      const counting = others.map(async (node) => {
        for (let count = 0; count < 12; count++) {
          await asked(node)
          total += 1
          if (total === 4) dying.child.kill(signal)
        }
      })
      await Promise.all(counting)
    }
    await whileGone(first, 'SIGKILL')
    nodes[0] = await start('first', Number(new URL(first.url).port))
    await whileGone(second, 'SIGSTOP')
    second.child.kill('SIGCONT')
    for (const node of nodes) {
      expect(await send(node, 'last@acme-shop.com')).toBe(200)
      expect(await find(node, 'last@acme-shop.com')).toMatchObject({ status: 200 })
    }
  })

  it('are replaced one after another under load: nothing is lost, doubled or wrong for a client that tries again', async () => {
    /** As a client behind a proxy: the next node, as long as one doesn't take it. */
    const tried = async <Answer>(first: number, work: (node: Node) => Promise<Answer | null>) => {
      for (let turn = first; ; turn++) {
        const answer = await work(at(turn)).catch(() => null)
        if (answer !== null) return answer
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    let isOver = false
    let count = 0
    const run = randomBytes(3).toString('hex')
    const client = async () => {
      while (!isOver) {
        const turn = count++
        const [email, uuid] = [`${run}-${turn}@acme-shop.com`, randomUUID()]
        const isTaken = async (node: Node) => ((await send(node, email, uuid)) === 200 ? true : null)
        await tried(turn, isTaken)
        if (turn % 3 === 0) await tried(turn + 1, isTaken)
        const found = await tried(turn + 2, async (node) => {
          const answer = await find(node, email)
          return answer.status === 200 ? answer : null
        })
        expect(found.emails).toEqual([email])
      }
    }
    const clients = Promise.all([client(), client(), client()])
    for (const [index, name] of ['first', 'second', 'third'].entries()) {
      const { child, url } = nodes[index]!
      const before = count
      child.kill('SIGTERM')
      await expect.poll(() => child.exitCode).toBe(0)
      nodes[index] = await start(name, Number(new URL(url).port))
      await expect.poll(() => count).toBeGreaterThan(before + 12)
    }
    isOver = true
    await clients
    const sql = `select count(*) as events, count(distinct user_email) as people from activity where user_email like '${run}-%'`
    const stored = () =>
      ask(nodes[0], 'POST', '/api/tools/call', { body: { tool: 'svc_query', input: { sql } } })
    await expect.poll(async () => (await stored()).body.data).toEqual([{ events: count, people: count }])
  })
})
