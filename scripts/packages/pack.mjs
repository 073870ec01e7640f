import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { step, toolPath } from '../workspace/run.mjs'
import { readManifest } from './published.mjs'

/** Packs a package as anybody would, by `npm pack` in its folder, and resolves with the tarball's path. */
export async function pack(folder, into) {
  const before = new Set(readdirSync(into))
  await step(`Packing ${readManifest(folder).name}`, 'npm', ['pack', '--pack-destination', into], {
    cwd: folder,
  })
  const [tarball] = readdirSync(into).filter((file) => !before.has(file))
  if (!tarball) throw new Error(`Packing ${folder} left no new tarball in ${into}.`)
  return join(into, tarball)
}

/**
 * publint and attw on a tarball: what a bundler, Node and TypeScript would stumble over.
 *
 * @param {string} tarball
 * @param {{ profile: string, assets: string[] }} options `assets`: entries that are files to serve, not code to import.
 */
export async function lintTarball(tarball, { profile, assets }) {
  await step('  publint', process.execPath, [toolPath('publint'), 'run', tarball, '--strict'])
  const attw = toolPath('@arethetypeswrong/cli', 'attw')
  await step(`  attw (${profile})`, process.execPath, [
    attw,
    tarball,
    '--profile',
    profile,
    ...(assets.length > 0 ? ['--exclude-entrypoints', ...assets] : []),
  ])
}
