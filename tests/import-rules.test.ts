import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesOf, placeOf } from '../scripts/import-rules/plugin.mjs'
import { mayImport } from '../scripts/import-rules/table.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = 'packages/server/src'
const places = [...mayImport.keys()]
const isPackage = (name: string) => !mayImport.has(name) && !name.startsWith('@customer-intel/contract/')
const packages = new Set(
  [...mayImport.values()].flatMap(({ imports, types }) => [...imports, ...types]).filter(isPackage),
)

/** A place's path from the workspace. */
const pathOf = (place: string) => (place.startsWith('packages/') ? place : `${server}/${place}`)
const isFile = (place: string) => place.endsWith('.ts')
/** A file of a place. */
const fileOf = (place: string, name: string) =>
  isFile(place) ? pathOf(place) : `${pathOf(place)}/${name}.ts`

describe('the table', () => {
  it('has a row for each folder and file of the server’s source, and no other rows', () => {
    for (const place of places) expect(existsSync(join(root, pathOf(place))), place).toBe(true)
    const without = readdirSync(join(root, server)).filter(
      (name) => !places.some((place) => place === name || place.startsWith(`${name}/`)),
    )
    expect(without).toEqual([])
  })

  it('goes from the bottom layer to the top: a row imports only rows above it', () => {
    const upwards = places.flatMap((place, at) =>
      mayImport
        .get(place)!
        .imports.concat(mayImport.get(place)!.types)
        .filter((name) => places.indexOf(name) >= at)
        .map((name) => `${place} > ${name}`),
    )
    expect(upwards).toEqual([])
  })

  it('allows no import that isn’t used', () => {
    const used = new Set(
      ['server', 'contract', 'browser-tracker', 'node-sdk', 'cli', 'console'].flatMap((name) => {
        const source = join(root, 'packages', name, 'src')
        const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
        return files
          .filter((file) => /\.tsx?$/.test(file))
          .map((file) => join(source, file))
          .flatMap((file) =>
            ts
              .preProcessFile(readFileSync(file, 'utf8'))
              .importedFiles.flatMap(({ fileName }) => namesOf(fileName, file))
              .map((needed) => `${placeOf(file)} > ${needed}`),
          )
      }),
    )
    const unused = [...mayImport].flatMap(([place, { imports, types }]) =>
      [...imports, ...types].map((name) => `${place} > ${name}`).filter((edge) => !used.has(edge)),
    )
    expect(unused).toEqual([])
  })
})

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint')

/** The workspace's own lint configuration; `lint` puts probes into the folders of its packages. */
let tree: string
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'import-rules-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  cpSync(join(root, 'scripts/import-rules'), join(tree, 'scripts/import-rules'), { recursive: true })
})
afterAll(() => rmSync(tree, { recursive: true }))

/** Lints these files under the workspace's paths. Returns the rules that failed in each file, by line. */
function lint(files: Record<string, string[]>): Record<string, Map<number, string>> {
  for (const [file, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), `${lines.join('\n')}\n`)
  }
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', 'packages'], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  rmSync(join(tree, 'packages'), { recursive: true })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[]
  }
  const told = Object.fromEntries(Object.keys(files).map((file) => [file, new Map<number, string>()]))
  for (const { code, filename, labels } of diagnostics)
    if (code === 'imports(by-table)' || code === 'node(no-process-env)')
      told[filename]?.set(labels[0]!.span.line - 1, code)
  return told
}

