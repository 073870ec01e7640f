// `pnpm release:rehearse`: the next release, whole, with a registry on loopback in place of npm's: versions and publishes
// the packages from a clone of the last commit, installs them in empty folders by npm, pnpm and yarn, and works with them.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { useEntries } from './packages/consume.mjs'
import { packageFolder, peersOf, readManifest } from './packages/published.mjs'
import { expectNoWeakness, writeBill } from './release/bill-of-materials.mjs'
import { startRegistry } from './release/registry.mjs'
import { work } from './release/work.mjs'
import { builtPackages } from './workspace/build.mjs'
import { root } from './workspace/root.mjs'
import { step } from './workspace/run.mjs'

const { packageManager } = readManifest(root)
/** How each package manager adds packages, and takes them away. */
const managers = {
  npm: { add: ['npm', 'install', '--no-audit', '--no-fund'], remove: ['npm', 'uninstall'] },
  pnpm: { add: ['npx', '--yes', packageManager, 'add'], remove: ['npx', '--yes', packageManager, 'remove'] },
  yarn: { add: ['npx', '--yes', 'yarn@1.22.22', 'add'], remove: ['npx', '--yes', 'yarn@1.22.22', 'remove'] },
}
const manifests = builtPackages.map((name) => readManifest(packageFolder(name)))
const names = manifests.map(({ name }) => name)
const peers = manifests.flatMap(peersOf)

const folder = mkdtempSync(join(tmpdir(), 'customer-intel-release-'))
let registry
try {
  const version = await prepare(join(folder, 'clone'))
  registry = await startRegistry(join(folder, 'registry'))
  await step('Publishing', process.execPath, ['scripts/release.mjs'], {
    cwd: join(folder, 'clone'),
    env: registry.env,
  })
  for (const [manager, { add, remove }] of Object.entries(managers)) {
    const project = join(folder, `project-${manager}`)
    mkdirSync(project)
    writeFileSync(
      join(project, 'package.json'),
      '{ "name": "rehearsal", "version": "1.0.0", "private": true, "type": "module" }\n',
    )
    writeFileSync(join(project, '.npmrc'), `@customer-intel:registry=${registry.url}\n`)
    const wanted = [...names.map((name) => `${name}@${version}`), ...peers]
    const said = await step(`${manager}: installing all`, add[0], [...add.slice(1), ...wanted], {
      cwd: project,
    })
    expectNoWarning(manager, said)
    for (const name of names.filter((each) => !each.endsWith('/cli'))) await useEntries(project, name)
    await work(project, version)
    if (manager === 'npm') await look(project)
    await step(`${manager}: removing all`, remove[0], [...remove.slice(1), ...names, ...peers.map(bare)], {
      cwd: project,
    })
    expectNothingLeft(project)
  }
  process.stderr.write(`Version ${version} can be released.\n`)
} finally {
  registry?.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** The last commit in a clone of its own, with the versions and notes that the changesets lead to. Resolves with the version. */
async function prepare(clone) {
  await step('Cloning the last commit', 'git', ['clone', '--quiet', '--no-hardlinks', root, clone])
  await step(
    'Installing',
    'npx',
    ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'],
    {
      cwd: clone,
    },
  )
  const changesets = join(clone, 'node_modules/@changesets/cli/bin.js')
  await step('Setting the versions', process.execPath, [changesets, 'version'], { cwd: clone })
  const versions = new Set(builtPackages.map((name) => readManifest(join(clone, 'packages', name)).version))
  const [version] = versions
  if (versions.size !== 1 || version === '0.0.0')
    throw new Error(`The packages are versioned together; they came to ${[...versions].join(', ')}.`)
  for (const name of builtPackages) {
    const notes = readFileSync(join(clone, 'packages', name, 'CHANGELOG.md'), 'utf8')
    if (!notes.includes(`## ${version}\n`)) throw new Error(`CHANGELOG.md of ${name} has no ${version}.`)
  }
  return version
}

async function look(project) {
  const count = await writeBill(project, join(folder, 'bill-of-materials.json'))
  const asked = await expectNoWeakness(project)
  const audit = asked ? 'npm audit has nothing above low' : 'the registry answers no npm audit'
  process.stderr.write(`  a bill of ${count} packages; ${audit}\n`)
}

/** Engines and peers that don't fit, and what is deprecated. */
function expectNoWarning(manager, said) {
  const warnings = said
    .split('\n')
    .filter((line) => /\b(?:EBADENGINE|ERESOLVE|peer|engine|deprecated)\b/i.test(line) && /warn/i.test(line))
  if (warnings.length > 0) throw new Error(`${manager} warns whoever installs:\n${warnings.join('\n')}`)
}

/** npm leaves the empty folders of scopes. */
function expectNothingLeft(project) {
  const left = readdirSync(join(project, 'node_modules'), { recursive: true, encoding: 'utf8' })
  const packages = left.filter((file) => basename(file) === 'package.json' && !file.startsWith('.'))
  if (packages.length > 0) throw new Error(`What was removed left behind: ${packages.join(', ')}`)
}

/** `name@version` without the version. */
function bare(spec) {
  return spec.slice(0, spec.lastIndexOf('@'))
}
