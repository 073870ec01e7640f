// `npm run check:packages [-- package …]`: tests what ships. Packs each package and uses it as a stranger would, outside the workspace.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consume } from './packages/consume.mjs'
import { lintTarball, pack } from './packages/pack.mjs'
import { expectDocumented } from './packages/expect-documented.mjs'
import { expectSmall } from './packages/expect-small.mjs'
import { expectWhole } from './packages/expect-whole.mjs'
import { assetEntries, packageFolder, peersOf, readManifest } from './packages/published.mjs'
import { serve } from './packages/serve.mjs'
import { builtPackages } from './workspace/build.mjs'
import { step } from './workspace/run.mjs'

const chosen = process.argv.length > 2 ? process.argv.slice(2) : builtPackages
const folder = mkdtempSync(join(tmpdir(), 'customer-intel-packages-'))
try {
  for (const packageName of chosen) {
    const manifest = readManifest(packageFolder(packageName))
    const { name, version } = manifest
    const tarball = await pack(packageFolder(packageName), folder)
    const profile = packageName === 'server' ? 'esm-only' : 'node16'
    await lintTarball(tarball, { profile, assets: assetEntries(manifest) })

    const project = join(folder, packageName)
    const installed = await consume(project, tarball, { name, peers: peersOf(manifest) })
    expectWhole(installed)
    if (packageName === 'node-sdk') expectDocumented(installed)
    if (packageName === 'node-sdk') {
      const script = join(packageFolder(packageName), 'scripts/use-packed.mjs')
      await step('  use-packed.mjs', process.execPath, [script, project])
    }
    for (const program of Object.keys(manifest.bin ?? {})) {
      const command = ['--no-install', program, '--version']
      const said = await step(`  npx ${program} --version`, 'npx', command, { cwd: project })
      if (!said.includes(version))
        throw new Error(`${program} --version said "${said.trim()}", not ${version}.`)
    }
    if (packageName === 'cli') {
      await step('  npx svc man', 'npx', ['--no-install', 'svc', 'man'], { cwd: project })
      expectSmall(installed, 1_500_000)
    }
    if (packageName === 'server') await serve(project)
  }
  process.stderr.write('Every package works as packed.\n')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
