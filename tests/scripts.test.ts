import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtAt } from '../scripts/workspace/build.mjs'
import { findChromium } from '../scripts/workspace/chromium.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripts with spaces-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("the run's last line", () => {
  const script = fileURLToPath(new URL('../scripts/count-tests.mjs', import.meta.url))
  const count = (report: object | null, ...failedChecks: string[]) => {
    const path = join(folder, `${report === null ? 'missing' : 'report'}.json`)
    if (report) writeFileSync(path, JSON.stringify(report))
    return execFileSync(process.execPath, [script, path, ...failedChecks], { encoding: 'utf8' })
  }
  const report = (passed: number, failed: number, skipped: number, testResults: object[] = []) => ({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
    testResults,
  })

  it('counts tests', () => {
    expect(count(report(7, 0, 0))).toBe('7 passed, 0 failed\n')
    expect(count(report(7, 2, 1), 'tests')).toBe('7 passed, 2 failed, 1 skipped\n')
  })

  it('counts a test file that does not load', () => {
    expect(count(report(7, 0, 0, [{ status: 'failed', assertionResults: [] }]), 'tests')).toBe(
      '7 passed, 1 failed\n',
    )
  })

  it('never says 0 failed where a check failed', () => {
    expect(count(report(7, 0, 0), 'lint')).toBe('7 passed, 1 failed\n')
    expect(count(report(7, 0, 0), 'tests')).toBe('7 passed, 1 failed\n')
    expect(count(null, 'tests', 'lint')).toBe('0 passed, 2 failed\n')
  })
})

it('`npm test` says what `--cases` takes', () => {
  const script = fileURLToPath(new URL('../scripts/test.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script, '--cases', 'many'], { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toBe('--cases takes a whole number, as in --cases 1000\n')
})

describe('svc in a clone', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))

  it('is `npm run svc`, with all that follows `--`', () => {
    const { status, stdout } = spawnSync('npm', ['run', '--silent', 'svc', '--', 'sql', '--help'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('svc sql') as string })
  })

  it('tells its commands for half a second of CPU at most', () => {
    // Bash tells what its children took, by the second line of `times`: user and system.
    const script = 'node scripts/svc.mjs --help > /dev/null; times'
    const { stdout } = spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8' })
    const [, children = ''] = stdout.split('\n')
    const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s))
    expect(seconds).toHaveLength(2)
    expect(seconds[0]! + seconds[1]!).toBeLessThan(0.5)
  })
})

describe('what is built', () => {
  it('is as old as its code, also beside the types of an earlier build', () => {
    const dist = join(folder, 'dist')
    mkdirSync(dist)
    for (const [name, seconds] of [
      ['index.js', 2_000],
      ['index.d.ts', 1_000],
    ] as const) {
      writeFileSync(join(dist, name), '')
      utimesSync(join(dist, name), seconds, seconds)
    }
    expect(builtAt(folder)).toBe(2_000_000)
    expect(builtAt(folder, { types: true })).toBe(1_000_000)
  })
})

describe('the browser that tests drive', () => {
  const browser = () => {
    const path = join(folder, 'chromium')
    writeFileSync(path, '')
    chmodSync(path, 0o755)
    return path
  }

  it('is the one that SVC_CHROMIUM names', () => {
    expect(findChromium({ SVC_CHROMIUM: browser(), PATH: '' })).toBe(browser())
  })

  it('is the first in PATH otherwise', () => {
    expect(findChromium({ PATH: folder })).toBe(browser())
  })

  it('is refused by name when SVC_CHROMIUM is wrong', () => {
    expect(() => findChromium({ SVC_CHROMIUM: '/nowhere/chromium' })).toThrow(
      'SVC_CHROMIUM names /nowhere/chromium',
    )
  })
})
