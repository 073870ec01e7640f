// What people see: in a pseudo-terminal.
import { existsSync } from 'node:fs'
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
  expect(screen).toMatch(/Showing 2 of 3\. Next page: --cursor \S+, all pages: --all/)
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
