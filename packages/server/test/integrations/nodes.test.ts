import { connectionsOf } from '../../src/integrations/connections.ts'
import { removalsOf } from '../../src/integrations/removals.ts'
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '../../../../examples/provider-sandbox/src/browser.ts'
import { type Sandbox, startSandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'
import { createServer, type CustomerIntelServer } from '../../src/app/app.ts'
import { readConfig } from '../../src/app/config.ts'
import { decodeRecord } from '../../src/kernel/log/record.ts'
import { tokenTimeoutMs } from '../../src/integrations/oauth/token-endpoint.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { type TestPostgres, startPostgres } from '../support/postgres.ts'
import { patientReadModels } from '../support/patient-read-models.ts'

const program = fileURLToPath(new URL('syncing-process.ts', import.meta.url))
const companies = 60

let database: TestPostgres
let sandbox: Sandbox
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database.dispose())

let folder: string
let url: string
let acme: NewOrganization
const open = new Set<CustomerIntelServer>()
beforeEach(async () => {
  sandbox = await startSandbox({ companies })
  folder = await mkdtemp(join(tmpdir(), 'customer-intel-sync-nodes-'))
  url = await database.createDatabase()
  acme = defineOrganization({ name: 'Acme' })
})
afterEach(async () => {
  await Promise.all([...open].map((server) => server.close()))
  open.clear()
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

function startNode(name: string): CustomerIntelServer {
  const server = createServer({
    store: postgresStore({ url, localDirectory: join(folder, name), connections: 4, onProblem: () => {} }),
    openReadModels: patientReadModels(),
    secretKeys: async () => [Buffer.alloc(32, 1)],
    providers: readConfig(sandbox.environment).providers,
  })
  open.add(server)
  return server
}

/** A process that has the lease and syncs, over a database with the organization. */
async function startOwner(environment: Record<string, string> = {}) {
  const here = startNode('here')
  await here.workspaces.createOrganization(acme.document.organization, acme.document)
  await here.close()
  open.delete(here)
  return spawn(
    process.execPath,
    ['--import', 'tsx', program, url, sandbox.billingA.origin, sandbox.billingA.apiKey],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...environment } },
  )
}

const workspaceOf = async (server: CustomerIntelServer) =>
  (await server.workspaces.openWorkspace(acme.document.organization.id))!

