import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { step, toolPath } from '../workspace/run.mjs'
import { readManifest } from './published.mjs'

/**
 * Uses a package the way a stranger does: installs its tarball in an empty project, imports every entry as ESM
 * (and as CommonJS where it is promised), and type-checks a consumer with `skipLibCheck` off.
 *
 * @param {string} project an empty folder outside the workspace
 * @param {string} tarball
 * @param {{ name: string, peers: string[] }} options `peers`: `name@version` of the optional peers that entries import, and of their types.
 * @returns {Promise<string>} the installed package's folder
 */
export async function consume(project, tarball, { name, peers }) {
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  await step('  installing the tarball', 'npm', ['install', '--no-audit', '--no-fund', tarball, ...peers], {
    cwd: project,
  })
  return useEntries(project, name)
}

/**
 * Imports every entry of an installed package, as CommonJS too where that is promised, and type-checks a consumer as Node
 * and as bundlers resolve it. Resolves with the package's folder.
 */
export async function useEntries(project, name) {
  const installed = join(project, 'node_modules', ...name.split('/'))
  const entries = codeEntries(readManifest(installed).exports)
  for (const { subpath, conditions } of entries) {
    const specifier = name + subpath.slice(1)
    await importAs('ESM', project, `import(${JSON.stringify(specifier)})`, specifier)
    if ('require' in conditions) {
      await importAs('CommonJS', project, `Promise.resolve(require(${JSON.stringify(specifier)}))`, specifier)
    }
  }
  expectPlainTypes(installed)
  await typeCheck(
    project,
    entries.map(({ subpath }) => name + subpath.slice(1)),
  )
  return installed
}

function codeEntries(exports) {
  return Object.entries(exports).flatMap(([subpath, conditions]) =>
    typeof conditions === 'string' ? [] : [{ subpath, conditions }],
  )
}

async function importAs(kind, project, expression, specifier) {
  const inputType = kind === 'ESM' ? 'module' : 'commonjs'
  const check = `${expression}.then((it) => { if (Object.keys(it).length === 0) throw new Error('exports nothing') })`
  await step(
    `  ${kind} import of ${specifier}`,
    process.execPath,
    [`--input-type=${inputType}`, '-e', check],
    {
      cwd: project,
    },
  )
}

/** The published types stand alone: they name neither the private contract nor the library behind it. */
function expectPlainTypes(installed) {
  const dist = join(installed, 'dist')
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.d\.[cm]?ts$/.test(file)) continue
    const named = readFileSync(join(dist, file), 'utf8').match(
      /from ['"](valibot|@customer-intel\/contract)[^'"]*['"]/,
    )
    if (named)
      throw new Error(`${file} imports ${named[1]}, which its users don't have: export plain interfaces.`)
  }
}

const resolutions = {
  Node: ['--module', 'nodenext'],
  'a bundler': ['--module', 'esnext', '--moduleResolution', 'bundler'],
}

async function typeCheck(project, specifiers) {
  const lines = specifiers.map((specifier, index) => `export * as entry${index} from '${specifier}'`)
  writeFileSync(join(project, 'consumer.ts'), `${lines.join('\n')}\n`)
  const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022']
  const libraries = ['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--typeRoots', nodeTypes()]
  const compiler = toolPath('@typescript/native', 'tsc')
  for (const [name, resolution] of Object.entries(resolutions)) {
    const options = [...strict, ...resolution, ...libraries, 'consumer.ts']
    await step(`  type check of a consumer, as ${name} resolves`, process.execPath, [compiler, ...options], {
      cwd: project,
    })
  }
}

function nodeTypes() {
  return join(toolPath('@typescript/native', 'tsc'), '../../../../@types')
}
