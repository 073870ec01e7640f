import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runServerProcess, startServerProcess } from '../support/server-process.ts'
import { pageview } from '../support/test-server.ts'

let directory: string
const running = new Set<ChildProcess>()
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-program-'))
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  runServerProcess(args, { SVC_DATA_DIR: directory, ...environment }, running)

/** Starts a server and reads what it announces. */
async function start(environment: Record<string, string> = {}) {
  const server = await startServerProcess({ SVC_DATA_DIR: directory, ...environment }, running)
  const { url, publicKey, apiKey } = server
  const ingest = (body: unknown) =>
    fetch(`${url}/api/i/v1/${publicKey}/events`, { method: 'POST', body: JSON.stringify(body) })
  const callTool = async (tool: string, input: object, key = apiKey): Promise<unknown> => {
    const response = await fetch(`${url}/api/tools/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool, input }),
    })
    return response.json()
  }
  return { ...server, ingest, callTool }
}

/** The request in flight is held by the test, which the machine may hold up in its turn. */
const withoutHaste = { SVC_SHUTDOWN_TIMEOUT_MS: '60000' }

describe('svc-server start', () => {
  it('makes an organization and prints address, keys and script tag; the API key at the first start only', async () => {
    const first = await start()
    expect(first.publicKey).toMatch(/^pk_/)
    expect(first.apiKey).toMatch(/^ok_/)
    expect(first.output()).toContain(
      `<script src="${first.url}/svc.js" data-public-key="${first.publicKey}" async></script>`,
    )
    expect(first.output()).toContain(directory)
    expect((await first.ingest(pageview())).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = await start()
    expect(second.publicKey).toBe(first.publicKey)
    expect(second.output()).not.toContain(first.apiKey)
    const count = { sql: 'select count(*) as events from activity' }
    expect(await second.callTool('svc_query', count, first.apiKey)).toMatchObject({ data: [{ events: 1 }] })
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    const files = await readFile(
      join(directory, 'organizations', await onlyOrganization(), 'workspace.json'),
      'utf8',
    )
    expect(files).not.toContain(first.apiKey)
  })

  it('takes preset keys when it makes the workspace, and does not print the API key', async () => {
    const apiKey = `ok_${'k'.repeat(40)}`
    const presets = { SVC_INITIAL_API_KEY: apiKey, SVC_INITIAL_PUBLIC_KEY: 'pk_preset' }
    const first = await start(presets)
    expect(first.publicKey).toBe('pk_preset')
    expect(first.output()).toContain('set by SVC_INITIAL_API_KEY')
    expect(first.output()).not.toContain(apiKey)
    expect(await first.callTool('svc_schema', {}, apiKey)).toHaveProperty('views')
    expect((await first.ingest(pageview())).status).toBe(200)
    first.child.kill('SIGTERM')
    await first.ended

    // Presets that contradict the data are said so, and open nothing.
    const other = `ok_${'o'.repeat(40)}`
    const second = await start({ SVC_INITIAL_API_KEY: other, SVC_INITIAL_PUBLIC_KEY: 'pk_other' })
    await second.wrote(/SVC_INITIAL_API_KEY is no key of this data directory/)
    await second.wrote(/SVC_INITIAL_PUBLIC_KEY is no key of this data directory/)
    await second.wrote(/API key {5}as shown at the first start/)
    expect(await second.callTool('svc_schema', {}, other)).toHaveProperty('error')
    expect(await run(['keys', 'revoke', 'Default key']).ended).toBe(0)
    second.child.kill('SIGTERM')
    await second.ended
    const third = await start(presets)
    await third.wrote(/SVC_INITIAL_API_KEY was revoked or has expired, and stays refused/)
    expect(third.output()).not.toContain('SVC_INITIAL_PUBLIC_KEY')
    expect(await third.callTool('svc_schema', {}, apiKey)).toHaveProperty('error')
  })

  it("takes no key from a client's settings", async () => {
    const apiKey = `ok_${'k'.repeat(40)}`
    const server = await start({ SVC_API_KEY: apiKey, SVC_PUBLIC_KEY: 'pk_of_another' })
    await server.wrote(/SVC_API_KEY is a setting of clients/)
    expect(server.publicKey).not.toBe('pk_of_another')
    expect(await server.callTool('svc_schema', {}, apiKey)).toHaveProperty('error')
    expect(await server.callTool('svc_schema', {})).toHaveProperty('views')
  })

  it('prints the public address where one is set, and uses it in documents', async () => {
    const server = run(['start'], { SVC_PUBLIC_URL: 'https://intel.example.com/', SVC_LOG_FORMAT: 'json' })
    const [, listensAt = ''] = await server.wrote(/"listensAt":"([^"]+)"/)
    const line = JSON.parse(server.output().trim()) as Record<string, unknown>
    expect(line).toMatchObject({ level: 'info', url: 'https://intel.example.com' })
    expect(line['apiKey']).toMatch(/^ok_/)
    const openapi = (await (await fetch(`${listensAt}/openapi.json`)).json()) as { servers: unknown }
    expect(openapi.servers).toEqual([{ url: 'https://intel.example.com' }])
    expect(line['ownerLink']).toContain('https://intel.example.com/accept#token=')
    expect(await (await fetch(listensAt)).json()).toMatchObject({ name: 'Customer Intel' })
  })

  it('logs each request where that is asked for, without its query', async () => {
    const server = await start({ SVC_LOG_REQUESTS: 'true' })
    await fetch(`${server.url}/health/live?secret=1`, { headers: { 'x-request-id': 'mine' } })
    await server.wrote(/T\S+Z GET \/health\/live 200 \d+ ms mine\n/)
    const answer = await server.ingest(pageview())
    const id = answer.headers.get('x-request-id') ?? ''
    await server.wrote(new RegExp(`POST /api/i/v1/${server.publicKey}/events 200 \\d+ ms ${id}`))
    expect(server.output()).not.toContain('secret')
  })

  it('ends with 1 where its database is away, so that a supervisor starts it again', async () => {
    const failing = run(['start'], { SVC_DATABASE_URL: 'postgres://me:open-sesame@127.0.0.1:1/intel' })
    expect(await failing.ended).toBe(1)
    expect(failing.output()).toMatch(
      /^[^\n]*PostgreSQL at 127\.0\.0\.1:1\/intel can't be reached[^\n]*is it running[^\n]*\n$/,
    )
    expect(failing.output()).not.toContain('sesame')
  })

  it('finishes requests in flight after SIGTERM, takes no new ones, and exits 0', async () => {
    const server = await start(withoutHaste)
    const { port } = new URL(server.url)
    const body = JSON.stringify(pageview())
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.write(
      `POST /api/i/v1/${server.publicKey}/events HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    )
    // The server has the first half once it answers somebody who came later.
    await fetch(`${server.url}/health`)
    server.child.kill('SIGTERM')
    await expect
      .poll(() =>
        fetch(`${server.url}/health`).then(
          () => 'answers',
          () => 'refuses',
        ),
      )
      .toBe('refuses')
    socket.write(body.slice(10))
    await expect.poll(() => answer).toContain('"processed":1')
    expect(await server.ended).toBe(0)
  })

  it('gives up on a request that never ends after the bound, and still exits 0', async () => {
    const server = await start({ SVC_SHUTDOWN_TIMEOUT_MS: '300' })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/i/v1/${server.publicKey}/events HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{`,
    )
    await fetch(`${server.url}/health`)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('exits at once at the second signal', async () => {
    const server = await start(withoutHaste)
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/i/v1/${server.publicKey}/events HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{`,
    )
    await fetch(`${server.url}/health`)
    server.child.kill('SIGTERM')
    await expect
      .poll(() =>
        fetch(`${server.url}/health`).then(
          () => 'answers',
          () => 'refuses',
        ),
      )
      .toBe('refuses')
    // Signals close to the first are its echo: a shell and npm may both pass it on.
    const signalAgain = () => {
      server.child.kill('SIGTERM')
      return server.child.exitCode
    }
    await expect.poll(signalAgain, { interval: 200 }).toBe(143)
    expect(await server.ended).toBe(143)
  })

  it('refuses a wrong or misspelt setting before it does anything', async () => {
    const server = run(['start'], { PORT: 'x', SVC_DATA_DIRECTORY: 'y' })
    expect(await server.ended).toBe(2)
    expect(server.output().trim().split('\n')).toEqual([
      'PORT must be a port number from 0 (any free port) to 65535; it is "x"',
      'SVC_DATA_DIRECTORY is no setting of this server; did you mean SVC_DATA_DIR? Rename it or unset it',
    ])
  })

  it('says in one line why it can not start, and shows the key at the next start', async () => {
    const first = await start()
    const { port } = new URL(first.url)
    const file = join(directory, 'a-file')
    await writeFile(file, '')
    const other = join(directory, 'other')
    const failures: (readonly [Record<string, string>, string])[] = [
      [{ PORT: port, SVC_DATA_DIR: other }, `Port ${port} on 127.0.0.1 is in use by another program. Stop`],
      [{ HOST: '192.0.2.1', SVC_DATA_DIR: other }, '192.0.2.1 is no address of this machine. Set HOST'],
      [{ SVC_DATA_DIR: file }, `The data directory ${file} can't be used: it is a file`],
      ...(process.platform === 'linux'
        ? [[{ SVC_DATA_DIR: '/proc/here/data' }, 'takes no new folder there. Set SVC_DATA_DIR'] as const]
        : []),
      [{ SVC_DATA_DIR: join(file, 'x') }, 'a part of its path is a file, not a folder. Set SVC_DATA_DIR'],
      [{}, `pid ${first.child.pid}`],
    ]
    for (const [environment, message] of failures) {
      const failing = run(['start'], environment)
      expect(await failing.ended).toBe(2)
      expect(failing.output()).toContain(message)
      expect(failing.output().trim().split('\n')).toHaveLength(1)
    }
    const next = await start({ SVC_DATA_DIR: other })
    expect(next.apiKey).toMatch(/^ok_/)
    expect(await next.callTool('svc_schema', {})).toHaveProperty('views')
  })
})

