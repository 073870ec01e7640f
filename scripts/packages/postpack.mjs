// After `npm pack`: the manifest as development needs it.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/** Where the manifest is kept while the published one stands in its place. */
export function keptManifest(folder) {
  return join(folder, 'package.json.development')
}

/** Puts another manifest in the place of the one that is there, which keeps its time: the build goes by it. */
export function replaceManifest(folder, manifest) {
  const file = join(folder, 'package.json')
  renameSync(file, keptManifest(folder))
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

export function restoreManifest(folder) {
  if (!existsSync(keptManifest(folder))) return
  renameSync(keptManifest(folder), join(folder, 'package.json'))
  rmSync(join(folder, 'LICENSE'), { force: true })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) restoreManifest(process.cwd())
