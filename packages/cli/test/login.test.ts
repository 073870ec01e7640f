// The login by the browser, as a process: against the real server, and against servers that answer as they shouldn't.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanEnv } from './support/built-cli.ts'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()
let scripted: Server | null = null
afterEach(() => {
  scripted?.closeAllConnections()
  scripted?.close()
  scripted = null
  rmSync(join(cli.configHome, 'svc'), { recursive: true, force: true })
})

const credentials = () => join(cli.configHome, 'svc', 'credentials.json')

/** Begins a login; resolves with what it asked, and with how it ends. */
async function begin(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli.main, 'auth', 'login', '--browser', ...args], {
    env: cleanEnv(cli.configHome, env),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, stdout, stderr }))
  await expect.poll(() => stderr.includes('It holds until') || child.exitCode !== null).toBe(true)
  return { child, ended, url: /Open (\S+)/.exec(stderr)?.[1] ?? '', code: /code (\S+)\./.exec(stderr)?.[1] }
}

/** A server that answers polls in this order, the last for ever. */
async function scriptedServer(polls: readonly [number, object][], begun: object = {}): Promise<string> {
  let next = 0
  scripted = createServer((request, response) => {
    request.resume()
    const question = {
      requestId: 'r',
      pollToken: 't',
      userCode: 'BCDF-GHJK',
      approveUrl: 'http://127.0.0.1/approve',
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      intervalSeconds: 0.02,
      ...begun,
    }
    const [status, body] =
      request.url === '/api/cli-auth/start' ? [200, question] : polls[Math.min(next++, polls.length - 1)]!
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  scripted.listen(0, '127.0.0.1')
  await once(scripted, 'listening')
  return `http://127.0.0.1:${(scripted.address() as AddressInfo).port}`
}

const key = `ok_${'k'.repeat(43)}`
const pending = { status: 'pending' }

test('a person approves in the browser, and svc has a key of its own', async () => {
  const { SVC_API_URL: baseUrl, SVC_API_KEY: approver } = server.env
  const { ended, url, code } = await begin([
    '--url',
    baseUrl,
    '--grants',
    'analytics:read,customer_intelligence:read',
  ])
  expect(await (await fetch(url)).text()).toContain(code)
  const form = new URLSearchParams({ request: new URL(url).searchParams.get('request') ?? '', key: approver })
  for (const grant of ['analytics:read', 'customer_intelligence:read']) form.append('grant', grant)
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await fetch(url, { method: 'POST', body: form, headers })).status).toBe(200)
  const { code: exit, stdout } = await ended
  expect({ exit, answer: JSON.parse(stdout) as object }).toEqual({
    exit: 0,
    answer: { success: true, config_path: credentials() },
  })
  expect(statSync(credentials()).mode & 0o777).toBe(0o600)
  const bare = { SVC_API_KEY: undefined, SVC_API_URL: undefined }
  const whoami = await cli.run(['auth', 'whoami'], { env: bare })
  expect(JSON.parse(whoami.stdout)).toMatchObject({
    source: 'config',
    authorization: { grants: ['analytics:read', 'customer_intelligence:read'].toSorted() },
    apiKey: { name: `svc on ${hostname()}` },
  })
  expect((await cli.run(['sql', 'select 1 as one'], { env: bare })).code).toBe(0)
  expect((await cli.run(['settings', 'get'], { env: bare })).code).toBe(1)
})

test('a server that is busy, gone for a moment, or too often asked is asked again', async () => {
  const url = await scriptedServer([
    [200, pending],
    [503, { error: 'later' }],
    [429, { error: 'slower' }],
    [200, { status: 'approved', apiKey: key, keyPrefix: 'ok_kkkkkk' }],
  ])
  const began = performance.now()
  const { ended } = await begin(['--url', url])
  expect((await ended).code).toBe(0)
  // After a 429 it waits 5 seconds more.
  expect(performance.now() - began).toBeGreaterThan(5_000)
  expect(JSON.parse(readFileSync(credentials(), 'utf8'))).toEqual({ apiKey: key, baseUrl: url })
})

test.each([
  ['consumed', { status: 'consumed' }, 'auth_consumed'],
  ['invalid', { status: 'invalid' }, 'auth_invalid'],
  ['failed', { status: 'failed', error: 'Not today' }, 'auth_failed'],
  ['expired', { status: 'expired' }, 'auth_timeout'],
])('a login that is %s is told, and keeps nothing', async (_, answer, code) => {
  const { ended } = await begin(['--url', await scriptedServer([[200, answer]])])
  const { code: exit, stderr } = await ended
  expect(exit).toBe(1)
  expect(stderr.slice(stderr.indexOf('{'))).toContain(`"${code}"`)
  expect(stderr).toContain('svc auth login')
  expect(existsSync(credentials())).toBe(false)
})

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'no address'])('opens no %s', async (approveUrl) => {
  const { ended, url } = await begin(['--url', await scriptedServer([[200, pending]], { approveUrl })])
  const { code, stderr } = await ended
  expect({ code, url }).toEqual({ code: 1, url: '' })
  expect(stderr).toContain('auth_request_failed')
})

test('nobody there, and a server that has no such login', async () => {
  const gone = await (await begin(['--url', 'http://127.0.0.1:9'])).ended
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('auth_request_failed') })
  const two = await cli.run(['auth', 'login', '--browser', '--key', key])
  expect(two).toMatchObject({ code: 2, stderr: expect.stringContaining('choose one') })
})

test('Ctrl-C while nobody approves ends with 130, and keeps nothing', async () => {
  const { child, ended } = await begin(['--url', await scriptedServer([[200, pending]])])
  child.kill('SIGINT')
  expect((await ended).code).toBe(130)
  expect(existsSync(credentials())).toBe(false)
})

const hasKeyring = ['dbus-run-session', 'gnome-keyring-daemon'].every(
  (program) => spawnSync('which', [program]).status === 0,
)

test.skipIf(!hasKeyring)('a key in the keyring stands in no file, is used, and is forgotten', async () => {
  const script = `printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
    svc() { "$NODE" "$MAIN" "$@"; }
    svc auth login --keyring --url "$URL" --key "$KEY" && cat "$FILE" && svc auth status && svc auth logout && svc auth status`
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: cleanEnv(cli.configHome, {
      NODE: process.execPath,
      MAIN: cli.main,
      FILE: credentials(),
      URL: server.env.SVC_API_URL,
      KEY: server.env.SVC_API_KEY,
      HOME: cli.configHome,
      XDG_RUNTIME_DIR: cli.configHome,
    }),
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toContain('"keyring": true')
  expect(output).not.toContain(server.env.SVC_API_KEY)
  expect(output).toMatch(/"authenticated": true[\s\S]*"authenticated": false/)
  expect(existsSync(credentials())).toBe(false)
})
