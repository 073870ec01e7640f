// What people see: in a pseudo-terminal.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Dialog, hasPython, runInTerminal } from './support/terminal.ts'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()

const inTerminal = (
  args: readonly string[],
  dialog: Dialog = [],
  env: Record<string, string> = {},
): Promise<{ code: number; screen: string }> =>
  runInTerminal(cli, args, { dialog, env: { ...server.env, ...env } })

test.skipIf(!hasPython)('a list is a table, and says how it goes on', async () => {
  const { code, screen } = await inTerminal(['customers', 'list', '--limit', '2', '--fields', 'domain'])
  expect(code).toBe(0)
  expect(screen).toContain('│ domain')
  expect(screen).toMatch(/Showing 2 of 3 total\. Next page: --cursor \S+\s*$/)
})

test.skipIf(!hasPython)('nothing is said in words, and who one is in a line', async () => {
  const { screen } = await inTerminal(['customers', 'list', '--search', 'nobody at all'])
  expect(screen.split('\r\u001b[K').at(-1)!.trim()).toBe('(no results)')
  const { SVC_API_KEY: key } = server.env
  const whoami = await inTerminal(['auth', 'whoami'])
  expect(whoami.screen.split('\r\u001b[K').at(-1)!.trim()).toBe(`${key.slice(0, 5)}...${key.slice(-4)} (env)`)
})

test.skipIf(!hasPython).each([
  ['xterm', /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/],
  ['linux', /\r[|/\\-]/],
])('while a server takes its time something turns, which leaves no trace: TERM=%s', async (TERM, turning) => {
  let release = () => {}
  const slow = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    release = () => response.end(JSON.stringify({ items: [], pagination: { nextCursor: null, total: 0 } }))
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  try {
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const first = TERM === 'linux' ? '\r|' : '⠋'
    const { code, screen } = await inTerminal(['customers', 'list'], [[first, () => release()]], {
      TERM,
      SVC_API_URL: url,
    })
    expect(screen).toMatch(turning)
    expect({ code, left: screen.split('\r\u001b[K').at(-1)!.trim() }).toEqual({
      code: 0,
      left: '(no results)',
    })
  } finally {
    slow.closeAllConnections()
    slow.close()
  }
})

test.skipIf(!hasPython)('a key is to be had at the page of the server: its address is printed', async () => {
  const { code, screen } = await inTerminal(['auth', 'signup'])
  expect({ code, screen }).toEqual({ code: 0, screen: expect.stringContaining(`${server.env.SVC_API_URL}/`) })
  expect(screen).toContain('svc auth login')
  const { stdout } = await cli.run(['auth', 'signup'], { env: server.env })
  const { url } = JSON.parse(stdout) as { url: string }
  // As a browser's navigation, which `fetch` isn't.
  const [response] = (await once(get(url, { headers: { accept: 'text/html' } }), 'response')) as [
    IncomingMessage,
  ]
  response.resume()
  expect(response.headers['content-type']).toContain('text/html')
})

test.skipIf(!hasPython)('JSON where it is asked for, text where something is wrong', async () => {
  const { screen } = await inTerminal(['customers', 'list', '--json'])
  expect(JSON.parse(screen)).toHaveProperty('items')
  const plain = await inTerminal(['customers', 'get', 'nobody.example'], [], { NO_COLOR: '1' })
  expect(plain.screen.split('\r\u001b[K').at(-1)).toMatch(/^Error: /)
  const wrong = await inTerminal(['customers', 'get', 'nobody.example'])
  expect(wrong).toMatchObject({ code: 1, screen: expect.stringMatching(/Error: customer/) })
  expect(wrong.screen).toContain('\u001b[')
})

test.skipIf(!hasPython)('a login without a key asks in the browser, until Ctrl-C', async () => {
  const { code, screen } = await inTerminal(['auth', 'login'], [['It holds until', '\u0003']])
  expect(code).toBe(130)
  expect(screen).toMatch(/Open http:\S+\/sign-in\/cli\?request=/)
})

test.skipIf(!hasPython)(
  'the prompt describes views, runs queries, outlives a wrong one, and remembers',
  async () => {
    const { code, screen } = await inTerminal(
      ['sql'],
      [
        ['svc> ', '\\d\r'],
        ['activity', '\\d customers\r'],
        ['mrr_cents', 'select nothing;\r'],
        ['Error: ', 'select count(*)\r'],
        ['...> ', 'as how_many from customers;\r'],
        ['│ how_many', '\\q\r'],
      ],
    )
    expect(code).toBe(0)
    expect(screen).toMatch(/│ 3 /)
    expect(existsSync(join(cli.configHome, 'svc', 'sql-history'))).toBe(true)
  },
)

