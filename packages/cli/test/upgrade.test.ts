// Newer versions: as processes, with a registry and package managers of the test's own.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isNewer } from '../src/update/latest-version.ts'
import { type BuiltCli, buildCli, cleanEnv } from './support/built-cli.ts'
import { hasPython, runInTerminal } from './support/terminal.ts'

let cli: BuiltCli
let answer: [status: number, body: string]
let asked: string[]
const registry = createServer((request, response) => {
  asked.push(request.url!)
  response.writeHead(answer[0]).end(answer[1])
})
let npm_config_registry: string
beforeAll(async () => {
  cli = buildCli()
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
})
afterAll(() => {
  registry.close()
  cli?.remove()
})
beforeEach(() => {
  answer = [200, '{"version":"999.0.1"}']
  asked = []
  rmSync(remembered(), { force: true })
})

const remembered = () => join(cli.configHome, 'svc', 'update-check.json')
const offline = 'http://127.0.0.1:9'

/**
 * The program where a package manager would have put it, with what starts it, where one is named: the path by which it
 * is run.
 */
function installed(place: string, starter?: string): string {
  const folder = join(cli.folder, place, 'node_modules/@customer-intel/cli')
  const main = join(folder, 'dist/main.js')
  cpSync(dirname(cli.main), dirname(main), { recursive: true })
  writeFileSync(join(folder, 'package.json'), manifest('0.0.0'))
  if (starter === undefined) return main
  const path = join(cli.folder, starter)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  symlinkSync(main, path)
  return path
}

const manifest = (version: string) => JSON.stringify({ type: 'module', version })

/** The shell's words that put the newer version in the place of this one. */
const overwrite = (main: string) =>
  `printf %s '${manifest('999.0.1')}' > "${join(dirname(dirname(realpathSync(main))), 'package.json')}"`

/**
 * A package manager that notes what it is asked for, does what `install` says in the shell's words, and ends as it is
 * told; the PATH that finds it alone.
 */
function packageManager(name: string, install = ':', code = 0): { PATH: string; calls: () => string } {
  const bin = join(cli.folder, `bin-${name}-${code}`)
  mkdirSync(bin, { recursive: true })
  const log = join(bin, 'calls')
  writeFileSync(log, '')
  writeFileSync(
    join(bin, name),
    `#!/bin/sh\necho "$@" >> "${log}"\necho installing\n${install}\nexit ${code}\n`,
  )
  chmodSync(join(bin, name), 0o755)
  return { PATH: bin, calls: () => readFileSync(log, 'utf8') }
}

const told = (stderr: string) => {
  const { error, code } = JSON.parse(stderr.slice(stderr.indexOf('{'))) as { error: string; code: string }
  return { error, code }
}

test('update-check asks the registry, and says where it doesn’t tell', async () => {
  const check = () => cli.run(['update-check'], { env: { npm_config_registry } })
  const newer = await check()
  expect(newer).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(newer.stdout)).toMatchObject({ latest: '999.0.1', updateAvailable: true })
  expect(asked).toEqual(['/@customer-intel%2fcli/latest'])
  for (const [status, body, why] of [
    [404, '{}', /not published/],
    [200, 'no json', /answered 200/],
    [200, '{"version":"1.0.0; rm -rf /"}', /answered 200/],
  ] as const) {
    answer = [status, body]
    const failed = await check()
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(why) as string })
    expect(told(failed.stderr).code).toBe('update_check_failed')
  }
  const away = await cli.run(['update-check'], { env: { npm_config_registry: offline } })
  expect(away.code).toBe(1)
  expect(told(away.stderr)).toMatchObject({
    code: 'update_check_failed',
    error: expect.stringContaining(offline),
  })
})

test('versions are told apart by their numbers', () => {
  expect(isNewer('0.10.0', '0.9.9')).toBe(true)
  expect(isNewer('1.0.0', '0.9.9')).toBe(true)
  for (const [left, right] of [
    ['0.9.9', '0.10.0'],
    ['1.2.3', '1.2.3'],
    ['1.2.3', '1.2.3-beta.1'],
  ] as const)
    expect(isNewer(left, right)).toBe(false)
})

const onUnix = process.platform !== 'win32'

