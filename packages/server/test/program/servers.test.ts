import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer as createHttpServer, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createServer } from '../../src/app/app.ts'
import { openFirstOrganization } from '../../src/program/first-organization.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { openWorkspaces } from '../../src/app/workspaces/open-workspaces.ts'
import { runSql, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server-process.ts'

let database: TestPostgres
let folder: string
const running = new Set<ChildProcess>()
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database.dispose())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'customer-intel-servers-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** A server process with a folder of its own. */
const startNode = (name: string, environment: Record<string, string>) =>
  startServerProcess({ SVC_DATA_DIR: join(folder, name), ...environment }, running)

const organizationsIn = async (url: string) =>
  (await runSql(url, 'select distinct organization from customer_intel.documents')).rowCount

describe('three servers that start at once on an empty database', () => {
  it('make one organization, whose keys all of them serve', async () => {
    const url = await database.createDatabase()
    const names = ['first', 'second', 'third']
    const settings = { SVC_DATABASE_URL: url, SVC_DRAIN_MS: '2000' }
    const nodes = await Promise.all(names.map((name) => startNode(name, settings)))
    expect(await organizationsIn(url)).toBe(1)
    expect(new Set(nodes.map(({ publicKey }) => publicKey)).size).toBe(1)
    // Only one of them can show the key, which is kept as a hash.
    const apiKeys = nodes.map(({ apiKey }) => apiKey).filter((apiKey) => apiKey !== '')
    expect(apiKeys).toHaveLength(1)
    for (const node of nodes) {
      const headers = { authorization: `Bearer ${apiKeys[0]}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ tool: 'svc_schema', input: {} })
      expect((await fetch(`${node.url}/api/tools/call`, { method: 'POST', headers, body })).status).toBe(200)
    }

    // A person who ends one (SIGINT) needn't wait; one that is replaced (SIGTERM) tells proxies first, and goes on.
    const [interrupted, terminated] = nodes
    interrupted!.child.kill('SIGINT')
    const { child, url: address, ended, publicKey } = terminated!
    const ready = () => fetch(`${address}/health/ready`).then(({ status }) => status)
    await expect.poll(ready).toBe(200)
    child.kill('SIGTERM')
    await expect.poll(ready, { interval: 20 }).toBe(503)
    const event = { type: 'identify', url: 'server://app', path: '/', email: 'jane@acme-shop.com' }
    const taken = await fetch(`${address}/api/i/v1/${publicKey}/events`, {
      method: 'POST',
      body: JSON.stringify({ source: 'server', events: [event] }),
    })
    expect(taken.status).toBe(200)
    expect(taken.headers.get('connection')).toBe('close')
    expect(await ended).toBe(0)
    expect(await interrupted!.ended).toBe(0)
  })
  it('make one organization when all of them have seen that there is none', async () => {
    const url = await database.createDatabase()
    const presets = { initialApiKey: null, initialPublicKey: null, apiKey: null }
    const nodes = [1, 2, 3].map(() => openWorkspaces({ store: postgresStore({ url }), onProblem: () => {} }))
    try {
      for (const node of nodes) expect(await node.listOrganizations()).toEqual([])
      const firsts = await Promise.all(nodes.map((node) => openFirstOrganization(node, presets)))
      expect(await organizationsIn(url)).toBe(1)
      expect(new Set(firsts.map(({ publicKey }) => publicKey)).size).toBe(1)
      expect(firsts.filter(({ newApiKey }) => newApiKey !== null)).toHaveLength(1)
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
    }
  })
})

/** A proxy of few lines, without retries: to the next server whose `/health/ready` was 200 a moment ago; 502 where that fails. */
async function openProxy(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<number>()
  let turn = 0
  const look = async (port: number) => {
    const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => ({ status: 0 }))
    if (status === 200) ready.add(port)
    else ready.delete(port)
  }
  const looking = setInterval(() => ports.forEach((port) => void look(port)), 100)
  const proxy = createHttpServer((near, answer) => {
    const [port] = [...ready].slice(turn++ % ready.size)
    const far = request(
      { agent, port, path: near.url, method: near.method, headers: near.headers },
      (from) => {
        answer.writeHead(from.statusCode!, from.headers)
        from.pipe(answer)
      },
    )
    far.on('error', () => answer.writeHead(502).end())
    near.pipe(far)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as { port: number }).port}`,
    ready,
    close() {
      clearInterval(looking)
      agent.destroy()
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

it('a rolling restart of three servers behind a proxy without retries fails no request', async () => {
  const url = await database.createDatabase()
  const { document, publicKey } = defineOrganization({ name: 'Acme' })
  const start = async (name: string, port = 0) => {
    const store = postgresStore({
      url,
      localDirectory: join(folder, name),
      connections: 4,
      onProblem: () => {},
    })
    const server = createServer({ store, ingestRateLimit: 0 })
    return { name, server, port: (await server.listen({ port })).port }
  }
  const first = await start('first')
  await first.server.workspaces.createOrganization(document.organization, document)
  const nodes = [first, await start('second'), await start('third')]
  const proxy = await openProxy(nodes.map(({ port }) => port))
  const allReady = () => expect.poll(() => proxy.ready.size, { timeout: 120_000 }).toBe(nodes.length)
  await allReady()

  const statuses: number[] = []
  let sending = true
  const sender = async () => {
    const event = { type: 'identify', url: 'server://app', path: '/', email: 'jane@acme-shop.com' }
    const body = JSON.stringify({ source: 'server', events: [event] })
    while (sending) {
      const answer = await fetch(`${proxy.url}/api/i/v1/${publicKey}/events`, { method: 'POST', body })
      statuses.push(answer.status)
      await answer.text()
    }
  }
  const senders = [sender(), sender(), sender()]
  for (const [index, { name, server, port }] of nodes.entries()) {
    await server.drain(1_500)
    await server.close()
    nodes[index] = await start(name, port)
    await allReady()
  }
  sending = false
  await Promise.all(senders)
  proxy.close()
  await Promise.all(nodes.map(({ server }) => server.close()))
  expect(statuses.length).toBeGreaterThan(100)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})
