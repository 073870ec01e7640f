// `pnpm check:runtimes [-- name …]`: the packed SDK on every runtime it is for, against the server as built; and that
// server on every Node. Runtimes come from the npm registry into a folder of their own; what can't be installed is
// named and left out.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from './packages/pack.mjs'
import { packageFolder } from './packages/published.mjs'
import { startServer } from './packages/serve.mjs'
import { builtPackages, ensureBuilt } from './workspace/build.mjs'
import { run, step } from './workspace/run.mjs'

const platform = `${process.platform}-${process.arch}`
const denoBuilds = { 'linux-x64': 'linux-x64-glibc', 'linux-arm64': 'linux-arm64-glibc' }

/** Where each runtime is packaged, its program in there, and what goes before a script. */
const runtimes = [
  { name: 'node-20', spec: `npm:node-${platform}@20`, program: 'bin/node', args: [], serves: true },
  { name: 'node-22', spec: `npm:node-${platform}@22`, program: 'bin/node', args: [], serves: true },
  { name: 'node-24', spec: `npm:node-${platform}@24`, program: 'bin/node', args: [], serves: true },
  { name: 'bun', spec: `npm:@oven/bun-${platform}@1`, program: 'bin/bun', args: ['run'] },
  {
    name: 'deno',
    spec: `npm:@deno/${denoBuilds[platform] ?? platform}@2`,
    program: 'deno',
    args: ['run', '--allow-all', '--no-config'],
  },
]

const names = process.argv.slice(2).filter((name) => name !== '--')
const chosen = names.length > 0 ? runtimes.filter(({ name }) => names.includes(name)) : runtimes
const folder = mkdtempSync(join(tmpdir(), 'customer-intel-runtimes-'))
const npmInstall = ['install', '--no-audit', '--no-fund', '--ignore-scripts']
let used = 0
try {
  await ensureBuilt(builtPackages)
  const sdk = packageFolder('node-sdk')
  const project = newProject('project')
  await step('  installing the SDK', 'npm', [...npmInstall, await pack(sdk, newFolder('tarballs'))], {
    cwd: project,
  })

  const main = join(packageFolder('server'), 'dist/main.js')
  for (const { name, spec, program, args, serves = false } of chosen) {
    const home = newProject(name)
    const { code, output } = await run('npm', [...npmInstall, `runtime@${spec}`], { cwd: home, quiet: true })
    if (code !== 0) {
      process.stderr.write(`${name}: left out, ${spec} can't be installed: ${reason(output)}\n`)
      continue
    }
    const runtime = join(home, 'node_modules/runtime', program)
    const script = (file) => [...args, join(sdk, 'scripts', file), project]
    await step(`${name}: use-packed.mjs`, runtime, script('use-packed.mjs'), { cwd: project })
    const server = await startServer(serves ? runtime : process.execPath, [main], newFolder(`${name}/data`))
    try {
      const env = { ...process.env, ...server.env }
      await step(`${name}: session.mjs`, runtime, [...script('session.mjs'), name], { cwd: project, env })
      await server.stop()
    } finally {
      server.kill()
    }
    used++
  }
  if (used === 0) throw new Error('No runtime could be installed: nothing was shown.')
  process.stderr.write(`The packed SDK works on ${used} of ${chosen.length} runtimes.\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function newFolder(name) {
  const made = join(folder, name)
  mkdirSync(made, { recursive: true })
  return made
}

function newProject(name) {
  const made = newFolder(name)
  writeFileSync(join(made, 'package.json'), '{ "private": true, "type": "module" }\n')
  return made
}

/** What npm says first of why it failed. */
function reason(output) {
  return /npm error (?!code)(.+)/.exec(output)?.[1] ?? 'npm gave no reason'
}
