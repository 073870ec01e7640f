// Credentials and answers of a browser that are no good, with each of the twelve: a status, a message with the remedy, and
// nothing is connected.
import { connectionsOf } from '../../src/integrations/connections.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../../../examples/provider-sandbox/src/http.ts'
import { configOf, type ConnectedId, connectedIds, connectOne, playedAs } from '../support/connect-all.ts'
import { connectInBrowser, openBrowser } from '../support/connect-in-browser.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let now = Date.now()
let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 3, clock: () => now })
})
afterAll(() => test.close())

const played = <Id extends ConnectedId>(id: Id) => test.sandbox[playedAs[id]]
const isConnected = async (id: ConnectedId) => (await connectionsOf(test.workspace).read())[id] !== undefined
const keyed = [
  'billing-a',
  'support-a',
  'calls-a',
  'calls-b',
  'analytics-a',
  'auth-analytics-a',
  'auth-analytics-b',
] as const
const browsed = connectedIds.filter((id): id is Exclude<ConnectedId, (typeof keyed)[number]> =>
  keyed.every((other) => other !== id),
)

const wrong: Record<(typeof keyed)[number], [field: string, value: string]> = {
  'billing-a': ['apiKey', 'rk_test_wrong'],
  'support-a': ['apiToken', 'wrong'],
  'calls-a': ['apiKey', 'wrong'],
  'calls-b': ['apiKey', 'wrong'],
  'analytics-a': ['apiKey', 'phx_wrong0000'],
  'auth-analytics-a': ['serviceRoleKey', 'wrong'],
  'auth-analytics-b': ['secretKey', 'sk_test_wrong'],
}

describe.each([...keyed])('%s, connected by a key', (id) => {
  const connect = (config: Record<string, string>) =>
    test.ask('POST', '/api/integrations/connect', { provider: id, config })
  const good = () => configOf(test.sandbox, id)!
  const [field, value] = wrong[id]
  afterEach(async () => {
    played(id).fault = () => null
    expect(await isConnected(id)).toBe(false)
  })

  it('refuses a wrong one, and names its field', async () => {
    const { status, body } = await connect({ ...good(), [field]: value })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: expect.stringMatching(/connect again with/) as string })
    expect(JSON.stringify(body)).not.toContain(value === 'wrong' ? '"wrong"' : value)
  })

  it('says what is missing, and what is not known', async () => {
    const { [field]: _, ...rest } = good()
    expect(await connect(rest)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(`Missing required fields: ${field}`) as string },
    })
    expect(await connect({ ...good(), nonsense: 'x' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('config.nonsense is not a known field') as string },
    })
    expect((await connect({ ...good(), [field]: `${good()[field]}\u0000☃` })).status).toBe(400)
  })

  it.each<[string, Reply, number, RegExp]>([
    ['one that may do too little', { status: 403, body: { message: 'scope' } }, 400, /403.*: \w+/],
    ['what answers with a page', { status: 200, body: '<html>Sign in</html>' }, 503, /no JSON/],
    ['what answers {"ok":false}', { status: 200, body: { ok: false } }, 503, /can't be checked now/],
    [
      'a service that is away',
      { status: 503, body: {}, headers: { 'retry-after': '3600' } },
      503,
      /asks to wait until/,
    ],
  ])('refuses %s', async (_, reply, code, says) => {
    played(id).fault = () => reply
    const { status, body } = await connect(good())
    expect({ status, error: body['error'] }).toEqual({
      status: code,
      error: expect.stringMatching(says) as string,
    })
  })
})

describe.each(browsed)('%s, connected in a browser', (id) => {
  const begin = async () => (await test.ask('POST', '/api/integrations/connect', { provider: id })).body
  const failure = async (sessionId: string) =>
    (await test.ask('GET', `/api/integrations/connect/status?sessionId=${sessionId}`)).body
  beforeEach(async () => {
    if (await isConnected(id)) await test.ask('POST', '/api/integrations/disconnect', { provider: id })
  })
  afterEach(() => {
    played(id).fault = () => null
    played(id).oauth.grants = null
    played(id).oauth.adds = []
  })

  it('takes no state that was forged, is another one’s, was used or is over', async () => {
    const { connectUrl } = await begin()
    const browser = openBrowser(test)
    const back = await browser.decide(await browser.goOn(String(connectUrl)), 'allow')
    const state = new URL(back).searchParams.get('state')!
    const other = openBrowser(test)
    const foreign = new URL(await other.goOn(String((await begin())['connectUrl']))).searchParams.get(
      'state',
    )!
    const changed = `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`
    for (const forged of [changed, foreign, 'x', '']) {
      const address = new URL(back)
      address.searchParams.set('state', forged)
      expect([400, 403]).toContain((await browser.open(address.href)).status)
    }
    expect((await other.open(back)).status).toBe(403)
    now += 10 * 60_000
    expect((await browser.open(back)).status).toBe(410)
    expect(await isConnected(id)).toBe(false)
    const next = openBrowser(test)
    const again = await next.decide(await next.goOn(String((await begin())['connectUrl'])), 'allow')
    expect((await next.open(again)).status).toBe(200)
    expect((await next.open(again)).status).toBe(409)
    expect(await isConnected(id)).toBe(true)
  })

  it('says what was refused', async () => {
    const { sessionId } = await connectInBrowser(test, id, { decision: 'deny' })
    expect(await failure(sessionId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('was refused') as string,
    })
    expect(await isConnected(id)).toBe(false)
  })

  it('is not connected where less is granted than is needed', async () => {
    // Where nothing is asked for, the service refuses what is read.
    if (id === 'crm-b')
      played(id).fault = ({ path }) =>
        path.startsWith('/api/v2')
          ? { status: 403, body: { success: false, error: 'Scope and URL mismatch' } }
          : null
    else played(id).oauth.grants = []
    const { status, sessionId } = await connectInBrowser(test, id)
    expect(status).toBe(400)
    expect(await failure(sessionId)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/allow \w|give the application the scopes/) as string,
    })
    expect(await isConnected(id)).toBe(false)
  })

  it.each<[string, Reply]>([
    ['a page', { status: 200, body: '<html>Sign in</html>' }],
    ['{"ok":false}', { status: 200, body: { ok: false } }],
    ['nothing', { status: 200, body: '' }],
    ['a list', { status: 200, body: [] }],
    ['a token that is a number', { status: 200, body: { ok: true, access_token: 7, token_type: 'bearer' } }],
    ['a refusal', { status: 400, body: { error: 'invalid_client' } }],
  ])('says what is wrong where %s comes for a token', async (_, reply) => {
    played(id).fault = ({ path }) => (/token|oauth\.v2\.access/.test(path) ? reply : null)
    const { status, sessionId } = await connectInBrowser(test, id)
    expect(status).toBe(400)
    expect(await failure(sessionId)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/\w{3,} \w+/) as string,
    })
    expect(await isConnected(id)).toBe(false)
  })
})

