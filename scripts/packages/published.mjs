import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace/root.mjs'

/** The packages that are published, in the order they are built: the server's `dist` holds the tracker's script. */
export const published = /** @type {const} */ (['browser-tracker', 'node-sdk', 'server'])

/** The folder of a published package. */
export function packageFolder(name) {
  return join(root, 'packages', name)
}

/** The manifest of the package in a folder. */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
