// What svc-server prints into a terminal: as a process in a pseudo-terminal, which is Python's.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../support/run-command.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0
const directory = await mkdtemp(join(tmpdir(), 'customer-intel-terminal-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

async function inTerminal(...args: string[]): Promise<string> {
  const program = 'import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
  const child = spawn('python3', ['-c', program, process.execPath, main, ...args], {
    env: { PATH: process.env.PATH, SVC_DATA_DIR: directory },
  })
  let screen = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (screen += text))
  await once(child, 'close')
  return screen
}

test.skipIf(!hasPython)('names never command the terminal, neither as text nor as JSON', async () => {
  await runCommand(directory, 'organization', 'create', '--name', 'Acme')
  const name = 'a\u001b]0;owned\u0007 \u009b31m \u202etxt.exe'
  await runCommand(directory, 'keys', 'issue', '--name', name)
  const screen = await inTerminal('keys', 'list')
  expect(screen).toContain('a\\u001b]0;owned\\u0007 \\u009b31m \\u202etxt.exe')
  // oxlint-disable-next-line no-control-regex
  expect(screen).not.toMatch(/[\u0000-\u0008\u001b\u0080-\u009f\u202e]/)
  const { out } = await runCommand(directory, 'keys', 'list', '--json')
  expect(out).not.toMatch(/[\u009b\u202e]/)
  expect(out.split('\n').map((line) => (JSON.parse(line) as { name: string }).name)).toContain(name)
  expect(await inTerminal('keys', 'rotate', '\u009b2J')).toContain('\\u009b2J')
})

test('-- ends the options', async () => {
  await expect(runCommand(directory, 'keys', 'revoke', '--', '--help')).rejects.toThrow(
    'There is no key "--help"',
  )
})
