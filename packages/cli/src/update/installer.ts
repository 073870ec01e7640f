import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CliError } from '../errors.ts'
import { packageName } from './latest-version.ts'

/** How svc came onto this machine, so that a newer one can take its place. */
export interface Installer {
  name: 'npm' | 'pnpm' | 'yarn' | 'bun' | 'volta'
  /** The command that installs a version, word by word. */
  install: (version: string) => [string, ...string[]]
}

const byTrace: readonly [trace: RegExp, name: Installer['name'], words: readonly string[]][] = [
  [/\/\.volta\/tools\//, 'volta', ['install']],
  [/\/\.bun\/install\/global\//, 'bun', ['add', '--global']],
  [/\/pnpm\/global\//, 'pnpm', ['add', '--global']],
  [/\/yarn\/(?:data\/)?global\//i, 'yarn', ['global', 'add']],
]

/**
 * The package manager that installed the program of this path, for all of a machine. Throws `unknown_installer` where it
 * was another way that brought it, with what to do.
 */
export function findInstaller(script: string): Installer {
  const path = realpathSync(script)
  const plain = path.replaceAll('\\', '/')
  const unknown = (remedy: string) =>
    new CliError('unknown_installer', `How svc was installed isn't known (${path}): ${remedy}`)
  if (plain.includes('/_npx/'))
    throw unknown(`npx fetched it; fetch a newer one by npx ${packageName}@latest`)
  for (const [trace, name, words] of byTrace) if (trace.test(plain)) return installerOf(name, words)
  const root = plain.split(`/node_modules/${packageName}/`)[0]!
  if (root === plain)
    throw unknown('it runs outside of node_modules; build the newer one as you built this one')
  // A project has its own package.json; npm's place for all of a machine has none.
  if (existsSync(join(root, 'package.json')))
    throw unknown(`${root} has it as a dependency; raise it there by its package manager`)
  // Beside which npm puts what starts it.
  const isNpm = existsSync(join(dirname(root), 'bin', 'svc')) || existsSync(join(root, 'svc.cmd'))
  if (!isNpm) throw unknown(`install it again, as by npm install --global ${packageName}@latest`)
  return installerOf('npm', ['install', '--global'])
}

/**
 * The folder of the program of this path, and the version that is in it by now. Null where that tells nothing: pnpm
 * leaves each version in a folder of its own.
 */
export function installedVersion(script: string): { folder: string; version: string } | null {
  try {
    const folder = dirname(dirname(realpathSync(script)))
    if (folder.replaceAll('\\', '/').includes('/.pnpm/')) return null
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version?: unknown
    }
    return typeof version === 'string' ? { folder, version } : null
  } catch {
    return null
  }
}

function installerOf(name: Installer['name'], words: readonly string[]): Installer {
  return { name, install: (version) => [name, ...words, `${packageName}@${version}`] }
}