async function post(server: CustomerIntelServer, path: string, body: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${acme.apiKey}` }
  const response = await server.fetch(
    new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const connect = (server: CustomerIntelServer, provider: string, config: object) =>
  post(server, '/api/integrations/connect', { provider, config })

async function runsOf(server: CustomerIntelServer) {
  return syncRunsOf(await workspaceOf(server)).read()
}

/** Waits until nothing is asked for or under way. */
async function settled(server: CustomerIntelServer): Promise<void> {
  await vi.waitFor(
    async () =>
      expect((await connectionsOf(await workspaceOf(server)).read())['billing-a']).toMatchObject({
        requestedAt: null,
        startedAt: null,
        models: { BillingCustomer: { status: 'SUCCESS' } },
      }),
    { interval: 50 },
  )
}

it('a schedule and "sync now" on both nodes at once are one run', async () => {
  const here = startNode('here')
  await here.workspaces.createOrganization(acme.document.organization, acme.document)
  const there = startNode('there')
  await connect(here, 'billing-a', { apiKey: sandbox.billingA.apiKey })
  await settled(here)
  expect(await runsOf(here)).toHaveLength(1)
  // No run is over before all of it was asked for.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  sandbox.billingA.fault = () => held.then(() => null)
  const [answers] = await Promise.all([
    Promise.all([here, there].map((node) => post(node, '/api/integrations/sync', { provider: 'billing-a' }))),
    connectionsOf(await workspaceOf(there)).change((current) => {
      current['billing-a']!.nextAt = Date.now()
    }),
  ])
  expect(answers.filter(({ body }) => body['started'] === true).length).toBeLessThanOrEqual(1)
  release()
  await settled(there)
  expect(await runsOf(there)).toHaveLength(2)
})

it('"sync now" is decided on what is stored, whatever the node saw a moment ago', async () => {
  const here = startNode('here')
  await here.workspaces.createOrganization(acme.document.organization, acme.document)
  const there = startNode('there')
  await connect(here, 'billing-a', { apiKey: sandbox.billingA.apiKey })
  await settled(here)
  const ours = connectionsOf(await workspaceOf(here))
  const theirs = connectionsOf(await workspaceOf(there))
  const disable = (disabled: string | null) =>
    ours.change((connections) => {
      Object.assign(connections['billing-a']!, { disabled, requestedAt: null })
    })
  // As after a sync that ended on another node a moment ago.
  for (let time = 0; time < 20; time++) {
    await disable('one')
    await theirs.read()
    await disable(null)
    expect(await theirs.change((connections) => connections['billing-a']!.disabled)).toBe(null)
  }
  await settled(here)
  expect((await post(there, '/api/integrations/sync', { provider: 'billing-a' })).body).toMatchObject({
    started: true,
  })
})

it('of two connections that race for the last place on two nodes one is made', async () => {
  const here = startNode('here')
  await here.workspaces.createOrganization(acme.document.organization, {
    ...acme.document,
    limits: { ...acme.document.limits, connections: 1 },
  })
  const there = startNode('there')
  await workspaceOf(there)
  const answers = await Promise.all([
    connect(here, 'billing-a', { apiKey: sandbox.billingA.apiKey }),
    connect(there, 'support-a', { apiToken: sandbox.supportA.apiToken }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect(Object.keys(await connectionsOf(await workspaceOf(here)).read())).toHaveLength(1)
})

it('three users on two nodes, and a sync, renew tokens once, however slow the provider is', async () => {
  const here = startNode('here')
  await here.workspaces.createOrganization(acme.document.organization, acme.document)
  const there = startNode('there')
  const { oauth, calls } = sandbox.crmA
  const begun = await post(here, '/api/integrations/connect', { provider: 'crm-a' })
  // The pages are asked of either node.
  const browser = openBrowser((request) => there.fetch(request))
  const back = await browser.decide(await browser.goOn(String(begun.body['connectUrl'])), 'allow')
  expect((await browser.open(back)).status).toBe(200)
  const connectionOf = async () => (await connectionsOf(await workspaceOf(here)).read())['crm-a']!
  // A node sees within a second what another one wrote.
  const isOver = async () => {
    for (const node of [here, there])
      expect((await connectionsOf(await workspaceOf(node)).read())['crm-a']).toMatchObject({
        requestedAt: null,
        startedAt: null,
      })
  }
  const settle = () => vi.waitFor(isOver, { interval: 50 })
  await settle()
  // A second renewal with the token that the first one used would be refused.
  oauth.rotates = true
  let release = () => {}
  oauth.held = new Promise((resolve) => (release = resolve))
  oauth.endAccess()
  const before = calls.length
  const tokenCalls = () => calls.slice(before).filter(({ path }) => path === '/oauth/2026-03/token')
  const asked = Promise.all(
    [here, there, here].map((node) =>
      post(node, '/api/integrations/setup-step', { provider: 'crm-a', step: 'mappings' }),
    ),
  )
  const sync = await post(there, '/api/integrations/sync', { provider: 'crm-a' })
  expect(sync.body).toMatchObject({ started: true })
  // All of them were refused, and wait for the one who renews. Who comes later than that one can be kept waiting, on a
  // machine that is so slow, is served with what was renewed.
  const refused = () => calls.slice(before).filter(({ path }) => !path.startsWith('/oauth'))
  let heldSince = Infinity
  await vi.waitFor(() => {
    if (tokenCalls().length > 0) heldSince = Math.min(heldSince, performance.now())
    if (performance.now() - heldSince < tokenTimeoutMs / 2) expect(refused().length).toBeGreaterThanOrEqual(4)
    else expect(refused()).not.toEqual([])
  })
  expect(tokenCalls()).toHaveLength(1)
  release()
  expect((await asked).map(({ status, body }) => body['error'] ?? status)).toEqual([200, 200, 200])
  await settle()
  expect((await runsOf(here)).map(({ status, error }) => error ?? status)).toEqual(['SUCCESS', 'SUCCESS'])
  expect(tokenCalls()).toHaveLength(1)
  expect(oauth.renewals).toBe(1)
  expect(await connectionOf()).toMatchObject({ disabled: null, grant: { renewal: null } })
})

const hasRevenue = async (server: CustomerIntelServer) => {
  const { status, body } = await post(server, '/api/tools/call', {
    tool: 'svc_query',
    input: { sql: 'select count(*)::integer as n from revenue' },
  })
  expect({ status, error: body['error'] }).toEqual({ status: 200, error: undefined })
  return (body['data'] as { n: number }[])[0]!.n > 0
}

const removed = async (server: CustomerIntelServer) => {
  const removals = removalsOf(await workspaceOf(server))
  await vi.waitFor(async () => expect(await removals.read()).toEqual({}), { interval: 100 })
}

it('what is removed is in no answer of either node, whichever was asked', async () => {
  const here = startNode('here')
  await here.workspaces.createOrganization(acme.document.organization, acme.document)
  await connect(here, 'billing-a', { apiKey: sandbox.billingA.apiKey })
  await settled(here)
  const there = startNode('there')
  for (const node of [here, there]) {
    await (await workspaceOf(node)).readModels.exact({ withinMs: 60_000 })
    expect(await hasRevenue(node)).toBe(true)
  }
  // The other one works for the organization.
  expect(
    (await post(there, '/api/integrations/disconnect', { provider: 'billing-a', data: 'remove' })).body,
  ).toEqual({
    success: true,
  })
  await removed(there)
  for (const node of [there, here]) {
    await (await workspaceOf(node)).readModels.exact({ withinMs: 60_000 })
    expect(await hasRevenue(node)).toBe(false)
  }
  expect((await runsOf(here)).map(({ pages, deleted }) => pages === 0 && deleted > 0)).toEqual([false, true])
})

it('an owner that was stopped before it removed, and comes back, takes nothing of what was brought since', async () => {
  const owner = await startOwner({ REMOVE: '1' })
  let told = ''
  owner.stdout.on('data', (chunk: Buffer) => (told += String(chunk)))
  const tells = (word: string) => vi.waitFor(() => expect(told).toContain(word), { interval: 50 })
  try {
    await tells('stopping')
    const there = startNode('there')
    await removed(there)
    await connect(there, 'billing-a', { apiKey: sandbox.billingA.apiKey })
    await settled(there)
    const { log, readModels } = await workspaceOf(there)
    const textOf = async () => {
      const end = await log.end()
      const payloads: string[] = []
      for (let from = 0; from < end;) {
        const { entries, next } = await log.read(from, end)
        payloads.push(...entries.map(({ payload }) => Buffer.from(payload).toString()))
        from = next
      }
      return payloads
    }
    const before = await textOf()
    expect(before.join()).toContain('cus_')
    owner.kill('SIGCONT')
    await tells('refused')
    expect(told).not.toContain('rewritten')
    expect(await textOf()).toEqual(before)
    await readModels.rebuild()
    await readModels.exact({ withinMs: 60_000 })
    expect(await hasRevenue(there)).toBe(true)
  } finally {
    owner.kill('SIGKILL')
  }
})

it('an owner that was stopped and comes back appends nothing', async () => {
  const owner = await startOwner()
  try {
    let requests = 0
    await new Promise<void>((resolve) => {
      sandbox.billingA.fault = () => {
        // Within its second page.
        if (++requests === 62) resolve(void owner.kill('SIGSTOP'))
        return null
      }
    })
    sandbox.billingA.fault = () => null
    const there = startNode('there')
    await settled(there)
    const runs = await runsOf(there)
    expect(runs).toHaveLength(1)
    const before = sandbox.billingA.calls.length
    owner.kill('SIGCONT')
    // It goes on with what it had at hand, and learns that it isn't the owner any more.
    const told = once(owner.stdout, 'data').then(([text]) => String(text))
    expect(await told).toContain('synced')
    const { log } = await workspaceOf(there)
    const { entries } = await log.read(0, await log.end())
    const pages = entries.flatMap(({ payload }) => {
      const record = decodeRecord(payload)
      return record.kind === 'records' ? [record] : []
    })
    expect(pages.map(({ sync }) => sync?.recordCount)).toEqual([50, 100, 120])
    expect(sandbox.billingA.calls.length - before).toBeLessThan(companies * 2)
    expect(await runsOf(there)).toEqual(runs)
  } finally {
    owner.kill('SIGKILL')
  }
})