/** What is there to be warned of, with each whose service tells what credentials may do. */
describe('credentials that may do more than is needed', () => {
  const warning = (right: string) =>
    expect.stringContaining(`granted more than is needed: ${right}. Take these away there`) as string
  const warningsOf = async (id: ConnectedId) =>
    (await test.ask('GET', `/api/integrations/sync-status?provider=${id}`)).body['warnings']

  it.each(browsed)('of %s are taken, and told', async (id) => {
    const { oauth } = played(id)
    oauth.adds = ['admin.everything']
    const { status } = await connectInBrowser(test, id, { force: true })
    oauth.adds = []
    expect(status).toBe(200)
    expect(await warningsOf(id)).toEqual([warning('admin.everything')])
    expect((await connectInBrowser(test, id, { force: true })).status).toBe(200)
    expect(await warningsOf(id)).toBeUndefined()
  })

  it('of analytics-a are taken, and told', async () => {
    const { analyticsA } = test.sandbox
    analyticsA.scopes.push('project:write')
    await connectOne(test, 'analytics-a', true)
    expect(await warningsOf('analytics-a')).toEqual([warning('project:write')])
    analyticsA.scopes.pop()
    await connectOne(test, 'analytics-a', true)
    expect(await warningsOf('analytics-a')).toBeUndefined()
  })

  it('of billing-a, which may do everything, are refused', async () => {
    const config = { apiKey: 'sk_live_everything' }
    const { status, body } = await test.ask('POST', '/api/integrations/connect', {
      provider: 'billing-a',
      config,
    })
    expect({ status, error: body['error'] }).toEqual({
      status: 400,
      error: expect.stringContaining('must be a restricted key (rk_…)') as string,
    })
  })
})

describe.each(browsed.filter((id) => id !== 'crm-b'))('%s, where one right is missing', (id) => {
  it('is not connected, and names the one', async () => {
    const { oauth } = played(id)
    oauth.grants = []
    const { sessionId: all } = await connectInBrowser(test, id, { force: true })
    const told = async (sessionId: string) =>
      String((await test.ask('GET', `/api/integrations/connect/status?sessionId=${sessionId}`)).body['error'])
    const needed = (await told(all)).split('and allow ')[1]!.split(', ')
    expect(needed.length).toBeGreaterThan(0)
    for (const scope of needed) {
      oauth.grants = needed.filter((one) => one !== scope)
      const { status, sessionId } = await connectInBrowser(test, id, { force: true })
      expect(status).toBe(400)
      expect((await told(sessionId)).endsWith(`and allow ${scope}`)).toBe(true)
    }
    oauth.grants = null
  })
})

describe.each(connectedIds)('%s, whose credentials end once it is connected', (id) => {
  it('stops its syncs with the remedy, and goes on once it is connected again', async () => {
    await connectOne(test, id, true)
    await test.synced(id)
    const one = played(id)
    if ('oauth' in one) one.oauth.withdraw()
    else one.fault = () => ({ status: 401, body: { message: 'expired' } })
    const { syncs } = await test.sync(id)
    for (const model of syncs as object[])
      expect(model).toMatchObject({
        status: 'ERROR',
        errorMessage: expect.stringMatching(/connect (?:it )?again/) as string,
      })
    // Nobody is asked any more, however long that lasts.
    const connection = (await connectionsOf(test.workspace).read())[id]!
    expect(connection.disabled).not.toBe(null)
    one.fault = () => null
    await connectOne(test, id)
    for (const model of (await test.synced(id))['syncs'] as object[])
      expect(model).not.toMatchObject({ status: 'ERROR' })
  })
})
