import { connectionsOf } from '../../src/integrations/connections.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectInBrowser, openBrowser } from '../support/connect-in-browser.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let now = Date.now()
let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 40, clock: () => now })
})
afterAll(() => test.close())

const status = async (sessionId: unknown) =>
  (await test.ask('GET', `/api/integrations/connect/status?sessionId=${String(sessionId)}`)).body
const begin = async (options: object = {}) =>
  (await test.ask('POST', '/api/integrations/connect', { provider: 'calendar-a', ...options })).body
const connection = async () => (await connectionsOf(test.workspace).read())['calendar-a']

describe('a connection in the browser', () => {
  it('is told as what it is', async () => {
    const { body } = await test.ask('GET', '/api/integrations/capabilities?provider=calendar-a')
    expect(body['provider']).toMatchObject({
      authType: 'oauth',
      setupMode: 'browser_auth',
      credentialType: 'oauth',
      requiredFields: [],
    })
    const refused = await test.ask('POST', '/api/integrations/connect', {
      provider: 'calendar-a',
      config: { apiKey: 'x' },
    })
    expect(refused.status).toBe(400)
    expect(refused.body['error']).toContain('config.apiKey is not a known field')
  })

  it('fails with what the provider refused', async () => {
    const ended = await connectInBrowser(test, 'calendar-a', { decision: 'deny' })
    expect(ended).toMatchObject({ status: 400, page: expect.stringContaining('was refused') as string })
    expect(await status(ended.sessionId)).toEqual({
      status: 'failed',
      provider: 'calendar-a',
      error: 'The permission was refused at Calendar A: nothing is connected',
    })
    expect(await connection()).toBeUndefined()
  })

  it('fails where the person allows less than is needed', async () => {
    const { oauth } = test.sandbox.calendarA
    oauth.grants = ['https://www.googleapis.com/auth/calendar.events.readonly']
    const ended = await connectInBrowser(test, 'calendar-a')
    oauth.grants = null
    expect(ended.status).toBe(400)
    expect(ended.page).toContain('calendar.calendars.readonly')
    expect(await connection()).toBeUndefined()
  })

  it('takes the answer from the browser that began, once, and no other state', async () => {
    const { sessionId, connectUrl } = await begin()
    expect(await status(sessionId)).toEqual({ status: 'pending', provider: 'calendar-a' })
    const [browser, stranger] = [openBrowser(test), openBrowser(test)]
    const back = await browser.decide(await browser.goOn(String(connectUrl)), 'allow')
    const state = new URL(back).searchParams.get('state')!
    const forged = new URL(back)
    forged.searchParams.set('state', `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`)
    expect((await browser.open(forged.href)).status).toBe(400)
    for (const wrong of [
      '',
      'x',
      `${state}x`,
      `${state.slice(0, state.indexOf('.'))}.${'0'.repeat(36)}.nobody`,
    ]) {
      forged.searchParams.set('state', wrong)
      expect((await browser.open(forged.href)).status).toBe(400)
    }
    expect((await browser.open(`${back}&state=${state}`)).status).toBe(400)
    // Without the cookie, and with that of another session.
    expect((await stranger.open(back)).status).toBe(403)
    await stranger.goOn(String((await begin())['connectUrl']))
    expect((await stranger.open(back)).status).toBe(403)
    expect((await status(sessionId))['status']).toBe('pending')
    const [first, second] = await Promise.all([browser.open(back), browser.open(back)])
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]))
    expect((await browser.open(back)).status).toBe(409)
    expect(await status(sessionId)).toEqual({ status: 'connected', provider: 'calendar-a' })
    // The page that began it is over, too.
    expect((await browser.open(String(connectUrl))).status).toBe(410)
  })

  it('counts as connected, with tokens that stand nowhere in the open', async () => {
    const { body } = await test.ask('GET', '/api/integrations?connectedOnly=true')
    expect(body['items']).toMatchObject([{ id: 'calendar-a', status: 'connected', errorMessage: null }])
    const stored = JSON.stringify(await connection())
    expect(stored).not.toContain('ya29.')
    expect(stored).not.toContain('1//')
    expect(await begin()).toMatchObject({ alreadyConnected: true, connected: true })
    const page = await openBrowser(test).open(String((await begin())['connectUrl']))
    expect(page.page).toContain('Calendar A is connected')
  })

  it('is rebuilt by force', async () => {
    const before = (await connection())!.generation
    expect((await connectInBrowser(test, 'calendar-a', { force: true })).status).toBe(200)
    expect((await connection())!.generation).not.toBe(before)
    expect((await connectionsOf(test.workspace).read())['calendar-a']!.grant).toMatchObject({
      account: 'mira@vendor.example',
    })
  })

  it('is not opened again by who is sent off at the moment when the answer of another comes', async () => {
    const { sessionId, connectUrl } = await begin({ force: true })
    const [first, second] = [openBrowser(test), openBrowser(test)]
    const back = await first.decide(await first.goOn(String(connectUrl)), 'allow')
    const { claims } = test.workspace
    const settle = claims.settle.bind(claims)
    let ended: { status: number } | null = null
    const held = vi.spyOn(claims, 'settle').mockImplementationOnce(async (...given) => {
      ended = await first.open(back)
      return settle(...given)
    })
    const location = await second.goOn(String(connectUrl))
    held.mockRestore()
    expect(ended).toMatchObject({ status: 200 })
    const { generation } = (await connection())!
    expect(await status(sessionId)).toMatchObject({ status: 'connected' })
    expect((await second.open(String(connectUrl))).status).toBe(410)
    expect((await second.open(await second.decide(location, 'allow'))).status).toBe(409)
    expect((await connection())!.generation).toBe(generation)
  })

  it('of two browsers that are sent off at once, one connects', async () => {
    const { sessionId, connectUrl } = await begin({ force: true })
    const browsers = [openBrowser(test), openBrowser(test)]
    const locations = await Promise.all(browsers.map((browser) => browser.goOn(String(connectUrl))))
    const backs = await Promise.all(
      browsers.map((browser, index) => browser.decide(locations[index]!, 'allow')),
    )
    // Each answer is brought twice.
    const ended = await Promise.all(
      browsers.flatMap((browser, index) => [browser.open(backs[index]!), browser.open(backs[index]!)]),
    )
    expect(ended.filter((one) => one.status === 200)).toHaveLength(1)
    expect(await status(sessionId)).toMatchObject({ status: 'connected' })
  })

  it('is over after ten minutes', async () => {
    const { sessionId, connectUrl } = await begin({ force: true })
    const browser = openBrowser(test)
    const back = await browser.decide(await browser.goOn(String(connectUrl)), 'allow')
    now += 10 * 60_000
    expect((await browser.open(back)).status).toBe(410)
    expect((await browser.open(String(connectUrl))).status).toBe(410)
    expect(await status(sessionId)).toEqual({ status: 'expired', provider: 'calendar-a' })
    const unknown = await test.ask('GET', '/api/integrations/connect/status?sessionId=x')
    expect(unknown).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('sessionId names no session') as string },
    })
  })

  it('is begun by a form of our own page alone', async () => {
    const { connectUrl } = await begin({ force: true })
    const session = new URL(String(connectUrl)).searchParams.get('session')!
    for (const site of ['cross-site', 'same-site', 'none']) {
      const response = await test.server.fetch(
        new Request(new URL('connect', String(connectUrl)), {
          method: 'POST',
          headers: { 'sec-fetch-site': site, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ session }).toString(),
        }),
      )
      expect(response.status).toBe(403)
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  })

  it('leads nowhere but to the provider', async () => {
    const { connectUrl } = await begin({ force: true })
    const url = new URL(String(connectUrl))
    for (const name of ['redirect_uri', 'next', 'return_to'])
      url.searchParams.set(name, 'https://evil.example')
    const location = new URL(await openBrowser(test).goOn(url.href))
    expect(location.origin).toBe(test.sandbox.calendarA.origin)
    expect(location.searchParams.get('redirect_uri')).toBe('http://localhost/integrations/callback')
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    })
  })
})

