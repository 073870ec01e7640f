// What the command line itself adds to what it sends and to what it prints.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hasUnicode } from '../src/output/spinner.ts'
import { toCell } from '../src/output/cells.ts'
import { configDirectory } from '../src/session/config-directory.ts'
import { maskKey } from '../src/session/session.ts'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()

/** A server that keeps what it is asked, and answers every tool with the same items. */
let inputs: Record<string, unknown>[] = []
let items: object[] = []
const stored = { id: 'one', createdAt: '2026-01-02T00:00:00Z' }
const recorder = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.once('end', () => {
    const { input } = JSON.parse(body) as { input: Record<string, unknown> }
    inputs.push(input)
    const pagination = { hasMore: false, nextCursor: null, total: items.length }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        ...stored,
        customer: null,
        items,
        events: items,
        facts: items,
        users: [],
        pagination,
      }),
    )
  })
}).listen(0, '127.0.0.1')
await once(recorder, 'listening')
const recorded = { SVC_API_URL: `http://127.0.0.1:${(recorder.address() as AddressInfo).port}` }
afterAll(() => void recorder.close())
beforeEach(() => {
  inputs = []
  items = []
})

async function send(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await cli.run(args, { env: { ...server.env, ...recorded } })
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, unknown>
}

test.each([
  [['customers', 'list']],
  [['customers', 'timeline', 'acme.example']],
  [['users', 'list']],
  [['ws-users', 'list']],
  [['facts', 'list', 'acme.example']],
  [['sources', 'list']],
])('%s asks for pages of 20, for other ones where it is told so, for large ones to walk', async (words) => {
  await send(...words)
  await send(...words, '--limit', '7')
  await send(...words, '--all')
  await send(...words, '--all', '--limit', '7')
  expect(inputs.map(({ limit }) => limit)).toEqual([20, 7, 100, 7])
})

test('dates win over a timeframe', async () => {
  const timeline = ['customers', 'timeline', 'acme.example', '--timeframe', '7d']
  await send(...timeline)
  await send(...timeline, '--start-date', '2026-01-01T00:00:00Z')
  expect(inputs[0]).toMatchObject({ timeframe: '7d' })
  expect(inputs[1]).toMatchObject({ startDate: '2026-01-01T00:00:00Z' })
  expect(inputs[1]).not.toHaveProperty('timeframe')
})

test('an activity that lies ahead tells no age', async () => {
  const times = { lastActivityAt: '2026-01-02T00:00:00Z' }
  items = [
    { id: 'a', daysSinceActivity: -1, ...times },
    { id: 'b', daysSinceActivity: 0, ...times },
  ]
  expect(await send('customers', 'list')).toMatchObject({
    items: [
      { id: 'a', daysSinceActivity: null, lastActivityAt: null },
      { id: 'b', daysSinceActivity: 0, ...times },
    ],
  })
})

