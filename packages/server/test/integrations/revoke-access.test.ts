// What a disconnect leaves at the service: nothing, where the service has a route for it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { playedAs } from '../support/connect-all.ts'
import { connectInBrowser } from '../support/connect-in-browser.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 3 })
})
afterAll(() => test.close())

type Browsed = 'crm-a' | 'crm-b' | 'chat-app' | 'calendar-a' | 'mail-a'
const disconnect = (provider: string) => test.ask('POST', '/api/integrations/disconnect', { provider })

it.each<[Browsed, string, string]>([
  ['crm-a', 'POST', '/oauth/2026-03/token/revoke'],
  ['crm-b', 'POST', '/oauth/revoke'],
  ['chat-app', 'POST', '/api/auth.revoke'],
  ['calendar-a', 'POST', '/revoke'],
  ['mail-a', 'POST', '/revoke'],
])('%s has its access revoked', async (id, method, path) => {
  const played = test.sandbox[playedAs[id]]
  await connectInBrowser(test, id)
  await test.synced(id)
  const token = played.calls.findLast(({ headers }) =>
    String(headers['authorization']).startsWith('Bearer '),
  )!
  expect(played.oauth.accepts(token)).toBe(true)
  const before = test.logged.length
  expect((await disconnect(id)).status).toBe(200)
  expect(played.calls.at(-1)).toMatchObject({ method, path })
  // A secret has no place in an address: those are logged on the way.
  expect(played.calls.at(-1)!.query.size).toBe(0)
  expect(played.oauth.accepts(token)).toBe(false)
  expect(JSON.stringify(test.logged.slice(before))).not.toContain('revoked')
})

it('is none of the other one’s where both stand on one application', async () => {
  // Google ends all that an application may see of an account at once.
  const { calendarA, mailA, environment } = test.sandbox
  mailA.oauth.clientId = calendarA.oauth.clientId
  const settings = { ...environment, SVC_PROVIDER_MAIL_A_CLIENT_ID: calendarA.oauth.clientId }
  const own = await openIntegrationServer({ companies: 3, providers: readConfig(settings).providers })
  for (const id of ['calendar-a', 'mail-a'] as const) {
    await connectInBrowser(own, id)
    await own.synced(id)
  }
  const isRevoked = ({ calls }: typeof calendarA | typeof mailA) => calls.at(-1)!.path === '/revoke'
  await own.ask('POST', '/api/integrations/disconnect', { provider: 'calendar-a' })
  expect(isRevoked(calendarA)).toBe(false)
  await own.ask('POST', '/api/integrations/disconnect', { provider: 'mail-a' })
  expect(isRevoked(mailA)).toBe(true)
  await own.close()
})

describe('rights that nothing needs', () => {
  const statusOf = async (provider: string) =>
    (await test.ask('GET', `/api/integrations/sync-status?provider=${provider}`)).body

  it('are named on the last page and with the status, and don’t keep anything from working', async () => {
    const { oauth } = test.sandbox.crmA
    oauth.adds = ['crm.objects.deals.write', 'tickets']
    const { status, page } = await connectInBrowser(test, 'crm-a', { force: true })
    oauth.adds = []
    expect(status).toBe(200)
    const warning =
      'CRM A granted more than is needed: crm.objects.deals.write, tickets. Take these away there, and connect again'
    expect(page).toContain(warning)
    await test.synced('crm-a')
    expect(await statusOf('crm-a')).toMatchObject({ status: 'connected', warnings: [warning] })
    expect((await connectInBrowser(test, 'crm-a', { force: true })).page).not.toContain('more than is needed')
    expect(await statusOf('crm-a')).not.toHaveProperty('warnings')
  })

  it('are known of applications that ask for them where they are registered', async () => {
    const { oauth } = test.sandbox.crmB
    oauth.adds = ['base', 'deals:read', 'contacts:read', 'users:read', 'deals:full']
    await connectInBrowser(test, 'crm-b', { force: true })
    oauth.adds = []
    expect((await statusOf('crm-b'))['warnings']).toEqual([expect.stringContaining('needed: deals:full.')])
  })

  it('are told of a key where the service tells them', async () => {
    const { analyticsA } = test.sandbox
    const config = { apiKey: analyticsA.apiKey, region: 'us', projectId: analyticsA.projectId }
    const connect = () =>
      test.ask('POST', '/api/integrations/connect', { provider: 'analytics-a', config, force: true })
    analyticsA.scopes.splice(0, 1, '*')
    expect((await connect()).body).toMatchObject({
      connected: true,
      warnings: ['Analytics A granted more than is needed: all. Take these away there, and connect again'],
    })
    // A service of one's own may not know the question.
    analyticsA.fault = ({ path }) => (path.includes('personal_api_keys') ? { status: 404, body: {} } : null)
    expect((await connect()).body).not.toHaveProperty('warnings')
    analyticsA.fault = () => null
    analyticsA.scopes.splice(0, 1, 'query:read')
    expect((await connect()).body).not.toHaveProperty('warnings')
  })
})
