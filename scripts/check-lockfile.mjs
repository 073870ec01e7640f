// The lockfile names every platform of each native dependency: one that was written where the registry had only some
// of them installs nothing on the others. What platforms there are is read from the manifests of what is installed.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace/root.mjs'

const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
const missing = new Set()
let checked = 0
for (const manifest of installedManifests()) {
  // What an earlier lockfile had installed may still lie there.
  if (!hasEntry(`${manifest.name}@${manifest.version}`)) continue
  for (const [name, version] of Object.entries(manifest.optionalDependencies ?? {})) {
    checked++
    // A range is resolved to some version; an exact one has to stand there as it is.
    const entry = /^\d/.test(version) ? `${name}@${version}` : `${name}@`
    if (!hasEntry(entry)) missing.add(`${manifest.name}@${manifest.version} needs ${name}@${version}`)
  }
}
if (checked === 0) throw new Error('No native dependency was found: install first')
for (const line of missing) process.stderr.write(`pnpm-lock.yaml lacks a platform: ${line}\n`)
process.stdout.write(`${checked} platform packages checked, ${missing.size} missing\n`)
process.exitCode = missing.size > 0 ? 1 : 0

function hasEntry(start) {
  return lockfile.includes(`\n  '${start}`) || lockfile.includes(`\n  ${start}`)
}

function* installedManifests() {
  const store = join(root, 'node_modules/.pnpm')
  for (const entry of readdirSync(store, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === 'node_modules') continue
    const modules = join(store, entry.name, 'node_modules')
    for (const name of packageNames(modules)) {
      // The links beside a package are its dependencies, which have a folder of their own.
      if (!entry.name.startsWith(name.replace('/', '+'))) continue
      yield JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
    }
  }
}

function packageNames(modules) {
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  )
}
