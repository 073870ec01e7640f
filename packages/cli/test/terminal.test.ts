// What people see: in a pseudo-terminal.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
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
  expect(screen.trim()).toBe('(no results)')
  const { SVC_API_KEY: key } = server.env
  const whoami = await inTerminal(['auth', 'whoami'])
  expect(whoami.screen.trim()).toBe(`${key.slice(0, 5)}...${key.slice(-4)} (env)`)
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

test.skipIf(!hasPython)('the page of the server says how to get a key: its address is printed', async () => {
  const { code, screen } = await inTerminal(['auth', 'signup'])
  expect({ code, screen }).toEqual({ code: 0, screen: expect.stringContaining(`${server.env.SVC_API_URL}/`) })
  expect(screen).toContain('svc auth login')
  const { stdout } = await cli.run(['auth', 'signup'], { env: server.env })
  const { url } = JSON.parse(stdout) as { url: string }
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('svc-server keys issue')
})

test.skipIf(!hasPython)('JSON where it is asked for, text where something is wrong', async () => {
  const { screen } = await inTerminal(['customers', 'list', '--json'])
  expect(JSON.parse(screen)).toHaveProperty('items')
  const plain = await inTerminal(['customers', 'get', 'nobody.example'], [], { NO_COLOR: '1' })
  expect(plain.screen).toMatch(/^Error: /)
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