describe('svc-server organization', () => {
  it('makes one while the server runs, which takes it in by itself', async () => {
    const server = await start()
    const made = run(['organization', 'create', '--name', 'Globex'])
    expect(await made.ended).toBe(0)
    const [, publicKey = ''] = made.output().match(/Public key +(\S+)/) ?? []
    const [, apiKey = ''] = made.output().match(/API key +(ok_\S+)/) ?? []
    const send = () =>
      fetch(`${server.url}/api/i/v1/${publicKey}/events`, {
        method: 'POST',
        body: JSON.stringify(pageview()),
      })
    await expect.poll(async () => (await send()).status).toBe(200)
    // What belongs to one organization is not in the other's answers.
    const count = { sql: 'select count(*) as events from activity' }
    expect(await server.callTool('svc_query', count, apiKey)).toMatchObject({ data: [{ events: 1 }] })
    expect(await server.callTool('svc_query', count)).toMatchObject({ data: [{ events: 0 }] })
    const list = run(['organization', 'list'])
    expect(await list.ended).toBe(0)
    expect(list.output()).toContain(`Globex`)
    expect(list.output()).toContain(publicKey)
    expect(list.output()).not.toContain('ok_')
  })
})

describe('svc-server rebuild', () => {
  it('refuses while a server runs, and rebuilds the read models when none does', async () => {
    const server = await start()
    await server.ingest(pageview())
    const early = run(['rebuild'])
    expect(await early.ended).toBe(2)
    expect(early.output()).toContain('Stop that server first')
    server.child.kill('SIGTERM')
    await server.ended
    const rebuild = run(['rebuild'])
    expect(await rebuild.ended).toBe(0)
    const again = await start()
    const count = { sql: 'select count(*) as events from activity' }
    expect(await again.callTool('svc_query', count, server.apiKey)).toMatchObject({ data: [{ events: 1 }] })
  })
})