const hostile = 'a\u001b]0;owned\u0007 \u009b31m \u202etxt.exe'
const hostileSql = `select '${hostile.replaceAll("'", "''")}' as name, 1 as one`

test.skipIf(!hasPython).each([
  ['a table', ['sql', hostileSql], 'a ]0;owned   31m  txt.exe'],
  ['CSV', ['sql', hostileSql, '--format', 'csv'], 'a\\u001b]0;owned\\u0007 \\u009b31m \\u202etxt.exe,1\r\n'],
  ['JSON', ['sql', hostileSql, '--json'], '"a\\u001b]0;owned\\u0007 \\u009b31m \\u202etxt.exe"'],
  ['an error', ['sql', `select 1 from "${hostile}"`], '\\u009b31m'],
  ['a column', ['sql', `select 1 as "${hostile}"`, '--format', 'csv'], 'a\\u001b]0;owned'],
])('%s never commands the terminal', async (_, args, shown) => {
  const { screen } = await inTerminal(args, [], { NO_COLOR: '1' })
  expect(screen.replaceAll('\r\r\n', '\r\n').replaceAll('\r\u001b[K', '')).toContain(shown)
  const left = screen.replaceAll('\r\u001b[K', '').replaceAll(/\r[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, '')
  // oxlint-disable-next-line no-control-regex
  expect(left).not.toMatch(/[\u0000-\u0008\u001b\u0080-\u009f\u202a-\u202e]/)
})

test('in a pipe it is the data: CSV as it is, JSON the same once it is read', async () => {
  const csv = await cli.run(['sql', hostileSql, '--format', 'csv'], { env: server.env })
  expect(csv.stdout).toBe(`name,one\r\n${hostile},1\r\n`)
  for (const format of ['json', 'ndjson']) {
    const { stdout } = await cli.run(['sql', hostileSql, '--format', format], { env: server.env })
    expect(stdout).not.toMatch(/[\u009b\u202e]/)
    const read = JSON.parse(stdout) as { name: string; data?: [{ name: string }] }
    expect(read.data?.[0].name ?? read.name).toBe(hostile)
  }
})

test('CSV starts no formula of a spreadsheet, and numbers stay numbers; raw is as it is', async () => {
  const texts = [
    '=1+1',
    '+cmd|x',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1',
    '-5',
    '+49',
    '-1.5e3',
    'a=b',
    '-5 %',
  ]
  const sql = `select unnest($1::json::varchar[]) as text, -5 as number`
  const args = ['sql', sql, '--param', JSON.stringify(JSON.stringify(texts)), '--format', 'csv']
  const { stdout, stderr } = await cli.run(args, { env: server.env })
  expect(stderr).toBe('')
  expect(stdout.split('\r\n').slice(1, -1)).toEqual([
    "'=1+1,-5",
    "'+cmd|x,-5",
    "'-2+3,-5",
    "'@SUM(A1),-5",
    "'\t=1,-5",
    `"'\r=1",-5`,
    "'＝1,-5",
    '-5,-5',
    '+49,-5',
    '-1.5e3,-5',
    'a=b,-5',
    '-5 %,-5',
  ])
  const raw = await cli.run([...args, '--raw'], { env: server.env })
  expect(raw.stdout).toContain('\r\n=1+1,-5\r\n')
})

test('-- ends the flags', async () => {
  const { code, stderr } = await cli.run(['customers', 'get', '--', '--json'], { env: server.env })
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('customer names no') })
  const help = await cli.run(['search', '--', '--help'], { env: server.env })
  expect({ code: help.code, answer: JSON.parse(help.stdout) as object }).toMatchObject({ code: 0 })
})

test.skipIf(!hasPython)('Ctrl-C in the middle of a walk ends it, and prints no half of it', async () => {
  // Gives one page, and keeps the second for ever.
  let asked = 0
  const slow = createServer((request, response) => {
    request.resume()
    if (asked++ > 0) return
    response.setHeader('content-type', 'application/json')
    const pagination = { hasMore: true, nextCursor: 'next', total: 2 }
    response.end(JSON.stringify({ items: [{ id: 'one', domain: 'one.example' }], pagination }))
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  try {
    const SVC_API_URL = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const { code, screen } = await inTerminal(['customers', 'list', '--all'], [['1 of 2', '\u0003']], {
      SVC_API_URL,
    })
    expect(code).toBe(130)
    expect(screen).not.toContain('one.example')
    expect(asked).toBe(2)
  } finally {
    slow.closeAllConnections()
    slow.close()
  }
})
