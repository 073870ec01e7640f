// `npm test [-- vitest arguments]`: installs and builds what is missing, checks types, runs every test.
import { builtPackages, ensureBuilt } from './workspace/build.mjs'
import { findChromium } from './workspace/chromium.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { ensurePostgres } from './workspace/postgres.mjs'
import { run, step, toolPath } from './workspace/run.mjs'

const passedOn = process.argv.slice(2)

await ensureInstalled()
if (passedOn.length === 0) {
  const typecheck = [toolPath('@typescript/native', 'tsc'), '--noEmit', '-p', 'tsconfig.json']
  await step('Checking types', process.execPath, typecheck)
}
await ensureBuilt(builtPackages)
await ensurePostgres()

const chromium = findChromium()
const projects = ['node', 'dom', ...(chromium ? ['browser'] : [])].flatMap((name) => ['--project', name])
const chosen = passedOn.some((argument) => argument.startsWith('--project')) ? [] : projects
const env = { ...process.env, ...(chromium && { SVC_CHROMIUM: chromium }) }
const { code } = await run(process.execPath, [toolPath('vitest'), 'run', ...chosen, ...passedOn], { env })

if (chromium) process.stderr.write(`Browser tests ran in ${chromium}.\n`)
else
  process.stderr.write(
    'Browser tests were SKIPPED: no Chromium found. Install one, or name it in SVC_CHROMIUM.\n',
  )
process.exitCode = code
