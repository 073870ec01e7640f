// Fills a workspace of its own with two invented years: 200 customers, 2,000 people. Run it by `npm run demo`; with
// `-- --from-providers` what is there comes from twelve services that are played on this machine.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, defineOrganization, fileStore } from '@customer-intel/server'
import { createSend, fill } from './fill.ts'
import { fillFromProviders } from './from-providers.ts'
import { createIds, demoPublicKey, setUp } from './set-up.ts'
import { untilRead } from './until-read.ts'
import { createWorkspace } from './workspace.ts'

const { values } = parseArgs({
  options: {
    directory: { type: 'string', default: 'demo-data' },
    seed: { type: 'string' },
    'from-providers': { type: 'boolean', default: false },
  },
})
const directory = resolve(values.directory)
if (existsSync(directory)) {
  console.error(`${directory} exists already. Start it with: SVC_DATA_DIR=${values.directory} npm start`)
  console.error('Or delete it, or give another one by --directory, to start the demo again.')
  process.exit(1)
}

// A demo that a power cut spoils is made again.
const store = fileStore({ directory, sync: false })
const started = performance.now()
let said = started
const say = (text: string): void => {
  said = performance.now()
  console.log(`${((said - started) / 1_000).toFixed(0).padStart(4)} s  ${text}`)
}
const { apiKey } = await (values['from-providers'] ? fillFromProviders(store, say) : fillAsInvented())
say('Done.')

console.log(`
Start the server on it:

  SVC_DATA_DIR=${values.directory} npm start

and ask, with this key (it is not shown again):

  export SVC_API_KEY=${apiKey}

  curl -s http://127.0.0.1:8787/api/tools/call \\
    -H "Authorization: Bearer $SVC_API_KEY" -H "Content-Type: application/json" \\
    -d '{"tool": "svc_list_customers", "input": {"limit": 5}}'
`)

/** What a website, a backend and imports would have brought. */
async function fillAsInvented(): Promise<{ apiKey: string }> {
  const workspace = createWorkspace({ now: Date.now(), seed: values.seed })
  const { document, publicKey, apiKey } = defineOrganization({
    name: 'Harbor & Pine',
    publicKey: demoPublicKey,
  })
  const secretKey = makeSecretKey()
  const { newId, give } = createIds()
  const server = createServer({ store, ingestRateLimit: 0, secretKeys: async () => [secretKey], newId })
  const made = await server.workspaces.createOrganization(document.organization, document)
  const { events, records } = await fill(workspace, {
    server,
    publicKey,
    apiKey,
    onProgress: (filled) => {
      if (performance.now() - said > 5_000) say(`${filled.records} records, ${filled.events} events`)
    },
  })
  say(`${records} records, ${events} events are in the log; now the read models`)
  await untilRead(made, say)
  await setUp(createSend(server, apiKey), give)
  await server.close()
  return { apiKey }
}

/** What the webhook's secret is sealed with, where `npm start` looks for it. */
function makeSecretKey(): Buffer {
  const key = randomBytes(32)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'secret.key'), `${key.toString('base64')}\n`, { mode: 0o600 })
  return key
}
