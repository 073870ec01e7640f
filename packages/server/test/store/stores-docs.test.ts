import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { durabilitySuite, storeSuite } from '../../src/drivers/suite/store-suite.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Where the page's examples lie as their files, with the package installed. */
let project: string
let files: string[]

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'customer-intel-docs-'))
  const page = await readFile(join(root, 'docs/stores.md'), 'utf8')
  const examples = [...page.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)]
  expect(examples).toHaveLength([...page.matchAll(/```\w/g)].length)
  files = examples.map(([, name]) => join(project, name!))
  for (const [index, [, , code]] of examples.entries()) await writeFile(files[index]!, code!)
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  const installed = join(project, 'node_modules/@customer-intel/server')
  await mkdir(dirname(installed), { recursive: true })
  await symlink(join(root, 'packages/server'), installed)
})
afterAll(() => rm(project, { recursive: true }))

test('the examples about stores compile with what the package exports', () => {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['customer-intel-source'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  })
  const faults = files.flatMap((name) => {
    const file = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
  })
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
})

test('the whole driver of the page has less than 150 lines, blank ones and comments included', async () => {
  const lines = (await readFile(join(project, 'json-store.ts'), 'utf8')).trimEnd().split('\n')
  expect(lines.length).toBeLessThan(150)
})

test('the examples about stores run, and their store keeps every promise', async () => {
  const none = () => Promise.reject(new Error('Only the names are wanted'))
  const cases = [...storeSuite(none), ...durabilitySuite(none)]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--conditions=customer-intel-source',
      '--import',
      'tsx',
      '--test',
      '--test-reporter=tap',
      // All but one, which passes, but writes 5 GB: the file of up to 32 MiB whole for each of 228 claims. A test runs,
      // too, where its parent matches: so the root may not.
      '--test-name-pattern=^(?!<root>|takes the largest value)',
      ...files.filter((name) => name.endsWith('.test.ts')),
    ],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: { stdout: string }) => error)
  expect(stdout).toContain(`# pass ${cases.length - 1}\n`)
  expect(stdout).toContain('# fail 0')
})
