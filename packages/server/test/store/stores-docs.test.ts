import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'

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

test('the examples about stores run, and their store keeps its promises', async () => {
  const some = 'byte for byte|has the log again|finds no organization'
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--import',
      'tsx',
      '--test',
      '--test-reporter=tap',
      `--test-name-pattern=${some}`,
      ...files.filter((name) => name.endsWith('.test.ts')),
    ],
    // From here tsx is found, also by the database's process.
    { cwd: root },
  )
  expect(stdout).toContain('# pass 3\n# fail 0')
})
