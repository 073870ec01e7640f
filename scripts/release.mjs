// `npm run release`: builds every package and publishes those whose version is not on the registry yet. changesets
// publishes by pnpm, which npm's own `npx` brings. Then installs what was published, and leaves its bill of materials in
// `dist/bill-of-materials.cdx.json`, to be attached to the release.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { packageFolder, readManifest } from './packages/published.mjs'
import { writeBill } from './release/bill-of-materials.mjs'
import { builtPackages } from './workspace/build.mjs'
import { root } from './workspace/root.mjs'
import { step } from './workspace/run.mjs'

const { packageManager } = readManifest(root)
await step('Building', process.execPath, [join(root, 'scripts/build.mjs')])
await step('Publishing', 'npx', ['--yes', '--package', packageManager, '--call', 'changeset publish'])

const project = mkdtempSync(join(tmpdir(), 'customer-intel-published-'))
try {
  const manifests = builtPackages.map((name) => readManifest(packageFolder(name)))
  const dependencies = Object.fromEntries(manifests.map(({ name, version }) => [name, version]))
  const { version } = manifests[0]
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'customer-intel', version, private: true, dependencies }),
  )
  await step('Installing what was published', 'npm', ['install', '--no-audit', '--no-fund'], { cwd: project })
  const file = join(root, 'dist/bill-of-materials.cdx.json')
  process.stderr.write(`${file} lists ${await writeBill(project, file)} packages.\n`)
} finally {
  rmSync(project, { recursive: true, force: true })
}