describe('the plan', () => {
  it('has one last place, whoever races for it', async () => {
    const own = await openIntegrationServer({ companies: 6 })
    const limit = (connections: number) =>
      own.workspace.updateDocument((document) => void (document.limits.connections = connections))
    await limit(1)
    const browser = openBrowser(own)
    const { body } = await own.ask('POST', '/api/integrations/connect', { provider: 'calendar-a' })
    const back = await browser.decide(await browser.goOn(String(body['connectUrl'])), 'allow')
    const direct = await own.ask('POST', '/api/integrations/connect', {
      provider: 'billing-a',
      config: { apiKey: own.sandbox.billingA.apiKey },
    })
    expect(direct.status).toBe(200)
    const ended = await browser.open(back)
    expect(ended).toMatchObject({
      status: 400,
      page: expect.stringContaining('allows 1 connections') as string,
    })
    expect(
      (await own.ask('GET', `/api/integrations/connect/status?sessionId=${String(body['sessionId'])}`)).body,
    ).toMatchObject({ status: 'failed', error: expect.stringContaining('allows 1 connections') as string })
    const refused = await own.ask('POST', '/api/integrations/connect', { provider: 'calendar-a' })
    expect(refused).toMatchObject({ status: 403, body: { currentConnections: 1, limit: 1 } })
    await own.close()
  })
})

describe('two who race in browsers', () => {
  it('for one provider connect it once, and for the last place one of them gets it', async () => {
    const own = await openIntegrationServer({ companies: 6 })
    await own.workspace.updateDocument((document) => void (document.limits.connections = 1))
    const race = async (providers: readonly string[]) => {
      const backs = await Promise.all(
        providers.map(async (provider) => {
          const { body } = await own.ask('POST', '/api/integrations/connect', { provider, force: true })
          const browser = openBrowser(own)
          const back = await browser.decide(await browser.goOn(String(body['connectUrl'])), 'allow')
          return { back, browser, sessionId: String(body['sessionId']) }
        }),
      )
      const ended = await Promise.all(backs.map(({ back, browser }) => browser.open(back)))
      return ended.map(({ status: code }) => code)
    }
    const codes = await race(['calendar-a', 'mail-a'])
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 400)).toHaveLength(1)
    const [winner] = Object.keys(await connectionsOf(own.workspace).read())
    expect(await race([winner!, winner!])).toEqual([200, 200])
    expect(Object.keys(await connectionsOf(own.workspace).read())).toEqual([winner])
    await own.close()
  })
})

describe('a server without an application of the provider', () => {
  it('names the settings that it lacks', async () => {
    const own = await openIntegrationServer({ companies: 3, providers: {} })
    const { status: code, body } = await own.ask('POST', '/api/integrations/connect', {
      provider: 'calendar-a',
    })
    expect(code).toBe(400)
    expect(body['error']).toContain('SVC_PROVIDER_CALENDAR_A_CLIENT_ID')
    await own.close()
  })
})
