// `npm test [-- vitest arguments]`: installs and builds what is missing, checks types, runs every test. `--cases N` and
// `--seed N` are for the tests of generated input: how many of them, and the same ones again.
import { builtPackages, ensureBuilt } from './workspace/build.mjs'
import { findChromium } from './workspace/chromium.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { ensurePostgres } from './workspace/postgres.mjs'
import { run, step, toolPath } from './workspace/run.mjs'

const passedOn = process.argv.slice(2)
const generated = { ...take('--cases', 'SVC_TEST_CASES'), ...take('--seed', 'SVC_TEST_SEED') }

await ensureInstalled()
if (passedOn.length === 0) {
  const typecheck = [toolPath('@typescript/native', 'tsc'), '--noEmit', '-p', 'tsconfig.json']
  await step('Checking types', process.execPath, typecheck)
}
await ensureBuilt(builtPackages)
await ensurePostgres()

const chromium = findChromium()
const projects = ['shared', 'node', 'dom', ...(chromium ? ['browser', 'console'] : [])].flatMap((name) => [
  '--project',
  name,
])
const chosen = passedOn.some((argument) => argument.startsWith('--project')) ? [] : projects
const env = { ...process.env, ...generated, ...(chromium && { SVC_CHROMIUM: chromium }) }
const { code } = await run(process.execPath, [toolPath('vitest'), 'run', ...chosen, ...passedOn], { env })

if (chromium) process.stderr.write(`Browser tests ran in ${chromium}.\n`)
else
  process.stderr.write(
    'Browser tests were SKIPPED: no Chromium found. Install one, or name it in SVC_CHROMIUM.\n',
  )
process.exitCode = code

/** Takes an option's number out of what is passed on: as a setting for the tests. */
function take(option, setting) {
  const at = passedOn.indexOf(option)
  if (at < 0) return {}
  const [, value = ''] = passedOn.splice(at, 2)
  if (!/^[1-9]\d*$/.test(value)) {
    process.stderr.write(`${option} takes a whole number, as in ${option} 1000\n`)
    process.exit(2)
  }
  return { [setting]: value }
}
