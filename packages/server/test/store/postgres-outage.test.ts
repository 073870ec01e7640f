import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer as createCustomerIntel } from '../../src/app/app.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { spooledStore } from '../../src/drivers/spool/spooled-store.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'

let database: TestPostgres
let folder: string
beforeAll(async () => {
  database = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'customer-intel-outage-'))
})
afterAll(async () => {
  await database.dispose()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** A way to a database that can hang: connections are accepted, and nothing is answered any more. */
async function openGate(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isOpen = true
  let connections = 0
  const server: Server = createServer((near) => {
    connections += 1
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
      socket.on('data', (chunk) => isOpen && other.write(chunk))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.port = String((server.address() as { port: number }).port)
  return {
    url: through.href,
    /** How many connections were made so far. */
    connections: () => connections,
    hang: () => void (isOpen = false),
    open: () => void (isOpen = true),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('a database that accepts connections and answers nothing', () => {
  it('slows no events down, makes changes 503 within 2 seconds, and is asked once a second whether it is back', async () => {
    const gate = await openGate(await database.createDatabase())
    const said: string[] = []
    const onProblem = (problem: string) => void said.push(problem)
    const store = spooledStore(postgresStore({ url: gate.url, localDirectory: folder, onProblem }), {
      directory: join(folder, 'spool'),
      maxBytes: 64 * 1024 * 1024,
      onProblem,
    })
    const server = createCustomerIntel({
      store,
      ingestRateLimit: 0,
      logger: { warn: onProblem, error: onProblem },
    })
    const { document, apiKey, publicKey } = defineOrganization({ name: 'Acme' })
    const ask = async (path: string, body?: object, method = body === undefined ? 'GET' : 'POST') => {
      const asked = performance.now()
      const answer = await server.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
      return { status: answer.status, ms: performance.now() - asked, body: await answer.text() }
    }
    let sent = 0
    const send = () => {
      const event = { type: 'identify', url: 'server://app', path: '/', email: `p${sent++}@acme-shop.com` }
      return ask(`/api/i/v1/${publicKey}/events`, { source: 'server', events: [event] })
    }
    const change = () => ask('/api/settings', { defaultTimezone: 'Europe/Berlin' }, 'PATCH')
    try {
      await server.workspaces.createOrganization(document.organization, document)
      const usual: number[] = []
      for (let turn = 0; turn < 50; turn++) {
        const { status, ms } = await send()
        expect(status).toBe(200)
        usual.push(ms)
      }
      // A machine with too much to do takes longer for everything.
      const slowMs = usual.toSorted((left, right) => left - right).at(-3)!

      gate.hang()
      const hungAt = performance.now()
      const changed = change()
      const times: number[] = []
      while (performance.now() - hungAt < 4_000) {
        const { status, ms } = await send()
        expect(status).toBe(200)
        times.push(ms)
      }
      times.sort((left, right) => left - right)
      expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(Math.max(200, 5 * slowMs))
      expect(await changed).toMatchObject({ status: 503 })
      expect((await changed).ms).toBeLessThan(Math.max(2_000, 20 * slowMs))
      // From now on it is known.
      expect(await change()).toMatchObject({ status: 503 })
      expect((await change()).ms).toBeLessThan(Math.max(500, 5 * slowMs))
      expect(JSON.parse((await ask('/health')).body)).toMatchObject({
        status: 'degraded',
        reasons: expect.arrayContaining([
          expect.stringMatching(/PostgreSQL at 127\.0\.0\.1.*has not answered for 1000 ms/),
        ]) as string[],
      })
      const before = gate.connections()
      const countedFrom = performance.now()
      await expect.poll(() => gate.connections() - before, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
      expect(gate.connections() - before).toBeLessThanOrEqual((performance.now() - countedFrom) / 1_000 + 1)

      gate.open()
      await expect
        .poll(async () => JSON.parse((await ask('/health')).body) as object)
        .toMatchObject({ status: 'ok' })
      const { body } = await ask('/api/tools/call', {
        tool: 'svc_query',
        input: {
          sql: 'select count(*)::int as events, count(distinct user_id)::int as people from activity',
        },
      })
      expect(JSON.parse(body)).toMatchObject({ data: [{ events: sent, people: sent }] })
    } finally {
      await server.close()
      gate.close()
    }
  })
})