describe('lint keeps to the table', () => {
  /** The imports that lint refuses in each place: places and packages, and as `type …` the imports of their types. */
  const refused = new Map<string, string[]>()
  beforeAll(() => {
    const needs = [...places, ...packages, 'node:crypto', 'left-pad']
    const probes = places.map((place) => {
      const from = fileOf(place, 'probe')
      const asked = needs
        .filter((need) => need !== place)
        .map((need) => ({ need, specifier: specifierOf(need, from) }))
        .flatMap(({ need, specifier }, at) => [
          { need, line: `import { v${at} } from '${specifier}'` },
          { need: `type ${need}`, line: `import type { T${at} } from '${specifier}'` },
        ])
      return { place, from, asked }
    })
    const told = lint(
      Object.fromEntries(probes.map(({ from, asked }) => [from, asked.map(({ line }) => line)])),
    )
    for (const { place, from, asked } of probes)
      refused.set(
        place,
        asked.filter((_, line) => told[from]!.has(line)).map(({ need }) => need),
      )
  })

  /** How a file imports what it needs; the target need not exist. */
  function specifierOf(need: string, from: string): string {
    if (need === 'contract') return '@customer-intel/contract'
    if (need === 'node') return 'node:fs/promises'
    if (!mayImport.has(need)) return need
    const path = relative(dirname(from), fileOf(need, 'anything'))
    return path.startsWith('.') ? path : `./${path}`
  }

  it.each(places)('%s may import what its row lists, and nothing else', (place) => {
    const { imports, types } = mayImport.get(place)!
    const isInServer = !place.startsWith('packages/')
    const allowed = new Set([
      ...imports,
      ...[...imports, ...types].map((name) => `type ${name}`),
      ...(isInServer ? ['node:crypto', 'type node:crypto'] : []),
      ...(!isInServer && imports.includes('node') ? ['node:crypto'] : []),
      ...(!isInServer && [...imports, ...types].includes('node') ? ['type node:crypto'] : []),
    ])
    const expected = [...places, ...packages, 'node:crypto', 'left-pad']
      .filter((need) => need !== place)
      .flatMap((need) => [need, `type ${need}`])
      .filter((need) => !allowed.has(need))
    expect(refused.get(place)).toEqual(expected)
  })

  it.each([
    ['kernel', 'kernel/store kernel/workspace drivers/file customers http app'],
    ['kernel/store', 'drivers/file kernel/workspace contract lowdb pg'],
    ['kernel/log', 'events drivers/file'],
    ['kernel/read-models', 'kernel/workspace projector drivers/file'],
    ['kernel/operations', 'customers signals http app drivers/file'],
    ['drivers/file', 'kernel/workspace kernel/log customers contract drivers/memory drivers/postgres'],
    ['drivers/memory', 'kernel/metrics drivers/file kernel/workspace'],
    ['drivers/postgres', 'kernel/workspace drivers/file lowdb'],
    ['drivers/suite', 'drivers/file projector'],
    ['customers', 'events signals projector http app drivers/file node @duckdb/node-api'],
    ['events', 'acting http drivers/file'],
    ['query', 'projector app http'],
    ['signals', 'acting projector http'],
    ['integrations', 'acting http'],
    ['acting', 'projector http app drivers/file'],
    ['projector', 'http app drivers/file'],
    ['http', 'app program program/open-store.ts drivers/file drivers/postgres'],
    ['program', 'drivers/file drivers/memory'],
    ['packages/contract/src', 'node app packages/node-sdk/src'],
    ['packages/browser-tracker/src', 'contract valibot react node'],
    ['packages/node-sdk/src', 'app contract packages/browser-tracker/src'],
    ['packages/cli/src', 'app contract valibot packages/node-sdk/src'],
  ])('%s may not import %s', (place, needs) => {
    expect(refused.get(place)).toEqual(expect.arrayContaining(needs.split(' ')))
  })

  it('refuses every form of an import', () => {
    const file = `${server}/drivers/memory/probe.ts`
    const lines = [
      `import '../file/file-store.ts'`,
      `import fileStore, { type Options } from '../file/file-store.ts'`,
      `import { type FileStore } from '../file/file-store.ts'`,
      `export { fileStore } from '../file/file-store.ts'`,
      `export type { FileStore } from '../file/file-store.ts'`,
      `export * from '../file/file-store.ts'`,
      `export const store = await import('../file/file-store.ts')`,
      `export type Store = import('../file/file-store.ts').FileStore`,
      `export * from '../memory/../file/file-store.ts'`,
      `export * from '../../../../../packages/server/src/drivers/file/file-store.ts'`,
      `export * from '../../../test/support/test-store.ts'`,
      `export * from '@customer-intel/server'`,
    ]
    expect([...lint({ [file]: lines })[file]!.keys()]).toEqual(lines.map((_, line) => line))
  })

  it('an import of types only is a whole `import type`', () => {
    const file = `${server}/events/probe.ts`
    const lines = [
      `import type { Log } from '../kernel/store/ports.ts'`,
      `import { type Log as Other } from '../kernel/store/ports.ts'`,
    ]
    expect([...lint({ [file]: lines })[file]!.keys()]).toEqual([1])
  })

  it('a folder without a row may import nothing', () => {
    const file = `${server}/utils/probe.ts`
    expect([
      ...lint({ [file]: [`import '../kernel/errors.ts'`, `import 'node:crypto'`] })[file]!.keys(),
    ]).toEqual([0, 1])
  })

  it('only config.ts reads the environment', () => {
    const reading = ['export const port = process.env.PORT']
    const told = lint({ [`${server}/http/probe.ts`]: reading, [`${server}/app/config.ts`]: reading })
    expect(Object.values(told).map((lines) => [...lines.values()])).toEqual([['node(no-process-env)'], []])
  })
})