test('of each fact it is told whether filters take its type and category', async () => {
  items = [
    { id: 'a', factType: 'CUSTOM', factCategory: 'MEMORY' },
    { id: 'b', factType: 'QUIET_ACCOUNT', factCategory: 'CHURN' },
    { id: 'c', factType: 'SCHEMA_DRIFT', factCategory: 'SOMETHING' },
  ]
  const { facts } = (await send('facts', 'list', 'acme.example')) as {
    facts: { factType: string; factCategory: string; filterability: Record<string, string> }[]
  }
  expect(facts.map(({ filterability }) => filterability)).toEqual([
    { factType: 'public', factCategory: 'public' },
    { factType: 'public', factCategory: 'public' },
    { factType: 'internal', factCategory: 'internal' },
  ])
  // What is called so is what the real server does with it.
  for (const { factType, factCategory, filterability } of facts) {
    const ask = (flag: string, value: string) =>
      cli.run(['facts', 'list', 'acme.example', flag, value], { env: server.env })
    const byType = await ask('--fact-types', factType)
    expect(byType.code, factType).toBe(filterability.factType === 'public' ? 0 : 2)
    const byCategory = await ask('--fact-categories', factCategory)
    expect(byCategory.code, factCategory).toBe(filterability.factCategory === 'public' ? 0 : 2)
  }
  const refused = await cli.run(['facts', 'list', 'x', '--fact-types', 'CUSTOM,schema_drift'], {
    env: recorded,
  })
  expect(JSON.parse(refused.stderr)).toMatchObject({
    code: 'invalid_input',
    error: expect.stringMatching(/can't be SCHEMA_DRIFT: .* no filter takes/) as string,
  })
})

test('feedback takes its context from a file', async () => {
  const path = join(cli.folder, 'context.json')
  writeFileSync(path, '{"page":"/pricing"}')
  await send('feedback', 'It is fine.', '--context-file', path)
  expect(inputs).toEqual([{ body: 'It is fine.', context: { page: '/pricing' } }])
})

test('keys are told apart by their ends, and kept where the system keeps such things', async () => {
  expect([maskKey('ok_123456789'), maskKey('ok_123456')]).toEqual(['ok_12...6789', 'ok_123456'])
  expect(configDirectory({ HOME: '/home/jo' }, 'linux')).toBe(join('/home/jo', '.config', 'svc'))
  expect(configDirectory({ HOME: '/home/jo', XDG_CONFIG_HOME: '/etc/jo' }, 'linux')).toBe(
    join('/etc/jo', 'svc'),
  )
  expect(configDirectory({ APPDATA: 'C:/Users/jo/Roaming' }, 'win32')).toBe(
    join('C:/Users/jo/Roaming', 'svc'),
  )
})

test.runIf(process.platform !== 'win32')(
  'what a login left is its owner’s alone, and counts as nothing once it is damaged',
  async () => {
    const { SVC_API_KEY: key, SVC_API_URL: url } = server.env
    const folder = join(cli.configHome, 'svc')
    const bare = { SVC_API_KEY: undefined, SVC_API_URL: url }
    const login = await cli.run(['auth', 'login', '--key', key], { env: bare })
    expect(login).toMatchObject({ code: 0, stderr: '' })
    const modes = [folder, join(folder, 'credentials.json')].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600])
    expect((await cli.run(['schema'], { env: bare })).code).toBe(0)
    // The flag goes before the environment, that before the login.
    const wrong = `ok_${'x'.repeat(43)}`
    expect((await cli.run(['schema'], { env: { ...bare, SVC_API_KEY: wrong } })).code).toBe(4)
    expect((await cli.run(['schema', '--api-key', key], { env: { ...bare, SVC_API_KEY: wrong } })).code).toBe(
      0,
    )
    writeFileSync(join(folder, 'credentials.json'), '{"apiKey": "ok_')
    const { code, stderr } = await cli.run(['schema'], { env: bare })
    expect({ code, told: JSON.parse(stderr) as object }).toMatchObject({
      code: 4,
      told: { code: 'not_authenticated' },
    })
  },
)

test('cells: money, ages, what is missing', () => {
  const now = Date.parse('2026-06-15T12:00:00Z')
  const ago = (ms: number) => toCell('at', new Date(now - ms).toISOString(), now)
  const day = 86_400_000
  expect(toCell('currentMrr', 123_456, now)).toBe('$1234.56')
  expect([null, undefined, ''].map((value) => toCell('name', value, now))).toEqual(['--', '--', '--'])
  expect([0, 60_000, 59 * 60_000, 3_600_000, 23 * 3_600_000].map(ago)).toEqual([
    'just now',
    '1m ago',
    '59m ago',
    '1h ago',
    '23h ago',
  ])
  expect([day, 29 * day, 30 * day, 360 * day, 365 * day].map(ago)).toEqual([
    '1d ago',
    '29d ago',
    '1mo ago',
    '12mo ago',
    '1y ago',
  ])
})

test('what turns is Braille where a terminal has it', () => {
  expect(hasUnicode({ TERM: 'xterm', LANG: 'en_GB.UTF-8' }, 'linux')).toBe(true)
  expect(hasUnicode({ TERM: 'xterm', LANG: 'C' }, 'linux')).toBe(false)
  expect(hasUnicode({ TERM: 'linux', LANG: 'en_GB.UTF-8' }, 'linux')).toBe(false)
  expect(hasUnicode({}, 'win32')).toBe(false)
  expect(hasUnicode({ WT_SESSION: '1' }, 'win32')).toBe(true)
})

test.runIf(process.platform !== 'win32')('a login that can’t be kept or forgotten is told', async () => {
  const { SVC_API_KEY: key, SVC_API_URL: url } = server.env
  const home = join(cli.folder, 'shut')
  mkdirSync(home)
  writeFileSync(join(home, 'svc'), 'A file where a folder should be.')
  const env = { SVC_API_URL: url, XDG_CONFIG_HOME: home }
  const kept = await cli.run(['auth', 'login', '--key', key], { env })
  expect({ code: kept.code, told: JSON.parse(kept.stderr) as object }).toMatchObject({
    code: 1,
    told: { code: 'write_error' },
  })
  rmSync(join(home, 'svc'))
  mkdirSync(join(home, 'svc', 'credentials.json'), { recursive: true })
  const forgotten = await cli.run(['auth', 'logout'], { env })
  expect({ code: forgotten.code, told: JSON.parse(forgotten.stderr) as object }).toMatchObject({
    code: 1,
    told: { code: 'unlink_error' },
  })
})