describe('svc-server', () => {
  it('tells its usage and its version, and refuses what it does not know', async () => {
    const help = run(['--help'])
    expect(await help.ended).toBe(0)
    expect(help.output()).toContain('organization create')
    const version = run(['--version'])
    expect(await version.ended).toBe(0)
    expect(version.output().trim()).toMatch(/^\d+\.\d+\.\d+/)
    const wrongs: [string[], RegExp][] = [
      [['fly'], /^There is no command "fly"; did you mean "\w+"\? svc-server --help lists them\.$/],
      [['key', 'list'], /There is no command "key"; did you mean "keys list"\?/],
      [
        ['keys'],
        /"keys" needs one of: keys issue, keys list, keys rotate, keys revoke\. svc-server keys --help/,
      ],
      [['--fly'], /Unknown option '--fly'.\nUsage: svc-server start\n/],
      [['start', '--name', 'x'], /Unknown option '--name'/],
      [
        ['keys', 'rotate'],
        /"keys rotate" takes <key>.\nUsage: svc-server keys rotate <key> \[--organization/,
      ],
      [['keys', 'issue'], /needs a name: --name <name>/],
    ]
    for (const [args, message] of wrongs) {
      const wrong = run(args)
      expect(await wrong.ended).toBe(2)
      expect(wrong.output().trim()).toMatch(message)
      expect(wrong.output().trim().split('\n').length).toBeLessThanOrEqual(3)
    }
    const one = run(['keys', 'rotate', '--help'])
    expect(await one.ended).toBe(0)
    expect(one.output()).toMatch(/^Usage: svc-server keys rotate <key>.*\n[^]*--grace <time>/)
    const group = run(['keys', '--help'])
    expect(await group.ended).toBe(0)
    expect(group.output()).toContain('keys revoke <key>')
    expect(group.output()).not.toContain('rebuild')
  })
})

async function onlyOrganization(): Promise<string> {
  const list = run(['organization', 'list'])
  await list.ended
  return list.output().split(' ')[0] ?? ''
}

describe('svc-server feedback list', () => {
  it('shows what was sent while the server runs, as text without control characters or as JSON', async () => {
    const server = await start()
    const response = await fetch(`${server.url}/api/feedback`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'More \u001b[31mmaps', area: 'Maps' }),
    })
    const { id } = (await response.json()) as { id: string }

    const text = run(['feedback', 'list'])
    expect(await text.ended).toBe(0)
    expect(text.output()).toMatch(new RegExp(`key "Default key", about Maps +${id}\\n +More maps`))
    expect(text.output()).not.toContain('\u001b')

    const json = run(['feedback', 'list', '--json', '--organization', 'my-workspace'])
    expect(await json.ended).toBe(0)
    expect(JSON.parse(json.output())).toMatchObject({ id, source: 'api', area: 'Maps' })

    const unknown = run(['feedback', 'list', '--organization', 'other'])
    expect(await unknown.ended).toBe(1)
    expect(unknown.output()).toContain('(my-workspace)')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('goes on serving, and drains, when nobody reads what it writes any more', async () => {
    const server = run(['start'])
    const [, url = ''] = await server.wrote(/running at (\S+)/)
    server.child.stdout?.destroy()
    server.child.stderr?.destroy()
    const [organization = ''] = await readdir(join(directory, 'organizations'))
    await writeFile(join(directory, 'organizations', organization, 'workspace.json'), '{ half a docu')
    // Each of these may look at the disk, and then has a problem to report.
    for (let question = 0; question < 4; question++) {
      const answer = await fetch(`${url}/api/validate-api-key`, {
        method: 'POST',
        headers: { authorization: `Bearer ok_${'x'.repeat(40)}` },
        signal: AbortSignal.timeout(30_000),
      })
      // Whose key it was nobody can tell while the document can't be read.
      expect(answer.status).toBe(503)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    expect((await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(30_000) })).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})
