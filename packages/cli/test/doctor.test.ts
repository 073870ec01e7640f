// Each fault that svc doctor knows, played by a server that has it: as a process, in a pipe.
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildCli } from './support/built-cli.ts'

const cli = buildCli()
afterAll(cli.remove)

/** What the server is like. `date`: of its clock; null: it goes right. */
interface Manner {
  health: object
  date: Date | null
  grants: string[]
  query: object
  providers: [status: number, body: object]
  integrations: object[]
}
const well: Manner = {
  health: { status: 'ok', version: '1.0.0' },
  date: null,
  grants: ['customer_intelligence:read', 'analytics:read', 'integrations:read'],
  query: { data: [{ latest: '2026-01-02T03:04:05Z' }] },
  providers: [403, { error: 'missing grant' }],
  integrations: [],
}
let manner: Manner
beforeEach(() => {
  manner = { ...well }
})

const player = createServer((request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json')
  if (manner.date !== null) response.setHeader('date', manner.date.toUTCString())
  const [path] = request.url!.split('?')
  const send = (body: object, status = 200) => response.writeHead(status).end(JSON.stringify(body))
  if (path === '/health') send(manner.health)
  else if (path === '/api/validate-api-key')
    send({
      valid: true,
      organizationId: 'o',
      createdById: null,
      authorization: { grants: manner.grants },
    })
  else if (path === '/api/tools/call')
    send({
      success: true,
      metadata: { rowsReturned: 1, truncated: false, executionTimeMs: 1 },
      ...manner.query,
    })
  else send(manner.providers[1], manner.providers[0])
}).listen(0, '127.0.0.1')
await once(player, 'listening')
afterAll(() => void player.close())

const address = `http://127.0.0.1:${(player.address() as AddressInfo).port}`

async function doctor(
  env: Record<string, string> = { SVC_API_URL: address },
): Promise<{ code: number | null; found: Record<string, [string, string]> }> {
  const { code, stdout } = await cli.run(['doctor'], {
    env: { ...env, SVC_API_KEY: `ok_${'x'.repeat(43)}` },
  })
  const { checks, ok } = JSON.parse(stdout) as {
    ok: boolean
    checks: { name: string; status: string; message: string }[]
  }
  expect(ok).toBe(code === 0)
  return { code, found: Object.fromEntries(checks.map((one) => [one.name, [one.status, one.message]])) }
}

test('nothing is wrong', async () => {
  const { code, found } = await doctor()
  expect({ code, found }).toEqual({
    code: 0,
    found: Object.fromEntries(
      ['version', 'server', 'clock', 'key', 'grants', 'freshness', 'integrations', 'agents'].map((name) => [
        name,
        ['pass', expect.any(String)],
      ]),
    ),
  })
})

test.each([
  [
    'server',
    { health: { status: 'degraded', reasons: ['The disk is nearly full'] } },
    'warn',
    /disk is nearly full/,
  ],
  ['server', { health: { status: 'unavailable', reasons: ['The disk is full'] } }, 'fail', /disk is full/],
  ['server', { health: {} }, 'fail', /check --url/],
  ['clock', { date: new Date(Date.now() - 3_600_000) }, 'warn', /ahead of the server: set its clock/],
  ['clock', { date: new Date(Date.now() + 3_600_000) }, 'warn', /behind the server: set its clock/],
  ['grants', { grants: ['analytics:read'] }, 'warn', /customer_intelligence:read: log in with a key/],
  [
    'freshness',
    { query: { data: [], stale: { reason: 'it is 20 s behind', behindSeconds: 20 } } },
    'warn',
    /20 s behind/,
  ],
  ['freshness', { query: { data: [{ latest: null }] } }, 'warn', /svc events send/],
  ['integrations', { providers: [500, { error: 'Internal server error' }] }, 'warn', /try again/],
] as const)('%s: %o', async (name, fault, status, remedy) => {
  Object.assign(manner, fault)
  const { code, found } = await doctor()
  expect(found[name]).toEqual([status, expect.stringMatching(remedy)])
  expect(code).toBe(status === 'fail' ? 1 : 0)
})

test('the address may be the SDK’s, and two that disagree are named', async () => {
  expect((await doctor({ SVC_BASE_URL: address })).found.server).toEqual(['pass', expect.any(String)])
  const equal = await doctor({ SVC_API_URL: address, SVC_BASE_URL: `${address}/` })
  expect(equal.found).not.toHaveProperty('address')
  const { code, found } = await doctor({ SVC_API_URL: address, SVC_BASE_URL: 'http://127.0.0.1:9' })
  expect(code).toBe(0)
  expect(found.server).toEqual(['pass', expect.stringContaining(address)])
  expect(found.address).toEqual([
    'warn',
    `SVC_API_URL is ${address}, SVC_BASE_URL is http://127.0.0.1:9: svc uses SVC_API_URL, the SDK SVC_BASE_URL. Unset one, or make them equal`,
  ])
})

test('assistants that have not been told are named', async () => {
  const cursor = join(cli.configHome, 'home', '.cursor')
  mkdirSync(cursor, { recursive: true })
  try {
    expect((await doctor()).found.agents).toEqual(['warn', expect.stringContaining('Cursor: svc setup')])
    expect(await cli.run(['setup', 'cursor', '--yes'])).toMatchObject({ code: 0 })
    expect((await doctor()).found.agents).toEqual(['pass', 'Set up for Cursor'])
    writeFileSync(join(cursor, 'mcp.json'), '{broken')
    expect((await doctor()).found.agents).toEqual(['warn', expect.stringContaining('Cursor')])
  } finally {
    rmSync(cursor, { recursive: true })
  }
})