test.runIf(onUnix).each([
  ['npm', 'npm/lib', 'npm/bin/svc', 'install --global'],
  ['pnpm', 'share/pnpm/global/5/.pnpm/@customer-intel+cli@0.0.0', undefined, 'add --global'],
  ['yarn', 'yarn/global', undefined, 'global add'],
  ['bun', '.bun/install/global', undefined, 'add --global'],
  ['volta', '.volta/tools/image/packages/cli/lib', undefined, 'install'],
] as const)('upgrade goes by %s, which installed it', async (name, place, starter, words) => {
  const main = installed(place, starter)
  // pnpm would leave this one, and put the newer one beside it.
  const { PATH, calls } = packageManager(name, name === 'pnpm' ? ':' : overwrite(main))
  const env = { npm_config_registry, PATH }
  // A program is asked for its consent, too, and told what would be run.
  const asking = await cli.run(['upgrade'], { main, env })
  expect(asking).toMatchObject({ code: 2, stdout: '' })
  const command = `${name} ${words} @customer-intel/cli@999.0.1`
  expect(told(asking.stderr)).toMatchObject({
    code: 'missing_input',
    error: expect.stringContaining(command) as string,
  })
  expect(calls()).toBe('')

  const done = await cli.run(['upgrade', '--yes'], { main, env })
  expect(done).toMatchObject({ code: 0, stderr: `${command}\ninstalling\n` })
  expect(JSON.parse(done.stdout)).toEqual({
    current: '0.0.0',
    latest: '999.0.1',
    installer: name,
    command,
    upgraded: true,
  })
  expect(calls()).toBe(`${command.slice(name.length + 1)}\n`)
})

test.runIf(onUnix)('upgrade fails where the package manager installs elsewhere', async () => {
  const main = installed('npm/lib', 'npm/bin/svc')
  const { PATH } = packageManager('npm', overwrite(installed('other-npm/lib')))
  const ended = await cli.run(['upgrade', '--yes'], { main, env: { npm_config_registry, PATH } })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  const { code, error } = told(ended.stderr)
  expect(code).toBe('upgrade_failed')
  expect(error).toContain(`${dirname(dirname(realpathSync(main)))} is still 0.0.0`)
  expect(error).toContain('run npm install --global @customer-intel/cli@999.0.1 by the npm')
})

test.runIf(onUnix)(
  'upgrade runs nothing where there is nothing newer, nothing to ask, or nobody who could',
  async () => {
    const main = installed('npm/lib', 'npm/bin/svc')
    const { PATH, calls } = packageManager('npm')
    answer = [200, '{"version":"0.0.0"}']
    const latest = await cli.run(['upgrade', '--yes'], { main, env: { npm_config_registry, PATH } })
    expect(latest).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(latest.stdout)).toMatchObject({ upgraded: false, installer: 'npm' })

    const away = await cli.run(['upgrade', '--yes'], { main, env: { npm_config_registry: offline, PATH } })
    expect(away).toMatchObject({ code: 1, stdout: '' })
    expect(told(away.stderr).code).toBe('update_check_failed')
    expect(calls()).toBe('')

    answer = [200, '{"version":"999.0.1"}']
    const lacking = join(cli.folder, 'empty')
    mkdirSync(lacking, { recursive: true })
    const lost = await cli.run(['upgrade', '--yes'], { main, env: { npm_config_registry, PATH: lacking } })
    expect(lost).toMatchObject({ code: 1, stdout: '' })
    expect(told(lost.stderr).code).toBe('runner_not_found')
    const failing = packageManager('npm', ':', 3)
    const failed = await cli.run(['upgrade', '--yes'], {
      main,
      env: { npm_config_registry, PATH: failing.PATH },
    })
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(told(failed.stderr)).toMatchObject({
      code: 'upgrade_failed',
      error: expect.stringContaining('ended with 3') as string,
    })
    chmodSync(join(failing.PATH, 'npm'), 0o644)
    const shut = await cli.run(['upgrade', '--yes'], {
      main,
      env: { npm_config_registry, PATH: failing.PATH },
    })
    expect(told(shut.stderr).code).toBe('exec_error')
  },
)

test('upgrade says what to do where no package manager brought it', async () => {
  const project = installed('project')
  writeFileSync(join(cli.folder, 'project/package.json'), '{}')
  for (const [main, remedy] of [
    [project, /project has it as a dependency/],
    [installed('cache/_npx/1234'), /npx @customer-intel\/cli@latest/],
    [installed('elsewhere'), /npm install --global/],
    [cli.main, /built/],
  ] as const) {
    const ended = await cli.run(['upgrade', '--yes'], { main, env: { npm_config_registry } })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(told(ended.stderr)).toMatchObject({
      code: 'unknown_installer',
      error: expect.stringMatching(remedy) as string,
    })
  }
  expect(asked).toEqual([])
})

