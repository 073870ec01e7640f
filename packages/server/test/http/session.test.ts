import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { routes, type Role } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { type Browser, openBrowser, password, signedIn, tokenOf } from '../support/browser.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

const dayMs = 24 * 60 * 60_000
let test: TestServer
let skipped = 0

beforeAll(async () => {
  test = await openTestServer({ store: memoryStore(), clock: () => Date.now() + skipped })
})
afterAll(() => test.close())

let people = 0
const join = (role: Role) => signedIn(test, role)

const signIn = (email: string, given = password) =>
  openBrowser(test.server).ask('POST', '/api/session', { email, password: given })

describe('a session', () => {
  it('says who asks, what they may, and how one signs in', async () => {
    const nobody = await openBrowser(test.server).ask('GET', '/api/session')
    expect(nobody).toMatchObject({
      status: 200,
      body: {
        signedIn: false,
        user: null,
        grants: [],
        organization: null,
        ways: { password: true, openId: null },
      },
    })
    const ada = await join('viewer')
    const { status, body } = await ada.ask('GET', '/api/session')
    expect(status).toBe(200)
    expect(v.safeParse(routes.getSession.responses[200], body).issues).toBeUndefined()
    expect(body).toMatchObject({ signedIn: true, user: { role: 'viewer' }, organization: { slug: 'acme' } })
    expect(body.grants).toContain('customer_intelligence:read')
    expect(body.grants).not.toContain('agents:write')
    const key = await test.ask('GET', '/api/session')
    expect(key.body).toMatchObject({ signedIn: true, user: null, organization: { slug: 'acme' } })
  })

  it('begins with the password, whatever case the address is written in', async () => {
    const { email } = await join('viewer')
    expect(await signIn(email.toUpperCase())).toMatchObject({ status: 200, body: { user: { email } } })
  })

  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await join('viewer')
    const [wrong, unknown] = [await signIn(email, 'not the password'), await signIn('nobody@acme.example')]
    expect(wrong).toEqual({ status: 401, body: { error: 'E-mail address or password is wrong' } })
    expect(unknown).toEqual(wrong)
  })

  it('has a cookie that scripts can’t read, and that only goes over TLS where there is TLS', async () => {
    const { email } = await join('viewer')
    const plain = openBrowser(test.server)
    await plain.ask('POST', '/api/session', { email, password })
    expect(plain.setCookie).toMatch(
      /^svc_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    )
    const secure = openBrowser(test.server)
    const headers = { 'x-forwarded-proto': 'https' }
    const { body } = await secure.ask('POST', '/api/session', { email, password }, headers)
    expect(body.isSecure).toBe(true)
    expect(secure.setCookie).toMatch(/^__Host-svc_session=[\w-]{43}; .*; Secure$/)
    expect((await secure.ask('GET', '/api/session', undefined, headers)).body.signedIn).toBe(true)
    expect((await secure.ask('GET', '/api/session')).body.signedIn).toBe(false)
  })

  it('is another one after each sign-in, and the one before ends', async () => {
    const ada = await join('viewer')
    const before = ada.cookie!
    await ada.ask('POST', '/api/session', { email: ada.email, password })
    expect(ada.cookie).not.toBe(before)
    expect((await test.server.fetch(withCookie(before))).status).toBe(401)
  })

  it('ends at once when one signs out, also for whoever stole the cookie', async () => {
    const ada = await join('viewer')
    const stolen = ada.cookie!
    expect((await test.server.fetch(withCookie(stolen))).status).toBe(200)
    expect(await ada.ask('POST', '/api/session/end')).toEqual({ status: 200, body: { ended: 1 } })
    expect(ada.cookie).toBeNull()
    expect((await test.server.fetch(withCookie(stolen))).status).toBe(401)
  })

  it('ends everywhere else on request, and stays here', async () => {
    const ada = await join('viewer')
    const elsewhere = openBrowser(test.server)
    await elsewhere.ask('POST', '/api/session', { email: ada.email, password })
    expect((await ada.ask('POST', '/api/session/end', { others: true })).body).toEqual({ ended: 1 })
    expect((await ada.ask('GET', '/api/session')).body.signedIn).toBe(true)
    expect((await elsewhere.ask('GET', '/api/session')).body.signedIn).toBe(false)
  })

  it('lives thirty days from its last use', async () => {
    const [used, idle] = [await join('viewer'), await join('viewer')]
    skipped = 29 * dayMs
    expect((await used.ask('GET', '/api/session')).body.signedIn).toBe(true)
    skipped = 31 * dayMs
    expect((await used.ask('GET', '/api/session')).body.signedIn).toBe(true)
    expect((await idle.ask('GET', '/api/session')).body.signedIn).toBe(false)
    expect(idle.cookie).toBeNull()
    skipped = 0
  })

  it('is nothing that a key beside it minds: the key decides, and no cookie is set', async () => {
    const ada = await join('viewer')
    ada.setCookie = ''
    const { status, body } = await ada.ask('GET', '/api/session', undefined, {
      authorization: `Bearer ${test.apiKey}`,
    })
    expect({ status, user: body.user, setCookie: ada.setCookie }).toEqual({
      status: 200,
      user: null,
      setCookie: '',
    })
    const wrong = { authorization: 'Bearer ok_nothing' }
    expect((await ada.ask('GET', '/api/session', undefined, wrong)).status).toBe(401)
    expect((await ada.ask('GET', '/api/settings', undefined, wrong)).status).toBe(401)
  })

  it('tells of the person in the audit of what they change', async () => {
    const ada = await join('admin')
    await ada.ask('PATCH', '/api/settings', { defaultTimezone: 'Europe/Berlin' })
    expect(await test.workspace.audit.read()).toContainEqual(
      expect.objectContaining({ commandId: 'settings.update', apiKeyId: `user:${ada.id}` }),
    )
  })
})

