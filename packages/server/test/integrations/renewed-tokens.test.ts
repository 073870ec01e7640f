import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openConnectedApi } from '../../src/integrations/connected-api.ts'
import { type ConnectionDocument, connectionsOf } from '../../src/integrations/connections.ts'
import { revokeAccess } from '../../src/integrations/oauth/revoke-access.ts'
import { isOAuthProvider } from '../../src/integrations/oauth/token-endpoint.ts'
import { calendarA } from '../../src/integrations/providers/calendar-a.ts'
import { readConfig } from '../../src/app/config.ts'
import type { Services } from '../../src/kernel/operations/services.ts'
import { createServices } from '../../src/app/create-services.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { connectInBrowser } from '../support/connect-in-browser.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

const hour = 3_600_000
const events = '/calendar/v3/calendars/primary/events'
let now: number
let store: ReturnType<typeof memoryStore>
let services: Services
let test: IntegrationServer
beforeEach(async () => {
  now = Date.now()
  store = memoryStore()
  const key = randomBytes(32)
  const secretKeys = async () => [key]
  test = await openIntegrationServer({ companies: 4, clock: () => now, store, secretKeys })
  const { providers } = readConfig(test.sandbox.environment)
  services = createServices({ store: memoryStore(), clock: () => now, secretKeys, providers })
  await connectInBrowser(test, 'calendar-a')
  await test.synced('calendar-a')
})
afterEach(async () => {
  await services.outgoing.close()
  await test.close()
})

/** Another node: it knows of the connection what the store says. */
async function openNode(wrap = (connections: ConnectionDocument) => connections) {
  const { documents } = store.organization(test.workspace.organization.id)
  const workspace = { ...test.workspace, documents }
  const connections = connectionsOf(workspace)
  const wrapped = wrap({ ...connections })
  connections.change = (change) => wrapped.change(change)
  const connection = (await connectionsOf(workspace).read())['calendar-a']!
  const signal = new AbortController().signal
  return openConnectedApi(workspace, calendarA, connection, services, { signal })
}
/** Tokens have ended then, and no sync begins by itself. */
async function hourLater() {
  await connectionsOf(test.workspace).change((connections) => {
    connections['calendar-a']!.nextAt = now + 100 * hour
  })
  now += hour
}
const tokenCalls = () => test.sandbox.calendarA.calls.filter(({ path }) => path === '/token').length
const connection = async () => (await connectionsOf(test.workspace).read())['calendar-a']!
const listed = async () =>
  (
    (await test.ask('GET', '/api/integrations?connectedOnly=true')).body['items'] as Record<string, unknown>[]
  )[0]

it('three who need tokens at once, with a slow provider, renew them once', async () => {
  const { oauth } = test.sandbox.calendarA
  oauth.rotates = true
  let release = () => {}
  oauth.held = new Promise((resolve) => (release = resolve))
  const before = tokenCalls()
  await hourLater()
  const nodes = await Promise.all([openNode(), openNode(), openNode()])
  const answers = Promise.all(nodes.map((api) => api.get(events, { maxResults: 1 })))
  await vi.waitFor(() => expect(tokenCalls()).toBeGreaterThan(before))
  // Who waits says so in the connection: nobody else asks.
  expect((await connection()).grant!.renewal).not.toBeNull()
  release()
  for (const answer of await answers) expect(answer).toMatchObject({ kind: 'calendar#events' })
  expect({ renewals: oauth.renewals, calls: tokenCalls() - before }).toEqual({ renewals: 1, calls: 1 })
  expect((await connection()).grant).toMatchObject({ renewal: null, expiresAt: now + hour })
  // The refresh token that came with it is the one that is used next.
  await hourLater()
  await nodes[0].get(events, { maxResults: 1 })
  expect(oauth.renewals).toBe(2)
})

it('stores new tokens before it uses them, also where the store is away for a moment', async () => {
  const { calendarA: played } = test.sandbox
  played.oauth.rotates = true
  await hourLater()
  let changes = 0
  const node = await openNode((connections) => ({
    ...connections,
    change: (change) =>
      // The first one takes the renewal upon itself, the second one stores what came of it.
      ++changes === 2 ? Promise.reject(new Error('The store is away')) : connections.change(change),
  }))
  const { version } = (await connection()).grant!
  const stored: Promise<boolean>[] = []
  played.fault = ({ path }) => {
    if (path === events) stored.push(connection().then(({ grant }) => grant!.version !== version))
    return null
  }
  await node.get(events, { maxResults: 1 })
  expect(await Promise.all(stored)).toEqual([true])
  expect({ changes, renewals: played.oauth.renewals }).toEqual({ changes: 3, renewals: 1 })
})

it.each([
  { token: 'holds on', rotates: false },
  { token: 'is worth nothing any more', rotates: true },
])(
  'a node that is killed between a renewal and its storing, where the former token $token',
  async (given) => {
    const { calendarA: played } = test.sandbox
    played.oauth.rotates = given.rotates
    await hourLater()
    let changes = 0
    const killed = await openNode((connections) => ({
      ...connections,
      // It is dead when it would store what came.
      change: (change) => (++changes === 2 ? new Promise(() => {}) : connections.change(change)),
    }))
    void killed.get(events, { maxResults: 1 })
    await vi.waitFor(() => expect(changes).toBe(2))
    expect(played.oauth.renewals).toBe(1)
    // Others wait no longer than a renewal can take.
    now += 60_000
    const other = (await openNode()).get(events, { maxResults: 1 })
    if (given.rotates) {
      const remedy = 'Calendar A refuses access now (invalid_grant): connect it again'
      await expect(other).rejects.toThrow(remedy)
      expect((await connection()).disabled).toBe(remedy)
      expect((await connectInBrowser(test, 'calendar-a')).status).toBe(200)
      await test.synced('calendar-a')
    } else expect(await other).toMatchObject({ kind: 'calendar#events' })
    expect(played.oauth.renewals).toBe(given.rotates ? 1 : 2)
    expect((await connection()).disabled).toBeNull()
  },
)

