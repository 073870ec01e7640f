// `svc setup`, as a process, over a home of its own and without any server.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogue } from '../src/generated/catalogue.ts'
import { type BuiltCli, buildCli } from './support/built-cli.ts'
import { hasPython, runInTerminal } from './support/terminal.ts'

let cli: BuiltCli
let home: string
beforeAll(() => {
  cli = buildCli()
})
afterAll(() => cli?.remove())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-setup-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Where the clients keep it on this system. */
const files = {
  'claude-desktop': '.config/Claude/claude_desktop_config.json',
  'claude-code': '.claude.json',
  cursor: '.cursor/mcp.json',
  vscode: '.config/Code/User/mcp.json',
  windsurf: '.codeium/windsurf/mcp_config.json',
  'gemini-cli': '.gemini/settings.json',
  codex: '.codex/config.toml',
  opencode: '.config/opencode/opencode.json',
}
const env = () => ({ HOME: home, XDG_CONFIG_HOME: join(home, '.config') })
const pathOf = (client: keyof typeof files) => join(home, files[client])
const readJson = (client: keyof typeof files) =>
  JSON.parse(readFileSync(pathOf(client), 'utf8')) as Record<string, Record<string, Record<string, unknown>>>

function write(client: keyof typeof files, text: string): void {
  mkdirSync(dirname(pathOf(client)), { recursive: true })
  writeFileSync(pathOf(client), text)
}

async function setup(...args: string[]) {
  const { code, stdout, stderr } = await cli.run(['setup', ...args], { env: env() })
  const answer = (stdout.startsWith('{') ? JSON.parse(stdout) : {}) as {
    clients?: { client: string; path: string; status: string; backup?: string }[]
  }
  const { clients = [] } = answer
  return {
    code,
    stdout,
    stderr,
    answer,
    clients,
    states: Object.fromEntries(clients.map((one) => [one.client, one.status])),
  }
}

const onLinux = process.platform === 'linux'