describe('a request of another website', () => {
  const fromElsewhere: [string, Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another subdomain', { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost' }],
    ['a browser that says nothing but the origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['a sandboxed frame', { 'sec-fetch-site': '', origin: 'null' }],
  ]
  it.each(fromElsewhere)('changes nothing by the cookie of a session: %s', async (_, headers) => {
    const ada = await join('admin')
    const { status } = await ada.ask('PATCH', '/api/settings', { defaultTimezone: 'UTC' }, headers)
    expect(status).toBe(403)
    for (const path of ['/api/session', '/api/session/accept', '/api/session/end', '/api/session/password'])
      expect((await ada.ask('POST', path, { email: ada.email, password }, headers)).status).toBe(403)
    expect((await ada.ask('GET', '/api/session')).body.signedIn).toBe(true)
  })

  it('is let in by the origin where the browser says no more', async () => {
    const ada = await join('admin')
    const change = (headers: Record<string, string>) => {
      const request = new Request('http://localhost/api/settings', {
        method: 'PATCH',
        headers: { cookie: ada.cookie!, 'content-type': 'application/json', ...headers },
        body: '{"identityMergeSuggestions":true}',
      })
      return test.server.fetch(request).then(({ status }) => status)
    }
    expect(await change({ origin: 'http://localhost' })).toBe(200)
    expect(await change({ origin: 'http://localhost:99' })).toBe(403)
    expect(await change({})).toBe(403)
  })

  it('gets no word of another origin, and forms are no JSON', async () => {
    const ada = await join('admin')
    const preflight = await test.server.fetch(
      new Request('http://localhost/api/settings', {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example' },
      }),
    )
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    const { status } = await ada.ask('PATCH', '/api/settings', {}, { 'content-type': 'text/plain' })
    expect(status).toBe(415)
  })
})

