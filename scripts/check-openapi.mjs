// `npm run check:openapi`: what /openapi.json of a real server is worth to others. Redocly and Spectral find nothing by
// their recommended rules; what openapi-typescript, hey-api and orval make of it compiles, and makes each call; each
// request that Portman makes up is answered with success.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleRequests } from './openapi/example-requests.mjs'
import { generators } from './openapi/generators.mjs'
import { runPortman } from './openapi/run-portman.mjs'
import { startServer } from './packages/serve.mjs'
import { ensureBuilt } from './workspace/build.mjs'
import { root } from './workspace/root.mjs'
import { step, toolPath } from './workspace/run.mjs'

const redocly = '@redocly/cli@2.77.0'
const spectral = '@stoplight/spectral-cli@6.16.3'
const compiler = 'typescript@5.9.3'

/** What somebody writes over the generated types; it runs as it is. */
const client = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

declare const process: { env: Record<'SVC_BASE_URL' | 'SVC_API_KEY' | 'SVC_PUBLIC_KEY', string> }
const { SVC_BASE_URL, SVC_API_KEY, SVC_PUBLIC_KEY } = process.env
const client = createClient<paths>({
  baseUrl: SVC_BASE_URL,
  headers: { Authorization: 'Bearer ' + SVC_API_KEY },
})
function expect(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

const imported = await client.POST('/api/records', {
  body: { records: [
    { kind: 'customer', customerId: 'acct_1', domain: 'acme.example', name: 'Acme', createdAt: '2020-01-01T00:00:00Z' },
    { kind: 'revenue', customer: { customerId: 'acct_1' }, date: '2026-06-01', mrrCents: 49900, currency: 'EUR' },
  ] },
})
expect(imported.data?.processed === 2, 'records: ' + JSON.stringify(imported.error))

const sent = await client.POST('/api/i/v1/{publicKey}/events', {
  params: { path: { publicKey: SVC_PUBLIC_KEY } },
  body: {
    source: 'client', visitorId: '0199a3f0-0000-7000-8000-000000000001',
    userIdentity: { email: 'jane@acme.example' },
    events: [{ type: 'custom', eventName: 'Exported', timestamp: Date.now(), url: 'https://acme.example/', path: '/' }],
  },
})
expect(sent.data?.success === true, 'events: ' + JSON.stringify(sent.error))

const customers = await client.POST('/api/tools/svc_list_customers', { body: { billingStatus: 'PAYING', limit: 5 } })
const first = customers.data?.items[0]
expect(first?.name === 'Acme' && first.currentMrr === 49900, 'customers: ' + JSON.stringify(customers))
const mrr: number | null = first.currentMrr

const timeline = await client.POST('/api/tools/svc_get_timeline', { body: { customer: 'acme.example', timeframe: '7d' } })
expect(timeline.data?.events[0]?.eventName === 'Exported', 'timeline: ' + JSON.stringify(timeline))

const called = await client.POST('/api/tools/call', { body: { tool: 'svc_query', input: { sql: 'select 1 as one' } } })
expect(called.response.status === 200, 'call: ' + JSON.stringify(called.error))

const missing = await client.POST('/api/tools/svc_get_customer', { body: { customer: 'nobody.example' } })
expect(missing.response.status === 404 && missing.error !== undefined, 'a customer that is none')

const settings = await client.GET('/api/settings')
expect(settings.response.status === 200, 'settings: ' + JSON.stringify(settings.error))
export { mrr }
`

await ensureBuilt(['browser-tracker', 'server'])
const folder = mkdtempSync(join(tmpdir(), 'customer-intel-openapi-'))
const server = await startServer(
  process.execPath,
  [join(root, 'packages/server/dist/main.js')],
  join(folder, 'data'),
)
// A step that fails ends this process.
process.once('exit', server.kill)
try {
  const document = join(folder, 'openapi.json')
  const answer = await fetch(`${server.env.SVC_BASE_URL}/openapi.json`)
  const served = await answer.json()
  // Without SVC_PUBLIC_URL it names itself by a path, which a file of its own can't.
  writeFileSync(document, JSON.stringify({ ...served, servers: [{ url: server.env.SVC_BASE_URL }] }))
  await lint(document)
  await useGenerated(document)
  await server.stop()
  const sent = await runPortman(folder)
  process.stderr.write(
    `Linted without a problem; three generated clients compile and make each call; each of Portman's ${sent} requests succeeds.\n`,
  )
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function lint(document) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', SCARF_ANALYTICS: 'false' }
  const said = await step(
    '  Redocly',
    'npx',
    ['--yes', redocly, 'lint', '--extends=recommended', '--format=json', document],
    { cwd: folder, env },
  )
  const { totals } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))
  if (totals.errors + totals.warnings > 0) throw new Error(`Redocly found problems:\n${said}`)
  const ruleset = join(folder, 'spectral.yaml')
  writeFileSync(ruleset, 'extends: ["spectral:oas"]\n')
  await step(
    '  Spectral',
    'npx',
    ['--yes', spectral, 'lint', '--fail-severity=hint', '-r', ruleset, document],
    { cwd: folder, env },
  )
}

async function useGenerated(document) {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const packages = Object.values(generators).flatMap((generator) => generator.packages)
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages, compiler]
  await step('  npm install', 'npm', install, { cwd: folder })
  const requests = exampleRequests(JSON.parse(readFileSync(document, 'utf8')))
  for (const [name, { generate, use }] of Object.entries(generators)) {
    await step(`  ${name}`, 'npx', generate(document, folder), { cwd: folder })
    await compileAndRun(`${name}: each of ${requests.length} calls`, use(folder, requests))
  }
  const strictest = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  await compileAndRun('openapi-typescript: what calls answer', client, strictest)
}

/** As strictly as the code that the generators bring along allows. */
async function compileAndRun(name, source, stricter = []) {
  writeFileSync(join(folder, 'use.ts'), source)
  const compile =
    '--noEmit --strict --module esnext --moduleResolution bundler --allowImportingTsExtensions --target es2022 --lib es2022,dom,dom.iterable --skipLibCheck'
  await step('  tsc', 'npx', ['tsc', ...compile.split(' '), ...stricter, 'use.ts'], { cwd: folder })
  const bundle = '--bundle --platform=node --format=esm --outfile=use.js --log-level=warning use.ts'
  await step('  esbuild', toolPath('esbuild'), bundle.split(' '), { cwd: folder })
  const env = { ...process.env, ...server.env }
  await step(`  ${name}`, process.execPath, ['use.js'], { cwd: folder, env })
}
