// Sign-in by a real OpenID provider on loopback.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startOpenIdProvider } from '../support/open-id-provider.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
let test: TestServer
const verified = (email: string) => ({ email, email_verified: true, name: 'Ada' })

beforeAll(async () => {
  provider = await startOpenIdProvider('http://localhost/sign-in/openid/callback', {
    ada: verified('Ada@acme.example'),
    newcomer: verified('new@ours.example'),
    stranger: verified('stranger@gmail.example'),
    lookalike: verified('eve@evilours.example'),
    unverified: { email: 'ada@acme.example', email_verified: false },
    nameless: {},
  })
  test = await openTestServer({
    openId: {
      issuer: provider.issuer,
      clientId: 'console',
      clientSecret: 'a secret',
      label: 'Acme ID',
      domains: ['ours.example'],
      newcomerRole: 'editor',
    },
  })
})
afterAll(async () => {
  await test.close()
  await provider.close()
})

const get = (address: string, cookie = '') =>
  test.server.fetch(new Request(address, { headers: { cookie, 'sec-fetch-mode': 'navigate' } }))

const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';', 1)[0]!

async function begin() {
  const response = await get('http://localhost/sign-in/openid')
  expect(response.status).toBe(303)
  return { url: response.headers.get('location')!, cookie: cookieOf(response) }
}

/** What the server answers to somebody who comes back from the provider. */
async function comeBack(name: string): Promise<Response> {
  const { url, cookie } = await begin()
  return get(await provider.logIn(url, name), cookie)
}

async function sessionOf(response: Response) {
  expect({ status: response.status, location: response.headers.get('location') }).toEqual({
    status: 303,
    location: 'http://localhost/',
  })
  const browser = openBrowser(test.server)
  browser.cookie = cookieOf(response)
  return (await browser.ask('GET', '/api/session')).body
}

it('is one of the ways to sign in', async () => {
  const { ways } = (await openBrowser(test.server).ask('GET', '/api/session')).body
  expect(ways.openId).toEqual({ label: 'Acme ID', url: 'http://localhost/sign-in/openid' })
})

it('lets in who was invited, with the role of the invitation, and takes the link away', async () => {
  const body = { email: 'ada@acme.example', role: 'viewer' }
  await test.done('POST', '/api/workspace-users', body)
  const session = await sessionOf(await comeBack('ada'))
  expect(session).toMatchObject({
    signedIn: true,
    user: { email: 'ada@acme.example', name: 'Ada', role: 'viewer' },
  })
  const [user] = test.workspace.document.users
  expect(user).toMatchObject({ access: 'active', link: null, password: null })
})

it('makes a user of who has an address of a domain of ours, once', async () => {
  for (const _ of [1, 2]) {
    const { user } = await sessionOf(await comeBack('newcomer'))
    expect(user).toMatchObject({ email: 'new@ours.example', role: 'editor' })
  }
  expect(test.workspace.document.users.filter(({ email }) => email === 'new@ours.example')).toHaveLength(1)
  expect(await test.workspace.audit.read()).toContainEqual(
    expect.objectContaining({
      commandId: 'session.openId',
      after: expect.objectContaining({ role: 'editor' }) as object,
    }),
  )
})

it.each(['stranger', 'lookalike', 'unverified', 'nameless'])('turns away the %s', async (name) => {
  const before = test.workspace.document.users.length
  const response = await comeBack(name)
  expect(response.status).toBe(403)
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(await response.text()).toContain('Not signed in')
  expect(test.workspace.document.users).toHaveLength(before)
})

it('turns away whose access is disabled', async () => {
  const { id } = test.workspace.document.users.find(({ email }) => email === 'new@ours.example')!
  await test.done('PATCH', `/api/workspace-users/${id}`, { access: 'disabled' })
  expect((await comeBack('newcomer')).status).toBe(403)
})

it('accepts an answer once, in the browser that began, and none that somebody made', async () => {
  const [mine, other] = [await begin(), await begin()]
  const back = await provider.logIn(mine.url, 'ada')
  expect((await get(back)).status).toBe(403)
  expect((await get(back, 'svc_openid=bm8')).status).toBe(403)
  expect((await get(back, other.cookie)).status).toBe(403)
  expect((await get(back.replace('state=', 'state=x'), mine.cookie)).status).toBe(403)
  expect((await get(back.replace('code=', 'code=x'), mine.cookie)).status).toBe(403)
  expect(
    (await get('http://localhost/sign-in/openid/callback?error=access_denied', mine.cookie)).status,
  ).toBe(403)
  expect((await get(back, mine.cookie)).status).toBe(303)
  expect((await get(back, mine.cookie)).status).toBe(403)
})

it('says so where the provider can’t be reached', async () => {
  const alone = await openTestServer({
    openId: {
      issuer: 'http://127.0.0.1:9',
      clientId: 'console',
      clientSecret: 'a secret',
      label: 'Acme ID',
      domains: [],
      newcomerRole: 'viewer',
    },
  })
  const response = await alone.server.fetch(new Request('http://localhost/sign-in/openid'))
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('Acme ID can&#39;t be reached now')
  await alone.close()
})
