import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { step, toolPath } from './run.mjs'

/** The packages that are published, in the order of their builds: the server's `dist` holds the tracker's script. */
export const builtPackages = /** @type {const} */ (['browser-tracker', 'node-sdk', 'server', 'cli'])

/** What the server's `dist` holds of other packages' builds. */
export const servedPackages = /** @type {const} */ (['browser-tracker', 'console'])

/** What a package's build is made of. */
const configured = [
  'src',
  'public',
  'build',
  'index.html',
  'package.json',
  'tsup.config.ts',
  'vite.config.ts',
]

/** What a package's build contains of others. */
const bundled = { cli: ['node-sdk'], console: ['node-sdk'] }

/**
 * Builds those of the named packages whose `dist` is missing or older than their sources; a package before those
 * that need it. Code alone, unless `types` asks for them too: they take ten times as long and nothing here runs them.
 *
 * @param {readonly (typeof builtPackages | typeof servedPackages)[number][]} names
 * @param {{ types?: boolean }} [options]
 */
export async function ensureBuilt(names, { types = false } = {}) {
  let newestSource = newest([join(root, 'packages/contract/src'), join(root, 'tsconfig.base.json')])
  for (const name of names) {
    const folder = join(root, 'packages', name)
    if (!existsSync(join(folder, 'package.json'))) continue
    const sources = [
      ...configured.map((entry) => join(folder, entry)),
      ...(bundled[name] ?? []).map((other) => join(root, 'packages', other, 'src')),
    ]
    newestSource = Math.max(newestSource, newest(sources))
    const hasTypes = existsSync(join(folder, 'dist/index.d.ts')) || name === 'console'
    if (newestSource <= builtAt(folder, { types }) && (hasTypes || !types)) continue
    await buildPackage(name, types ? [] : ['--no-dts'])
    newestSource = Date.now()
  }
}

/** Builds a package as it is published. `options` are tsup's; the console, a website, is built by Vite. */
export async function buildPackage(name, options = []) {
  const folder = join(root, 'packages', name)
  const [tool, args] = name === 'console' ? ['vite', ['build']] : ['tsup', options]
  // What a former build left would count as its age.
  for (const file of codeFiles(join(folder, 'dist'))) rmSync(file)
  await step(`Building ${name}`, process.execPath, [toolPath(tool, tool, folder), ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

/**
 * When the build last finished: the oldest of the files that it leaves at the top of `dist`; 0 when there is none. A build
 * of code alone leaves the types of an earlier one where they are: they count with `types` only.
 */
export function builtAt(folder, { types = false } = {}) {
  const files = codeFiles(join(folder, 'dist'), { types })
  return files.length === 0 ? 0 : Math.min(...files.map((file) => statSync(file).mtimeMs))
}

/** The files at the top of a folder that a build of code alone writes, or of code and types. */
function codeFiles(folder, { types = false } = {}) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && (types || !/\.d\.[cm]?ts$/.test(entry.name)))
    .map((entry) => join(folder, entry.name))
}

/** The latest change below these paths. Folders count too: a deleted file shows in its folder's time. */
function newest(paths) {
  let latest = 0
  for (const path of paths) {
    if (!existsSync(path)) continue
    const stat = statSync(path)
    latest = Math.max(latest, stat.mtimeMs)
    if (!stat.isDirectory()) continue
    const entries = readdirSync(path).filter((entry) => entry !== 'node_modules')
    latest = Math.max(latest, newest(entries.map((entry) => join(path, entry))))
  }
  return latest
}