describe('a link', () => {
  const accept = (url: string, more: object = {}) =>
    openBrowser(test.server).ask('POST', '/api/session/accept', { token: tokenOf(url), password, ...more })

  it('works once, also for ten at once', async () => {
    const { link } = await test.done('POST', '/api/workspace-users', {
      email: 'once@acme.example',
      role: 'viewer',
    })
    const statuses = await Promise.all(Array.from({ length: 10 }, () => accept(link.url)))
    expect(statuses.map(({ status }) => String(status)).toSorted()).toEqual([
      '200',
      ...Array.from({ length: 9 }, () => '404'),
    ])
    expect((await accept(link.url)).status).toBe(404)
  })

  it('works for seven days', async () => {
    const { link } = await test.done('POST', '/api/workspace-users', {
      email: 'late@acme.example',
      role: 'viewer',
    })
    skipped = 7 * dayMs + 1_000
    expect((await accept(link.url)).status).toBe(404)
    skipped = 0
    expect((await accept(link.url)).status).toBe(200)
  })

  it('is replaced by the next, which ends the sessions; the password holds until there is another', async () => {
    const ada = await join('viewer')
    const first = await test.done('POST', `/api/workspace-users/${ada.id}/link`)
    const second = await test.done('POST', `/api/workspace-users/${ada.id}/link`)
    expect((await ada.ask('GET', '/api/session')).body.signedIn).toBe(false)
    expect((await accept(first.link.url)).status).toBe(404)
    expect((await signIn(ada.email)).status).toBe(200)
    expect((await accept(second.link.url, { password: 'battery horse correct' })).status).toBe(200)
    expect((await signIn(ada.email)).status).toBe(401)
    expect((await signIn(ada.email, 'battery horse correct')).status).toBe(200)
  })

  it.each([
    ['short', 'elevenchars'],
    ['the address itself', 'weak@acme.example'],
  ])('takes no password that is %s', async (_, weak) => {
    const email = 'weak@acme.example'
    const { id } = (await test.ask('GET', '/api/workspace-users?limit=200')).body.result.data.users.find(
      (user: { email: string }) => user.email === email,
    ) ?? { id: null }
    const { link } = id
      ? await test.done('POST', `/api/workspace-users/${id}/link`)
      : await test.done('POST', '/api/workspace-users', { email, role: 'viewer' })
    const { status, body } = await accept(link.url, { password: weak })
    expect(status).toBe(400)
    expect(body.details[0].path).toEqual(['password'])
  })

  it('is kept as its hash alone, and stands behind # in its address', async () => {
    const { link } = await test.done('POST', '/api/workspace-users', {
      email: 'hash@acme.example',
      role: 'viewer',
    })
    expect(link.url).toMatch(/^http:\/\/localhost\/accept#token=[\w-]{43}&email=hash%40acme.example$/)
    const kept = JSON.stringify([test.workspace.document, await test.workspace.audit.read()])
    expect(kept).not.toContain(tokenOf(link.url))
  })
})

describe('people', () => {
  it('are listed with their access, before those whom records name', async () => {
    const ada = await join('editor')
    await test.ask('POST', '/api/records', {
      records: [
        { kind: 'member', email: ada.email.toUpperCase(), name: 'Listed', title: 'Head of Success' },
        { kind: 'member', email: 'colleague@acme.example', name: 'Colleague' },
      ],
    })
    const { users, pagination } = await test.done('GET', '/api/workspace-users?limit=200')
    expect(users).toContainEqual(
      expect.objectContaining({ id: ada.id, role: 'editor', access: 'active', title: 'Head of Success' }),
    )
    expect(users.at(-1)).toMatchObject({ email: 'colleague@acme.example', role: null, access: 'none' })
    expect(users.filter(({ email }: { email: string }) => email.toLowerCase() === ada.email)).toHaveLength(1)
    const pages: string[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = await test.done('GET', `/api/workspace-users?limit=3${query}`)
      pages.push(...page.users.map(({ id }: { id: string }) => id))
      cursor = page.pagination.nextCursor
    } while (cursor !== null)
    expect(pages).toEqual(users.map(({ id }: { id: string }) => id))
    expect(pagination.total).toBe(users.length)
  })

  it('have another role at once, and sign in anew', async () => {
    const ada = await join('admin')
    await test.done('PATCH', `/api/workspace-users/${ada.id}`, { role: 'viewer' })
    expect((await ada.ask('GET', '/api/session')).body.signedIn).toBe(false)
    await ada.ask('POST', '/api/session', { email: ada.email, password })
    expect((await ada.ask('PATCH', '/api/settings', { defaultTimezone: 'UTC' })).status).toBe(403)
  })

  it('without access are signed out, have no link, and can’t sign in', async () => {
    const ada = await join('viewer')
    const { link } = await test.done('POST', `/api/workspace-users/${ada.id}/link`)
    await ada.ask('POST', '/api/session', { email: ada.email, password })
    const { user } = await test.done('PATCH', `/api/workspace-users/${ada.id}`, { access: 'disabled' })
    expect(user).toMatchObject({ access: 'disabled', linkExpiresAt: null })
    expect((await ada.ask('GET', '/api/session')).body.signedIn).toBe(false)
    expect((await signIn(ada.email)).status).toBe(401)
    const again = await openBrowser(test.server).ask('POST', '/api/session/accept', {
      token: tokenOf(link.url),
      password,
    })
    expect(again.status).toBe(404)
    expect((await test.ask('POST', `/api/workspace-users/${ada.id}/link`)).status).toBe(409)
    await test.done('PATCH', `/api/workspace-users/${ada.id}`, { access: 'active' })
    expect((await signIn(ada.email)).status).toBe(200)
  })

  it('are invited once', async () => {
    const ada = await join('viewer')
    expect(
      (await test.ask('POST', '/api/workspace-users', { email: ada.email, role: 'viewer' })).status,
    ).toBe(409)
  })

  it('change their own password, which ends their other sessions', async () => {
    const ada = await join('viewer')
    const elsewhere = openBrowser(test.server)
    await elsewhere.ask('POST', '/api/session', { email: ada.email, password })
    const newPassword = 'another long password'
    expect((await ada.ask('POST', '/api/session/password', { password: 'wrong', newPassword })).status).toBe(
      401,
    )
    expect((await ada.ask('POST', '/api/session/password', { password, newPassword })).status).toBe(200)
    expect((await ada.ask('GET', '/api/session')).body.signedIn).toBe(true)
    expect((await elsewhere.ask('GET', '/api/session')).body.signedIn).toBe(false)
    expect((await signIn(ada.email, newPassword)).status).toBe(200)
    expect((await test.workspace.audit.read()).at(-1)).toMatchObject({
      commandId: 'session.password',
      apiKeyId: `user:${ada.id}`,
    })
  })

  it('name nobody owner who aren’t, and touch no owner', async () => {
    const [owner, admin] = [await join('owner'), await join('admin')]
    const target = await join('viewer')
    const asks = (by: Browser) => [
      by.ask('POST', '/api/workspace-users', { email: `o${++people}@acme.example`, role: 'owner' }),
      by.ask('PATCH', `/api/workspace-users/${target.id}`, { role: 'owner' }),
    ]
    for (const { status } of await Promise.all(asks(admin))) expect(status).toBe(403)
    const onOwner = [
      await admin.ask('PATCH', `/api/workspace-users/${owner.id}`, { role: 'admin' }),
      await admin.ask('PATCH', `/api/workspace-users/${owner.id}`, { access: 'disabled' }),
      await admin.ask('POST', `/api/workspace-users/${owner.id}/link`),
    ]
    for (const { status } of onOwner) expect(status).toBe(403)
    for (const { status } of await Promise.all(asks(owner))) expect(status).toBe(200)
  })

  it('keep an owner who can sign in', async () => {
    const alone = await openTestServer()
    const made = await alone.done('POST', '/api/workspace-users', { email: 'o@acme.example', role: 'owner' })
    await openBrowser(alone.server).ask('POST', '/api/session/accept', {
      token: tokenOf(made.link.url),
      password,
    })
    for (const change of [{ role: 'admin' }, { access: 'disabled' }])
      expect((await alone.ask('PATCH', `/api/workspace-users/${made.user.id}`, change)).status).toBe(409)
    await alone.close()
  })
})

describe('many attempts', () => {
  it('are refused after ten failures for an address, also those at once and with the right password', async () => {
    const { email } = await join('viewer')
    const tried = await Promise.all(Array.from({ length: 14 }, () => signIn(email, 'a wrong password')))
    const refused = tried.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(3)
    expect(await signIn(email)).toMatchObject({ status: 429 })
    const { email: other } = await join('viewer')
    expect((await signIn(other)).status).toBe(200)
  })
})

it('with several workspaces a sign-in names one', async () => {
  const both = await openTestServer()
  const other = defineOrganization({ name: 'Globex' })
  await both.server.workspaces.createOrganization(other.document.organization, other.document)
  const { link } = await both.done('POST', '/api/workspace-users', {
    email: 'ada@acme.example',
    role: 'viewer',
  })
  const browser = openBrowser(both.server)
  const token = tokenOf(link.url)
  expect((await browser.ask('POST', '/api/session/accept', { token, password })).body.organization.slug).toBe(
    'acme',
  )
  const body = { email: 'ada@acme.example', password }
  const asked = await browser.ask('POST', '/api/session', body)
  expect(asked).toMatchObject({ status: 400, body: { details: [{ path: ['organization'] }] } })
  expect((await browser.ask('POST', '/api/session', { ...body, organization: 'acme' })).status).toBe(200)
  expect((await browser.ask('POST', '/api/session', { ...body, organization: 'globex' })).status).toBe(401)
  expect((await browser.ask('POST', '/api/session', { ...body, organization: 'nowhere' })).status).toBe(401)
  await both.close()
})

function withCookie(cookie: string): Request {
  return new Request('http://localhost/api/settings', { headers: { cookie } })
}