test.runIf(onLinux)(
  'every installed client gets an entry that starts svc, once, with a copy of what was',
  async () => {
    const former = '{"theme":"dark","mcpServers":{"other":{"command":"other"}}}'
    for (const client of Object.keys(files) as (keyof typeof files)[]) write(client, former)
    write('vscode', '{\n\t// mine\n\t"servers": {\n\t\t"other": { "command": "other" }, // keep\n\t},\n}\n')
    const codex =
      '# mine\nmodel = "large"\n\n[mcp_servers.other]\ncommand = "other" # keep\n\n[tools]\nsearch = true\n'
    write('codex', codex)
    chmodSync(pathOf('cursor'), 0o640)
    const first = await setup('--yes')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(new Set(Object.values(first.states))).toEqual(new Set(['configured']))
    expect(Object.keys(first.states)).toEqual(Object.keys(files))
    const everybody = Object.keys(files)
    const inShort = { detected: everybody, configured: everybody, failed: [], runner: 'node' }
    expect(first.answer).toMatchObject(inShort)

    const cursor = readJson('cursor')
    expect(cursor).toMatchObject({ theme: 'dark', mcpServers: { other: { command: 'other' } } })
    const { command, args } = cursor.mcpServers!['customer-intel'] as { command: string; args: string[] }
    expect(args.at(-1)).toBe('mcp')
    expect(execFileSync(command, [...args.slice(0, -1), '--version'], { encoding: 'utf8' })).toMatch(
      /^\d+\.\d+\.\d+/,
    )
    expect(statSync(pathOf('cursor')).mode & 0o777).toBe(0o640)
    const vscode = readFileSync(pathOf('vscode'), 'utf8')
    expect(vscode).toContain('\t// mine\n')
    expect(vscode).toContain('// keep')
    expect(vscode).toMatch(/\n\t\t"customer-intel": \{\n\t\t\t"type": "stdio"/)
    expect(readFileSync(pathOf('codex'), 'utf8')).toMatch(
      /^# mine\nmodel = "large"\n\n\[mcp_servers\.other\]\ncommand = "other" # keep\n\n\[tools\]\nsearch = true\n\n\[mcp_servers\.customer-intel\]\ncommand = ".+"\nargs = \[ ".+", "mcp" \]\n$/,
    )
    expect(readJson('opencode').mcp!['customer-intel']).toEqual({
      type: 'local',
      command: [command, ...args],
    })
    for (const { client, backup } of first.clients.filter((one) => !['vscode', 'codex'].includes(one.client)))
      expect(readFileSync(backup!, 'utf8'), client).toBe(former)

    const second = await setup('--yes')
    expect(new Set(Object.values(second.states))).toEqual(new Set(['unchanged']))
    expect(second.answer).toMatchObject(inShort)
    expect(readdirSync(dirname(pathOf('cursor')))).toHaveLength(2)

    const removed = await setup('--remove', '--yes')
    expect(new Set(Object.values(removed.states))).toEqual(new Set(['removed']))
    expect(removed.answer).toMatchObject({ configured: [], failed: [] })
    expect(readJson('cursor')).toEqual(JSON.parse(former))
    expect(readFileSync(pathOf('codex'), 'utf8')).toBe(codex)
  },
)

test.runIf(onLinux)('a file that is broken is left as it is, and the others are not held up', async () => {
  write('cursor', '{"mcpServers": {')
  write('windsurf', '{"mcpServers": []}')
  write('gemini-cli', '// no comments here\n{}')
  mkdirSync(join(home, '.claude'))
  const { code, states, stdout, stderr, answer } = await setup('--yes')
  expect(code).toBe(1)
  expect(states).toEqual({
    'claude-code': 'configured',
    cursor: 'failed',
    windsurf: 'failed',
    'gemini-cli': 'failed',
  })
  expect(answer).toMatchObject({
    detected: ['claude-code', 'cursor', 'windsurf', 'gemini-cli'],
    configured: ['claude-code'],
    failed: [
      { agent: 'cursor', error: expect.stringContaining('mcp.json') as string },
      { agent: 'windsurf' },
      { agent: 'gemini-cli' },
    ],
  })
  expect(stdout).toContain('svc setup --print')
  expect(stderr).toContain('cursor, windsurf, gemini-cli')
  expect(readFileSync(pathOf('cursor'), 'utf8')).toBe('{"mcpServers": {')
  expect(readdirSync(dirname(pathOf('cursor')))).toEqual(['mcp.json'])
  expect(readJson('claude-code').mcpServers?.['customer-intel']).toMatchObject({ type: 'stdio' })
  expect(statSync(pathOf('claude-code')).mode & 0o777).toBe(0o600)
})

test.runIf(onLinux)('what a person added to the entry stays; how the server is reached changes', async () => {
  write(
    'cursor',
    '{"mcpServers":{"customer-intel":{"url":"https://old.example/mcp","autoApprove":["svc_query"]}}}',
  )
  await setup('cursor', '--yes', '--url', 'https://intel.example')
  const entry = readJson('cursor').mcpServers?.['customer-intel']
  expect(entry).toMatchObject({ autoApprove: ['svc_query'], env: { SVC_API_URL: 'https://intel.example' } })
  expect(entry).not.toHaveProperty('url')
  await setup('cursor', '--yes', '--http', '--url', 'https://intel.example')
  expect(readJson('cursor').mcpServers?.['customer-intel']).toEqual({
    url: 'https://intel.example/mcp',
    autoApprove: ['svc_query'],
  })
  const desktop = await setup('claude-desktop', '--yes', '--http')
  expect(desktop).toMatchObject({ code: 1, states: { 'claude-desktop': 'failed' } })
})

test.runIf(onLinux)(
  'a table of Codex is changed in its place; what svc can’t read is left as it is',
  async () => {
    const table = (url: string) =>
      `[mcp_servers.customer-intel]\nurl = "${url}"\nenabled = false\n\n[tools]\na = 1\n`
    write('codex', table('https://old.example/mcp'))
    const { states } = await setup('codex', '--yes', '--http', '--url', 'https://intel.example')
    expect(states).toEqual({ codex: 'configured' })
    expect(readFileSync(pathOf('codex'), 'utf8')).toBe(table('https://intel.example/mcp'))
    for (const odd of [
      'mcp_servers = { customer-intel = { url = "x" } }\n',
      "text = '''\n[mcp_servers.customer-intel]\n'''\n",
      'a = [\n',
    ]) {
      write('codex', odd)
      expect(await setup('codex', '--yes')).toMatchObject({ code: 1, states: { codex: 'failed' } })
      expect(readFileSync(pathOf('codex'), 'utf8')).toBe(odd)
    }
  },
)

test.runIf(onLinux)('a link stays a link', async () => {
  mkdirSync(join(home, 'dotfiles'))
  writeFileSync(join(home, 'dotfiles/mcp.json'), '{}')
  mkdirSync(join(home, '.cursor'))
  symlinkSync(join(home, 'dotfiles/mcp.json'), pathOf('cursor'))
  expect((await setup('--yes')).states).toEqual({ cursor: 'configured' })
  expect(lstatSync(pathOf('cursor')).isSymbolicLink()).toBe(true)
  expect(readJson('cursor').mcpServers).toHaveProperty('customer-intel')
})

test('an entry is printed and nothing is touched', async () => {
  const { code, stdout } = await setup('--print', 'vscode')
  expect({ code, files: readdirSync(home) }).toEqual({ code: 0, files: [] })
  expect(JSON.parse(stdout)).toMatchObject({ servers: { 'customer-intel': { type: 'stdio' } } })
})

test.each([
  ['nobody to ask', ['cursor'], 2, 'missing_input'],
  ['a client that svc doesn’t know', ['emacs', '--yes'], 2, 'unknown_agent'],
  ['no client', ['--yes'], 1, 'agent_required'],
  ['no client that reads skills', ['skills', '--yes'], 1, 'agent_required'],
  ['an address for a skill', ['skills', '--yes', '--http'], 2, 'invalid_input'],
  ['a name that can be none', ['--name', 'a b'], 2, 'invalid_input'],
])('%s', async (_, args, code, told) => {
  expect(await setup(...args)).toMatchObject({ code, stderr: expect.stringContaining(told) })
  expect(readdirSync(home)).toEqual([])
})

test.runIf(onLinux && hasPython)(
  'the change is shown before anything is asked, and a no is a no',
  async () => {
    const former = '{\n  "mcpServers": {}\n}\n'
    write('cursor', former)
    const answer = (typed: string) =>
      runInTerminal(cli, ['setup'], {
        dialog: [['Write this? [y/N]', typed]],
        env: { ...env(), COLUMNS: '200' },
      })
    const no = await answer('n\r')
    expect(no.code).toBe(0)
    expect(no.screen).toMatch(/\+ {5}"customer-intel": \{[\s\S]*Write this\?/)
    expect(no.screen).toContain('Cursor: declined')
    expect((await answer('\u0003')).code).toBe(130)
    expect(readFileSync(pathOf('cursor'), 'utf8')).toBe(former)
    const yes = await answer('y\r')
    expect(yes).toMatchObject({ code: 0, screen: expect.stringContaining('Cursor: configured') })
    expect(readJson('cursor').mcpServers).toHaveProperty('customer-intel')
  },
)

/** Where clients read skills from that are their user's own. */
const skillFiles = {
  'claude-code': '.claude/skills/customer-intel/SKILL.md',
  cursor: '.cursor/skills/customer-intel/SKILL.md',
  vscode: '.copilot/skills/customer-intel/SKILL.md',
  windsurf: '.codeium/windsurf/skills/customer-intel/SKILL.md',
  'gemini-cli': '.gemini/skills/customer-intel/SKILL.md',
  codex: '.agents/skills/customer-intel/SKILL.md',
  opencode: '.config/opencode/skills/customer-intel/SKILL.md',
}

test.runIf(onLinux)('each installed client that reads skills gets ours, which names every tool', async () => {
  for (const client of Object.keys(files) as (keyof typeof files)[]) write(client, '')
  const theirs = join(home, skillFiles.cursor)
  mkdirSync(dirname(theirs), { recursive: true })
  writeFileSync(theirs, 'An older one.\n')
  const first = await setup('skills', '--yes')
  const readers = Object.keys(skillFiles)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.answer).toMatchObject({
    detected: Object.keys(files),
    configured: readers,
    failed: [],
    runner: null,
  })
  const { stdout: text } = await setup('skills', '--print')
  expect(text).toMatch(/^---\nname: customer-intel\ndescription: .{80,1024}\n---\n/)
  for (const { name } of catalogue.tools) expect(text).toContain(`\`${name}\``)
  for (const [client, path] of Object.entries(skillFiles))
    expect(readFileSync(join(home, path), 'utf8'), client).toBe(text)
  const { backup } = first.clients.find(({ client }) => client === 'cursor')!
  expect(readFileSync(backup!, 'utf8')).toBe('An older one.\n')
  // Their lists of servers are another matter.
  expect(readFileSync(pathOf('cursor'), 'utf8')).toBe('')

  expect(new Set(Object.values((await setup('skills', '--yes')).states))).toEqual(new Set(['unchanged']))
  const removed = await setup('skills', '--remove', '--yes')
  expect(new Set(Object.values(removed.states))).toEqual(new Set(['removed']))
  for (const path of Object.values(skillFiles)) expect(existsSync(join(home, path)), path).toBe(false)
  for (const { backup: copy } of removed.clients) expect(readFileSync(copy!, 'utf8')).toBe(text)
})

test.runIf(onLinux)('a skill that can’t be written is told, and the others are', async () => {
  mkdirSync(join(home, '.cursor'))
  mkdirSync(join(home, '.gemini'))
  writeFileSync(join(home, '.cursor/skills'), 'A file where a folder should be.')
  const { code, stderr, states } = await setup('skills', '--yes')
  expect(code).toBe(1)
  expect(JSON.parse(stderr)).toMatchObject({ code: 'skills_install_error' })
  expect(states).toEqual({ cursor: 'failed', 'gemini-cli': 'configured' })
})

/** Every command that the skill tells an assistant to run. */
test('what the skill says can be run: its commands and flags are there', async () => {
  const { stdout: text } = await setup('skills', '--print')
  const lines = [...text.matchAll(/`svc ([^`]*--json)`/g)].map(([, line]) => line!)
  expect(lines.length).toBeGreaterThan(8)
  const env = { SVC_API_URL: 'http://127.0.0.1:9', SVC_API_KEY: `ok_${'x'.repeat(43)}` }
  for (const line of lines) {
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!)
    const { stderr, code } = await cli.run(args, { env })
    // Right as it is written: what fails is that no server answers.
    expect({ line, code, usage: /invalid_input|missing_input/.test(stderr) }).toEqual({
      line,
      code: 1,
      usage: false,
    })
  }
})
