import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../workspace/root.mjs'

/**
 * The manifest that a package is published with: `exports` of the built files, versions in place of the workspace's
 * `catalog:`, whom to ask, and nothing that only development needs.
 */
export function toPublishedManifest(folder, manifest) {
  const { publishConfig = {}, dependencies, ...rest } = manifest
  const { access, ...published } = publishConfig
  const { repository, homepage, bugs } = readJson(join(root, 'package.json'))
  return {
    ...rest,
    devDependencies: undefined,
    scripts: undefined,
    homepage,
    bugs,
    repository: { ...repository, directory: `packages/${basename(folder)}` },
    ...published,
    ...(dependencies && { dependencies: withVersions(folder, dependencies) }),
    ...(access && { publishConfig: { access } }),
  }
}

function withVersions(folder, dependencies) {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => {
      if (!/^(?:catalog|workspace):/.test(range)) return [name, range]
      return [name, readJson(join(folder, 'node_modules', name, 'package.json')).version]
    }),
  )
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
