// `npm run check:frameworks [-- framework …]`: production builds of each framework with the packed tracker, in a browser.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { freePort, startCollector } from './frameworks/collector.mjs'
import { frameworkNames, frameworkProject } from './frameworks/projects.mjs'
import { pack } from './packages/pack.mjs'
import { packageFolder, requireBuilt } from './packages/published.mjs'
import { findChromium } from './workspace/chromium.mjs'
import { run } from './workspace/run.mjs'

/** How long a page may take to appear and to say what happened. */
const deadlineMs = 60_000
/** Nothing is said to anybody about these builds. */
const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
}

requireBuilt('browser-tracker')
const folder = mkdtempSync(join(tmpdir(), 'customer-intel-frameworks-'))
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const tarball = await pack(packageFolder('browser-tracker'), folder)
  const names = process.argv.length > 2 ? process.argv.slice(2) : [...frameworkNames]
  // Two at a time: while one installs, another one builds.
  const work = async () => {
    for (let name; (name = names.shift());) await check(name, tarball)
  }
  for (const outcome of await Promise.allSettled([work(), work()]))
    if (outcome.status === 'rejected') throw outcome.reason
  process.stderr.write('The tracker works in every framework.\n')
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}

async function check(name, tarball) {
  const started = performance.now()
  const collector = await startCollector()
  const { dependencies, files, build, start } = frameworkProject(name, collector.url)
  const cwd = join(folder, name)
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { ...dependencies, '@customer-intel/browser-tracker': `file:${tarball}` },
  }
  for (const [path, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text.trimStart())
  }
  await succeed(name, cwd, 'npm', ['install', '--no-audit', '--no-fund'])
  const installed = performance.now()
  await succeed(name, cwd, process.execPath, [join('node_modules', build[0]), ...build.slice(1)])
  const built = performance.now()
  const port = await freePort()
  const server = spawn(process.execPath, start(port), {
    cwd,
    env: { ...env, PORT: `${port}`, HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk))
  try {
    await visit(`http://127.0.0.1:${port}/`, collector.names)
  } catch (error) {
    throw new Error(`${name}: ${error.message}\nIts server said: ${said}`, { cause: error })
  } finally {
    server.kill()
    collector.close()
  }
  const seconds = [installed - started, built - installed, performance.now() - built]
  const [install, make, use] = seconds.map((ms) => `${(ms / 1000).toFixed(1)} s`)
  process.stderr.write(`${name}: installed in ${install}, built in ${make}, events arrived within ${use}\n`)
}

async function succeed(name, cwd, command, args) {
  const { code, output } = await run(command, args, { cwd, env, quiet: true })
  if (code !== 0) throw new Error(`${name}: ${command} ${args.join(' ')} failed:\n${output}`)
}

/** Opens the page, clicks its button, and waits until both have arrived. */
async function visit(address, arrived) {
  const until = Date.now() + deadlineMs
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (Date.now() > until) throw new Error(`no page at ${address}`)
    await wait(50)
  }
  const page = await browser.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(address)
  for (const expected of ['pageview', 'plan_chosen'])
    while (!arrived.has(expected)) {
      if (Date.now() > until)
        throw new Error(`${expected} didn't arrive; errors of the page: ${errors.join(' ')}`)
      // Until the page is alive: a button that came from the server does nothing before.
      if (expected === 'plan_chosen') await page.click('button')
      await wait(100)
    }
  if (errors.length > 0) throw new Error(`the page had errors: ${errors.join(' ')}`)
  await page.close()
}
