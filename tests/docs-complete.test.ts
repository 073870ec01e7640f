// What the software can say and be told stands in its documents, and nothing else does.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  runErrorCodes,
  skipReasons,
  stopReasons,
} from '../packages/server/src/kernel/log/automation-reasons.ts'
import { readConfig } from '../packages/server/src/app/config.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** The words in backticks in the first column of the table that begins so. */
function firstColumn(page: string, head: string): string[] {
  const [, table = ''] = page.split(`\n${head}`)
  const [rows = ''] = table.split('\n\n')
  return rows
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word))
}

it('docs/automations.md says why a run did nothing, and why it failed', () => {
  const page = read('docs/automations.md')
  expect(firstColumn(page, '| `skipReason` |').toSorted()).toEqual([...skipReasons].toSorted())
  for (const code of runErrorCodes) expect(page).toContain(`\`${code}\``)
})

it('docs/agents.md says why a run of an agent ended', () => {
  const words = new Set(firstColumn(read('docs/agents.md'), '| `stopReason` |'))
  expect([...words].toSorted()).toEqual([...stopReasons].toSorted())
})

const settingsIn = (text: string): string[] =>
  [...text.matchAll(/\bSVC_[A-Z][A-Z_<>]*[A-Z]\b/g)].map(([name]) =>
    name.replace(/^SVC_PROVIDER_.+_(BASE_URL|CLIENT_ID|CLIENT_SECRET)$/, 'SVC_PROVIDER_<ID>_$1'),
  )
const filesIn = (...paths: string[]): string[] =>
  execFileSync('git', ['ls-files', ...paths], { encoding: 'utf8', cwd: new URL('..', import.meta.url) })
    .split('\n')
    .filter((path) => /\.(?:ts|mjs|md|ya?ml|service)$|Dockerfile$/.test(path))
const settingsOf = (...paths: string[]): Set<string> =>
  new Set(filesIn(...paths).flatMap((path) => settingsIn(read(path))))

/** What tests alone read, and what is said of several at once. */
const apart = new Set([
  'SVC_CHROMIUM',
  'SVC_FIREFOX',
  'SVC_PROMTOOL',
  'SVC_TEST_CASES',
  'SVC_TEST_SEED',
  'SVC_WRITE_RESULTS',
  'SVC_EMBEDDINGS',
])

it('docs/configuration.md lists every setting that the code reads', () => {
  const documented = settingsOf('docs/configuration.md')
  const inCode = settingsOf('packages/*/src/*', 'scripts', 'examples')
  expect([...inCode].filter((name) => !documented.has(name) && !apart.has(name))).toEqual([])
  const ofTests = new Set(settingsIn(read('CONTRIBUTING.md')))
  expect(['SVC_CHROMIUM', 'SVC_FIREFOX'].filter((name) => !ofTests.has(name))).toEqual([])
})

it('documents name no setting that nobody reads', () => {
  const known = new Set([...settingsOf('packages/*/src/*', 'scripts'), ...apart])
  for (const end of ['BASE_URL', 'CLIENT_ID', 'CLIENT_SECRET']) known.add(`SVC_PROVIDER_<ID>_${end}`)
  const named = settingsOf('README.md', 'CONTRIBUTING.md', 'docs', 'packages/*/README.md', 'deploy')
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

it('a server takes every setting that docs/configuration.md names', () => {
  const names = [...settingsOf('docs/configuration.md')].map((name) => name.replace('<ID>', 'BILLING_A'))
  // An empty value counts as absent; an unknown name is refused.
  expect(() => readConfig(Object.fromEntries(names.map((name) => [name, ''])))).not.toThrow()
  expect(() => readConfig({ SVC_NOBODY: '' })).toThrow('SVC_NOBODY')
})