it('keeps the refresh token where no other one comes', async () => {
  const { oauth } = test.sandbox.calendarA
  for (const renewals of [1, 2, 3]) {
    await hourLater()
    await test.sync('calendar-a')
    expect(oauth.renewals).toBe(renewals)
  }
  expect(await listed()).toMatchObject({ syncStatus: 'SUCCESS', errorMessage: null })
})

it('renews once what is refused before its time', async () => {
  const { oauth, calls } = test.sandbox.calendarA
  oauth.endAccess()
  const before = calls.length
  await test.sync('calendar-a')
  expect(oauth.renewals).toBe(1)
  expect(calls.slice(before).map(({ path }) => path)).toEqual([events, '/token', events])
})

it('a provider that is away, or answers nonsense, takes nothing away', async () => {
  const { calendarA: played } = test.sandbox
  const faults = [
    { status: 503, body: { error: 'backend_error' } },
    { status: 200, body: '<html>Sign in to the network</html>' },
    { status: 400, body: { error: 'temporarily_unavailable' } },
    { status: 401, body: { error: 'invalid_client' } },
    { status: 200, body: { access_token: 7 } },
  ]
  for (const fault of faults) {
    await hourLater()
    played.fault = ({ path }) => (path === '/token' ? fault : null)
    await test.sync('calendar-a')
    expect((await connection()).disabled).toBeNull()
    expect(await listed()).toMatchObject({ syncStatus: 'ERROR', errorMessage: expect.any(String) as string })
    played.fault = () => null
    await test.sync('calendar-a')
    expect(await listed()).toMatchObject({ syncStatus: 'SUCCESS', errorMessage: null })
  }
})

it('access that was withdrawn ends the syncs, says what to do, and is had again by connecting', async () => {
  const { oauth } = test.sandbox.calendarA
  oauth.withdraw()
  const remedy = 'Calendar A refuses access now (invalid_grant): connect it again'
  const status = await test.sync('calendar-a')
  expect(status['syncs']).toMatchObject([{ status: 'ERROR', errorMessage: remedy }])
  expect(await listed()).toMatchObject({ status: 'connected', syncStatus: 'ERROR', errorMessage: remedy })
  expect((await connection()).disabled).toBe(remedy)
  // Without force: it is no connection that anybody could mean to keep.
  expect((await connectInBrowser(test, 'calendar-a')).status).toBe(200)
  await test.synced('calendar-a')
  expect(await listed()).toMatchObject({ syncStatus: 'SUCCESS', errorMessage: null })
})

it('no token stands in logs, journals, answers or in what is stored', async () => {
  const { oauth, calls } = test.sandbox.calendarA
  await hourLater()
  await test.sync('calendar-a')
  oauth.withdraw()
  await test.sync('calendar-a')
  const tokens = calls.flatMap(({ headers, body }) => [
    ...(String(headers['authorization']).match(/ya29\.\w+/) ?? []),
    ...(decodeURIComponent(body).match(/1\/\/\w+|4\/\w+/) ?? []),
    ...(/code_verifier=([\w.~-]+)/.exec(body)?.slice(1) ?? []),
  ])
  expect(new Set(tokens).size).toBeGreaterThanOrEqual(5)
  const { documents } = store.organization(test.workspace.organization.id)
  const shown = JSON.stringify([
    test.logged,
    await syncRunsOf(test.workspace).read(),
    await test.workspace.audit.read(),
    (await test.ask('GET', '/api/integrations')).body,
    (await test.ask('GET', '/api/integrations/sync-status?provider=calendar-a')).body,
    (await documents.read('connections'))?.value,
    await test.workspace.claims.list(),
  ])
  for (const secret of [...tokens, oauth.clientSecret]) expect(shown).not.toContain(secret)
})

it('access that was revoked already is forgotten all the same, and the log says so', async () => {
  if (!isOAuthProvider(calendarA)) throw new Error('calendar-a is connected in a browser')
  const former = await connection()
  expect((await test.ask('POST', '/api/integrations/disconnect', { provider: 'calendar-a' })).status).toBe(
    200,
  )
  const warnings: string[] = []
  const logger = { warn: (message: string) => warnings.push(message), error: () => undefined }
  await revokeAccess(test.workspace, calendarA, former, { ...services, logger })
  expect(warnings).toEqual(['Calendar A answered 400 when its access was revoked'])
})

it('tokens that are refused as soon as they were given are requested once per run, and again in the next one', async () => {
  const { calendarA: played } = test.sandbox
  await hourLater()
  const api = await openNode()
  played.fault = ({ path }) =>
    path === events ? { status: 401, body: { error: { code: 401, message: 'Invalid Credentials' } } } : null
  for (let model = 0; model < 3; model++)
    await expect(api.get(events, { maxResults: 1 })).rejects.toThrow('Calendar A answered 401')
  // One as they had ended, one as they were refused.
  expect(played.oauth.renewals).toBe(2)
  await expect((await openNode()).get(events, { maxResults: 1 })).rejects.toThrow('answered 401')
  expect(played.oauth.renewals).toBe(3)
  played.fault = () => null
  expect(await api.get(events, { maxResults: 1 })).toMatchObject({ kind: 'calendar#events' })
  expect((await connection()).disabled).toBe(null)
})
