// How commands end when something is wrong: as processes, in a pipe.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { cleanEnv } from './support/built-cli.ts'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()

const stranger = `ok_${'x'.repeat(43)}`

test.each([
  ['no key', ['customers', 'list'], { SVC_API_KEY: undefined }, 4, 'not_authenticated', /svc auth login/],
  ['a key of another form', ['customers', 'list'], { SVC_API_KEY: 'secret' }, 4, 'invalid_key_format', /ok_/],
  ['a wrong key', ['customers', 'list'], { SVC_API_KEY: stranger }, 4, 'auth_required', /svc auth login/],
  [
    'no network',
    ['customers', 'list'],
    { SVC_API_URL: 'http://127.0.0.1:9' },
    1,
    'api_unavailable',
    /svc doctor/,
  ],
  ['a key in the clear', ['schema'], { SVC_API_URL: 'http://intel.example' }, 2, 'invalid_config', /https/],
  ['no such command', ['custmers', 'list'], {}, 2, 'invalid_input', /customers/],
  ['no such flag', ['customers', 'list', '--serach', 'x'], {}, 2, 'invalid_input', /serach/],
  ['an argument that lacks', ['customers', 'get'], {}, 2, 'invalid_input', /customer/],
  [
    'a number out of range',
    ['customers', 'list', '--limit', '0'],
    {},
    2,
    'invalid_input',
    /limit must be a whole number from 1/,
  ],
  [
    'a word that is no choice',
    ['customers', 'list', '--billing-status', 'rich'],
    {},
    2,
    'invalid_input',
    /PAYING/,
  ],
  ['nobody', ['customers', 'get', 'nobody.example'], {}, 1, 'api_error', /names no customer/],
  ['SQL that is wrong', ['sql', 'select nothing from nowhere'], {}, 1, 'api_error', /nowhere/],
  ['a wrong key at the login', ['auth', 'login', '--key', stranger], {}, 4, 'invalid_key', /svc auth login/],
  [
    'a wrong key that is asked for',
    ['auth', 'status'],
    { SVC_API_KEY: stranger },
    4,
    'invalid_key',
    /auth login/,
  ],
  ['who has a wrong key', ['auth', 'whoami'], { SVC_API_KEY: stranger }, 4, 'invalid_key', /auth login/],
  ['a login without a key', ['auth', 'login'], {}, 2, 'missing_key', /--browser/],
  ...[
    ['integrations', 'setup', 'nothing'],
    ['integrations', 'status', 'nothing'],
    ['integrations', 'capabilities', 'nothing'],
    ['integrations', 'sync', 'nothing'],
    ['integrations', 'disconnect', 'nothing'],
  ].map((args) => [args.join(' '), args, {}, 1, 'unknown_provider', /nothing/] as const),
  ['a file that is not there', ['sql', '--query-file', '/nowhere/query.sql'], {}, 1, 'file_error', /nowhere/],
  ['a query that is empty', ['sql', ' '], {}, 2, 'missing_input', /SELECT/],
] as const)('%s', async (_, args, env, code, name, told) => {
  const ended = await cli.run(args, { env: { ...server.env, ...env } })
  expect(ended).toMatchObject({ code, stdout: '' })
  const { error, code: errorCode } = JSON.parse(ended.stderr) as { error: string; code: string }
  expect(errorCode).toBe(name)
  expect(error).toMatch(told)
  expect(ended.stderr).not.toContain(server.env.SVC_API_KEY)
})

test('a reader that has had enough ends the command in peace', async () => {
  const child = spawn(process.execPath, [cli.main, 'man'], { env: cleanEnv(cli.configHome) })
  child.stdout.once('data', () => child.stdout.destroy())
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += String(text)))
  const [code] = (await once(child, 'exit')) as [number]
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s in the middle of a walk ends with %i', async (signal, expected) => {
  // Gives one page, and keeps the second for ever.
  let asked = 0
  const slow = createServer((request, response) => {
    request.resume()
    asked++
    if (asked > 1) return
    response.setHeader('content-type', 'application/json')
    const pagination = { limit: 1, hasMore: true, nextCursor: 'next', total: 2 }
    response.end(JSON.stringify({ items: [{ id: 'one' }], pagination }))
  })
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  try {
    const { port } = slow.address() as AddressInfo
    const env = { SVC_API_KEY: stranger, SVC_API_URL: `http://127.0.0.1:${port}` }
    const child = spawn(process.execPath, [cli.main, 'customers', 'list', '--all'], {
      env: cleanEnv(cli.configHome, env),
    })
    let stdout = ''
    child.stdout.on('data', (text) => (stdout += String(text)))
    await expect.poll(() => asked).toBe(2)
    child.kill(signal)
    const [code] = (await once(child, 'exit')) as [number]
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
  } finally {
    slow.closeAllConnections()
    slow.close()
  }
})

test('a list whose cursors go round is an error, not a walk for ever', async () => {
  const looping = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    const pagination = { limit: 1, hasMore: true, nextCursor: 'again', total: 2 }
    response.end(JSON.stringify({ items: [{ id: 'one' }], pagination }))
  })
  looping.listen(0, '127.0.0.1')
  await once(looping, 'listening')
  try {
    const { port } = looping.address() as AddressInfo
    const env = { SVC_API_KEY: stranger, SVC_API_URL: `http://127.0.0.1:${port}` }
    const { code, stderr } = await cli.run(['customers', 'list', '--all'], { env })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('repeats a cursor') })
  } finally {
    looping.closeAllConnections()
    looping.close()
  }
})

test('a command prints what its answer lacks, as a tool does', async () => {
  const stale = { reason: 'The read models are being restarted.', behindSeconds: 3 }
  const lagging = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    const result = { status: 'completed', resources: [], data: { agents: [] }, warnings: [], stale }
    response.end(JSON.stringify({ ok: true, result }))
  })
  lagging.listen(0, '127.0.0.1')
  await once(lagging, 'listening')
  try {
    const { port } = lagging.address() as AddressInfo
    const env = { SVC_API_KEY: stranger, SVC_API_URL: `http://127.0.0.1:${port}` }
    const { code, stdout } = await cli.run(['agents', 'list'], { env })
    expect({ code, answer: JSON.parse(stdout) as object }).toEqual({ code: 0, answer: { agents: [], stale } })
  } finally {
    lagging.closeAllConnections()
    lagging.close()
  }
})

test("a command doesn't load Node's own fetch, which takes longer than all the rest", async () => {
  const noFetch = 'globalThis.fetch = () => { throw new Error("loaded") }'
  const env = {
    ...server.env,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noFetch)}`,
  }
  const { code, stdout } = await cli.run(['customers', 'list'], { env })
  expect(code).toBe(0)
  expect(JSON.parse(stdout).items).toHaveLength(3)
})

test('an answer that is cut off is told as a server that is lost', async () => {
  const halves = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
    response.write('{"items":', () => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(halves, 'listening')
  const url = `http://127.0.0.1:${(halves.address() as AddressInfo).port}`
  try {
    const ended = await cli.run(['customers', 'list'], { env: { ...server.env, SVC_API_URL: url } })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(ended.stderr)).toMatchObject({ code: 'api_unavailable' })
  } finally {
    halves.close()
  }
})
