import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace/root.mjs'

/** The folder of a published package. */
export function packageFolder(name) {
  return join(root, 'packages', name)
}

/** The manifest of the package in a folder. */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** Fails unless the package has been built whole: what ships is checked as `npm run build` left it. */
export function requireBuilt(name) {
  if (existsSync(join(packageFolder(name), 'dist/index.d.ts'))) return
  throw new Error(`packages/${name}/dist is missing or has no types: run npm run build first.`)
}

/** Entries of a manifest's `exports` that are files to serve, such as a script tag's, not code to import. */
export function assetEntries({ exports }) {
  return Object.entries(exports)
    .filter(([entry, target]) => typeof target === 'string' && !entry.endsWith('.json'))
    .map(([entry]) => entry)
}

/** What a package's entries may import beside it, as `name@version` to install, with their types. */
export function peersOf({ peerDependencies = {}, devDependencies = {} }) {
  return Object.keys(peerDependencies)
    .flatMap((peer) => [peer, `@types/${peer}`])
    .filter((peer) => peer in devDependencies)
    .map((peer) => `${peer}@${devDependencies[peer]}`)
}
