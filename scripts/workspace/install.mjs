import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { step } from './run.mjs'

/**
 * Installs what the lockfile names, unless it is installed already.
 * npm's own `npx` brings pnpm, so that a machine needs Node and npm only.
 */
export async function ensureInstalled() {
  requireNode()
  if (isInstalled()) return
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  await step('Installing dependencies', 'npx', ['--yes', packageManager, 'install', '--frozen-lockfile'])
}

/** pnpm keeps beside the modules a copy of the lockfile that they were installed from. */
function isInstalled() {
  const installed = join(root, 'node_modules/.pnpm/lock.yaml')
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(join(root, 'pnpm-lock.yaml')))
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  process.stderr.write(`Node ${process.versions.node} is too old: install Node 20.19 or newer.\n`)
  process.exit(1)
}
