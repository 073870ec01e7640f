// Completion as the shells do it that are installed here.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltCli, buildCli, cleanEnv } from './support/built-cli.ts'

let cli: BuiltCli
let bin: string
beforeAll(async () => {
  cli = buildCli()
  bin = join(cli.configHome, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'svc'), `#!/bin/sh\nexec "${process.execPath}" "${cli.main}" "$@"\n`)
  chmodSync(join(bin, 'svc'), 0o755)
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(bin, `_svc.${shell}`), (await cli.run(['completions', shell])).stdout)
})
afterAll(() => cli?.remove())

/** What a shell says to a script, line by line. */
function linesOf(shell: string, script: string): string[] {
  const env = { ...cleanEnv(cli.configHome), PATH: `${bin}:${process.env.PATH}`, HOME: cli.configHome }
  const options = shell === 'zsh' ? ['-f'] : []
  const said = execFileSync(shell, [...options, '-c', script.replace('SCRIPT', join(bin, `_svc.${shell}`))], {
    env,
    cwd: bin,
    encoding: 'utf8',
  })
  return said.trim().split('\n')
}

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

test.skipIf(!has('bash'))('bash', () => {
  const script =
    'source SCRIPT; COMP_WORDS=(svc customers ""); COMP_CWORD=2; _svc; printf "%s\\n" "${COMPREPLY[@]}"'
  expect(linesOf('bash', script)).toEqual(expect.arrayContaining(['list', 'get', 'timeline']))
})

test.skipIf(!has('zsh'))('zsh', () => {
  // As compinit loads it, and what it would show.
  const show = 'compdef() {}; _describe() { print -l -- "${(@P)2}" }; _files() { print files }'
  const ask = (words: string) =>
    linesOf('zsh', `${show}; source SCRIPT; words=(svc ${words}); CURRENT=$#words; _svc`)
  expect(ask("customers ''")).toContain('list:List customers')
  expect(ask("sql --query-file ''")).toEqual(['files'])
})

test.skipIf(!has('fish'))('fish', () => {
  const ask = (line: string) => linesOf('fish', `source SCRIPT; complete -C "${line}"`)
  expect(ask('svc customers ').toSorted()).toEqual(expect.arrayContaining(['list\tList customers']))
  expect(ask('svc customers ')).not.toContain('_svc.fish')
  expect(ask('svc sql --query-file _svc.f')).toEqual(['_svc.fish'])
})

test('PowerShell, as far as svc is asked by it', async () => {
  const script = (await cli.run(['completions', 'powershell'])).stdout
  const [, emptyWord = ''] = /\$words \+= '(\w+)'/.exec(script) ?? []
  const asked = await cli.run(['__complete', 'customers', emptyWord])
  expect(asked.stdout.split('\n')).toContain('list\tList customers')
  expect(asked.stdout).toBe((await cli.run(['__complete', 'customers', ''])).stdout)
})
