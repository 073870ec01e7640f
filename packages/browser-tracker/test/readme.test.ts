// @vitest-environment node
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(folder, 'README.md'), 'utf8')

/** TypeScript of the README, and of its user's, each in a file of its own beside it. */
const compile = (sources: Record<string, string>): string[] => {
  const { config } = ts.readConfigFile(join(folder, '../../tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, join(folder, '../..'))
  const files = new Map(Object.entries(sources).map(([name, text]) => [join(folder, name), text]))
  const host = ts.createCompilerHost(options)
  host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path)
  host.readFile = (path) => files.get(path) ?? ts.sys.readFile(path)
  const program = ts.createProgram([...files.keys()], { ...options, noUnusedLocals: false, types: [] }, host)
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || dirname(file.fileName) === dirname(join(folder, 'x')))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    .sort()
}

const blocks = Object.fromEntries(
  [...readme.matchAll(/^```(tsx?)\n(.*?)^```$/gms)].map(([, language, text], index) => [
    `block-${index}.${language}`,
    text!,
  ]),
)

it('every block of the README compiles in a file of its own', () => {
  expect(Object.keys(blocks)).toHaveLength(4)
  expect(compile(blocks)).toEqual([])
})

it('events that are declared as the README says are checked in the user’s other files', () => {
  const declaration = Object.values(blocks).find((text) => text.includes('interface EventMap'))!
  const use = (call: string) => `import { track } from '@customer-intel/browser-tracker'\n${call}`
  expect(
    compile({
      'events.ts': declaration,
      'right.ts': use(`track('plan_chosen', { plan: 'pro' })`),
      'wrong-property.ts': use(`track('plan_chosen', { plan: 'gold' })`),
      'wrong-name.ts': use(`track('plan_chozen')`),
    }),
  ).toEqual([expect.stringContaining('plan_chozen'), expect.stringContaining('"gold"')])
})
