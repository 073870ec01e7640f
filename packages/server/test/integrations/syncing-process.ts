/**
 * Serves a data directory, or a database, and syncs billing-a of its first organization from an address, until it is
 * killed. Prints `synced`. `KILL_AT` (`append:before:2`, `change:after:1`) has it kill itself at the nth such moment;
 * `HINT=1` has it kill itself as soon as a webhook was answered; `REMOVE=1` has it remove what was synced, and stop
 * itself (`stopping`) before it rewrites the log; sent on, it prints `refused` or `rewritten`.
 */
import { connectionsOf } from '../../src/integrations/connections.ts'
import { removalsOf } from '../../src/integrations/removals.ts'
import { setTimeout } from 'node:timers/promises'
import { signBillingA } from '../../../../examples/provider-sandbox/src/providers/billing-a.ts'
import { createServer } from '../../src/app/app.ts'
import { connectByKey, type KeyProvider } from '../../src/integrations/connect.ts'
import { billingA } from '../../src/integrations/providers/billing-a.ts'
import { sealedPlace } from '../../src/kernel/secrets/reseal-documents.ts'
import { createServices } from '../../src/app/create-services.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'

const [, , place, origin, apiKey] = process.argv as [string, string, string, string, string]
const store = place.startsWith('postgres')
  ? postgresStore({ url: place, connections: 4, onProblem: () => {} })
  : fileStore({ directory: place, sync: false })
const options = {
  store,
  secretKeys: async () => [Buffer.alloc(32, 1)],
  providers: { 'billing-a': { baseUrl: origin, clientId: null, clientSecret: null } },
}
const die = () => process.kill(process.pid, 'SIGKILL')
const server = createServer(options)
const [organization] = await server.workspaces.listOrganizations()
const workspace = (await server.workspaces.openWorkspace(organization!.id))!
const { log } = workspace
const connections = connectionsOf(workspace)
const services = createServices(options)
const isNew = (await connections.read())['billing-a'] === undefined
if (isNew)
  await connectByKey(workspace, billingA as KeyProvider, { config: { apiKey }, force: false }, services)

const [kind, when, number] = (process.env['KILL_AT'] ?? '').split(':')
let moments = 0
function dieAround<Arguments extends unknown[], Result>(
  name: string,
  run: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result> {
  if (kind !== name) return run
  return async (...given) => {
    const isNow = ++moments === Number(number)
    if (isNow && when === 'before') die()
    const result = await run(...given)
    if (isNow) die()
    return result
  }
}
log.append = dieAround('append', log.append.bind(log))
connections.change = dieAround('change', connections.change.bind(connections))

if (process.env['HINT'] !== undefined) {
  const secret = await services.secrets.seal('whsec_kill', sealedPlace(organization!.id, 'connections'))
  await connections.change((current) => {
    current['billing-a']!.webhook = { receivedAt: null, secrets: [secret] }
  })
  const body = JSON.stringify({ id: 'evt_kill', object: 'event', type: 'customer.updated' })
  const response = await server.fetch(
    new Request(`http://localhost/api/webhooks/billing-a?connection=billing-a-${organization!.id}`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signBillingA(body, ['whsec_kill'], Math.floor(Date.now() / 1_000)) },
    }),
  )
  if (response.status === 200) die()
  throw new Error(`The webhook was answered ${response.status}`)
}

for (;;) {
  const connection = (await connections.read())['billing-a']!
  const isQuiet = connection.startedAt === null && (connection.hintedAt ?? null) === null
  if (connection.models['BillingCustomer']?.status === 'SUCCESS' && isQuiet) break
  await setTimeout(20)
}
process.stdout.write('synced\n')

if (process.env['REMOVE'] !== undefined) {
  const rewrite = log.rewrite.bind(log)
  let rewrites = 0
  log.rewrite = async (change) => {
    // The first one only looks.
    if (++rewrites !== 2) return rewrite(change)
    process.stdout.write('stopping\n')
    process.kill(process.pid, 'SIGSTOP')
    const rewritten = rewrite(change)
    rewritten.then(
      () => process.stdout.write('rewritten\n'),
      () => process.stdout.write('refused\n'),
    )
    return rewritten
  }
  const { generation } = (await connections.read())['billing-a']!
  await removalsOf(workspace).change((removals) => {
    removals['billing-a'] = { requestedAt: new Date().toISOString(), generation, found: null }
  })
}
