import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

/**
 * Is the program of a package: in this very process, so that signals reach it and its exit code is ours.
 *
 * @param {'server' | 'cli'} name
 * @param {Parameters<typeof ensureBuilt>[0]} needs What it takes from other packages' builds.
 */
export async function runBuilt(name, needs = []) {
  await ensureInstalled()
  await ensureBuilt([...needs, name])
  const program = join(root, `packages/${name}/dist/main.js`)
  process.argv.splice(1, 1, program)
  await import(pathToFileURL(program).href)
}
