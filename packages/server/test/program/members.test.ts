// The first owner of a new workspace by the link of the start, and of an old one by a command.
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBrowser, password, tokenOf } from '../support/browser.ts'
import { runCommand } from '../support/run-command.ts'
import { startServerProcess } from '../support/server-process.ts'
import { openTestServer } from '../support/test-server.ts'

const running = new Set<ChildProcess>()
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-owner-'))
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const overHttp = { fetch: (request: Request) => fetch(request) }
const linkIn = (text: string) => /https?:\/\/\S+\/accept#\S+/.exec(text)?.[0] ?? null

async function start() {
  const server = await startServerProcess({ SVC_DATA_DIR: directory }, running)
  return { ...server, link: linkIn(server.output()), browser: openBrowser(overHttp, server.url) }
}

it('the first start prints one link, each further one another, until an owner has come', async () => {
  const first = await start()
  expect(first.link).toContain(`${first.url}/accept#token=`)
  expect(first.apiKey).toMatch(/^ok_/)
  first.child.kill('SIGTERM')
  await first.ended

  const second = await start()
  expect(second.link).not.toBeNull()
  const accept = (link: string | null, more: object) =>
    second.browser.ask('POST', '/api/session/accept', { token: tokenOf(link!), password, ...more })
  expect((await accept(first.link, { email: 'ada@acme.example' })).status).toBe(404)
  const nameless = await accept(second.link, {})
  expect(nameless).toMatchObject({ status: 400, body: { details: [{ path: ['email'] }] } })
  const owner = await accept(second.link, { email: 'Ada@acme.example', name: 'Ada' })
  expect(owner).toMatchObject({ status: 200, body: { user: { email: 'ada@acme.example', role: 'owner' } } })
  expect((await accept(second.link, { email: 'eve@acme.example' })).status).toBe(404)
  expect((await second.browser.ask('GET', '/api/settings')).status).toBe(200)
  second.child.kill('SIGTERM')
  await second.ended

  const third = await start()
  expect(third.link).toBeNull()
  third.browser.cookie = second.browser.cookie
  expect((await third.browser.ask('GET', '/api/session')).body.signedIn).toBe(true)
})

it('an old workspace gets its first owner by a command, beside a running server', async () => {
  const test = await openTestServer()
  const invite = (...more: string[]) => runCommand(test.directory, 'members', 'invite', ...more)
  const invited = await invite('Ada@acme.example', '--name', 'Ada')
  expect(invited.code).toBe(0)
  const browser = openBrowser(test.server)
  const accept = (link: string | null, given = password) =>
    browser.ask('POST', '/api/session/accept', { token: tokenOf(link!), password: given })
  const accepted = await accept(linkIn(invited.out))
  expect(accepted).toMatchObject({
    status: 200,
    body: { user: { email: 'ada@acme.example', name: 'Ada', role: 'owner' } },
  })

  const forgotten = await invite('ada@acme.example')
  expect((await browser.ask('GET', '/api/session')).body.signedIn).toBe(false)
  expect(await accept(linkIn(forgotten.out), 'battery horse correct')).toMatchObject({
    status: 200,
    body: { user: { role: 'owner' } },
  })
  const listed = await runCommand(test.directory, 'members', 'list', '--json')
  expect(JSON.parse(listed.out)).toMatchObject({ email: 'ada@acme.example', role: 'owner', access: 'active' })
  await expect(invite('nobody')).rejects.toThrow('"nobody" is no e-mail address')
  await expect(invite('a@acme.example', '--role', 'king')).rejects.toThrow('--role is one of viewer')
  await test.close()
})