test.runIf(onUnix && hasPython)(
  'at a terminal upgrade shows the command and asks; a no is a no',
  async () => {
    const main = installed('npm/lib', 'npm/bin/svc')
    const { PATH, calls } = packageManager('npm', overwrite(main))
    const upgrade = (typed: string) =>
      runInTerminal(cli, ['upgrade'], {
        main,
        // The terminal itself is started by the PATH of whoever runs this.
        env: { npm_config_registry, PATH: `${PATH}:${process.env.PATH}`, SVC_NO_UPDATE_NOTIFIER: '1' },
        dialog: [['Run this? [y/N]', typed]],
      })
    const no = await upgrade('n\r')
    expect(no.screen).toMatch(/npm install --global @customer-intel\/cli@999\.0\.1[^]*Run this\?/)
    expect({ code: no.code, calls: calls() }).toEqual({ code: 0, calls: '' })
    expect((await upgrade('\u0003')).code).toBe(130)
    const yes = await upgrade('y\r')
    expect(yes).toMatchObject({ code: 0, screen: expect.stringContaining('installing') as string })
    expect(calls()).toBe('install --global @customer-intel/cli@999.0.1\n')
  },
)

test.runIf(onUnix && hasPython)(
  'at a terminal svc looks in the background, and tells from then on',
  async () => {
    // Whoever said no is asked for nothing.
    const quiet = () => runInTerminal(cli, ['completions', 'bash'], { env: { npm_config_registry } })
    await quiet()
    const look = () =>
      runInTerminal(cli, ['completions', 'bash'], {
        env: { npm_config_registry, SVC_NO_UPDATE_NOTIFIER: '' },
      })
    expect((await look()).screen).not.toContain('999.0.1')
    const read = () => {
      if (!existsSync(remembered())) return {}
      return JSON.parse(readFileSync(remembered(), 'utf8')) as {
        latestVersion?: string
        lastCheckedAt?: string
      }
    }
    await expect.poll(read, { timeout: 120_000 }).toMatchObject({ latestVersion: '999.0.1' })
    expect(asked).toHaveLength(1)
    const { screen } = await look()
    expect(screen).toMatch(/svc 999\.0\.1 is there, this is 0\.0\.0\. Update by: svc upgrade/)
    expect((await quiet()).screen).not.toContain('999.0.1')
    // In a pipe and in CI nothing is told.
    const piped = await cli.run(['completions', 'bash'], { env: { SVC_NO_UPDATE_NOTIFIER: '' } })
    expect(piped.stderr).toBe('')

    // Twelve hours later it looks again.
    const { lastCheckedAt } = read()
    answer = [200, '{"version":"999.0.2"}']
    writeFileSync(
      remembered(),
      JSON.stringify({ ...read(), lastCheckedAt: new Date(Date.now() - 13 * 3_600_000) }),
    )
    await look()
    await expect.poll(read, { timeout: 120_000 }).toMatchObject({ latestVersion: '999.0.2' })
    expect(asked).toHaveLength(2)
    expect(Date.parse(read().lastCheckedAt!)).toBeGreaterThanOrEqual(Date.parse(lastCheckedAt!))
  },
)

test.runIf(onUnix && hasPython)('svc looks for nothing where it can’t keep that it looked', async () => {
  const file = join(cli.folder, 'no-folder')
  writeFileSync(file, '')
  const look = (XDG_CONFIG_HOME: string) =>
    runInTerminal(cli, ['completions', 'bash'], {
      env: { npm_config_registry, SVC_NO_UPDATE_NOTIFIER: '', XDG_CONFIG_HOME },
    })
  for (let times = 0; times < 3; times++) expect((await look(file)).code).toBe(0)
  // One that looks after them has been answered.
  await look(cli.configHome)
  await expect
    .poll(() => existsSync(remembered()) && readFileSync(remembered(), 'utf8'), { timeout: 120_000 })
    .toContain('999.0.1')
  expect(asked).toHaveLength(1)
})

test('a look that the registry doesn’t answer keeps what is known', async () => {
  mkdirSync(dirname(remembered()), { recursive: true })
  writeFileSync(remembered(), '{"lastCheckedAt":"2026-01-01T00:00:00Z","latestVersion":"999.0.1"}')
  const look = await cli.run(['__update-check'], { env: { npm_config_registry: offline } })
  expect(look).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const kept = JSON.parse(readFileSync(remembered(), 'utf8')) as Record<string, string>
  expect(kept).toMatchObject({ latestVersion: '999.0.1' })
  expect(Date.parse(kept.lastCheckedAt!)).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'))
})

test('a file of a look that is damaged counts as none', async () => {
  mkdirSync(dirname(remembered()), { recursive: true })
  writeFileSync(remembered(), '{broken')
  const { stdout } = await cli.run(['doctor'], { env: cleanEnv(cli.configHome) })
  expect(JSON.parse(stdout)).toMatchObject({ checks: [{ name: 'version', status: 'pass' }, {}, {}] })
  writeFileSync(remembered(), '{"lastCheckedAt":"2026-01-01T00:00:00Z","latestVersion":"999.0.1"}')
  const later = await cli.run(['doctor'], { env: cleanEnv(cli.configHome) })
  expect(JSON.parse(later.stdout)).toMatchObject({ checks: [{ status: 'warn' }, {}, {}] })
})
