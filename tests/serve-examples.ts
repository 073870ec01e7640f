/**
 * A server with a workspace that holds what the examples of `/openapi.json` name: for tools that make requests up from the
 * document. Writes a line of JSON when it can be asked (`Served`), and ends on SIGTERM.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createSend, fill } from '../examples/demo/src/fill.ts'
import { createIds, demoId, demoPublicKey, setUp } from '../examples/demo/src/set-up.ts'
import { untilRead } from '../examples/demo/src/until-read.ts'
import { createWorkspace } from '../examples/demo/src/workspace.ts'
import { openBrowser } from '../examples/provider-sandbox/src/browser.ts'
import { serve } from '../examples/provider-sandbox/src/http.ts'
import { playBillingA } from '../examples/provider-sandbox/src/providers/billing-a.ts'
import { playCallsA } from '../examples/provider-sandbox/src/providers/calls-a.ts'
import { playCrmA } from '../examples/provider-sandbox/src/providers/crm-a.ts'
import { createWorld } from '../examples/provider-sandbox/src/world.ts'
import { createServer, defineOrganization, memoryStore } from '../packages/server/src/index.ts'

/** Where it is, and what only answers tell. */
export interface Served {
  baseUrl: string
  apiKey: string
  /** Of a connection that was made in a browser. */
  sessionId: string
  /** Of the service whose webhook the document has as an example: its address names it, and it signs by the secret. */
  connectionId: string
  webhookSecret: string
}

/** Customers of the demo that the examples name, and their look-alikes. */
const domains = ['alder-logistics.example']

const world = createWorld({ companies: 20 })
const billingA = playBillingA(world, { apiKey: 'rk_test_example' })
const [callsA, crmA] = [playCallsA(world), playCrmA(world)]
const played = {
  'billing-a': await serve(billingA.handler),
  'calls-a': await serve(callsA.handler),
  'crm-a': await serve(crmA.handler),
}
const { clientId, clientSecret } = crmA.oauth
const key = randomBytes(32)
const { newId, give } = createIds()
const server = createServer({
  store: memoryStore(),
  ingestRateLimit: 0,
  secretKeys: async () => [key],
  newId,
  providers: {
    'billing-a': { baseUrl: played['billing-a'].origin, clientId: null, clientSecret: null },
    'calls-a': { baseUrl: played['calls-a'].origin, clientId: null, clientSecret: null },
    'crm-a': { baseUrl: played['crm-a'].origin, clientId, clientSecret },
  },
})
const { document, publicKey, apiKey } = defineOrganization({
  name: 'Harbor & Pine',
  publicKey: demoPublicKey,
})
const made = await server.workspaces.createOrganization(document.organization, document)
const send = createSend(server, apiKey)

await fillWithExamples()
const sessionId = await connectInBrowser('crm-a')
await ask('POST', '/api/integrations/connect', {
  provider: 'calls-a',
  config: { apiKey: callsA.apiKey },
})
const { connectionId, setup } = await ask('POST', '/api/integrations/setup-step', {
  provider: 'calls-a',
  step: 'webhooks',
})
await runAutomation()

const listening = await server.listen({ port: 0 })
const webhookSecret = setup.secret as string
const served: Served = { baseUrl: listening.url, apiKey, sessionId, connectionId, webhookSecret }
console.log(JSON.stringify(served))
process.once('SIGTERM', () => {
  void Promise.all([server.close(), ...Object.values(played).map((one) => one.close())])
})

/** A part of the demo, and customers that may be one with those. */
async function fillWithExamples(): Promise<void> {
  const whole = createWorkspace({ now: Date.now() })
  const known = whole.companies.filter(({ domain }) => domains.includes(domain))
  const alike = whole.companies.slice(0, 2)
  const companies = [...new Set([...known, ...alike])]
  await fill({ ...whole, companies }, { server, publicKey, apiKey, onProgress: () => undefined })
  const records = alike.map(({ name, domain }) => ({
    kind: 'customer',
    name,
    domain: domain.replace('.', '-group.'),
  }))
  await send('/api/records', { records })
  // Two keys that a person may separate.
  await send(`/api/i/v1/${publicKey}/events`, {
    source: 'server',
    userIdentity: { email: 'jane@acme.example', userId: 'u-17' },
    events: [{ type: 'custom', eventName: 'Signed in', url: 'server://app', path: '/' }],
  })
  await untilRead(made, () => undefined)
  await setUp(send, give)
}

/** Resolves with the session that it was made by. */
async function connectInBrowser(provider: string): Promise<string> {
  const { connectUrl, sessionId: session } = await ask('POST', '/api/integrations/connect', { provider })
  const browser = openBrowser((request) => server.fetch(request))
  const { status, page } = await browser.open(await browser.decide(await browser.goOn(connectUrl), 'allow'))
  if (status !== 200) throw new Error(`${provider} can't be connected: ${page}`)
  return session
}

/** Switches the automation on, and has its signal occur. */
async function runAutomation(): Promise<void> {
  await send(`/api/automations/${demoId}/enable`, {})
  await send(`/api/i/v1/${publicKey}/events`, {
    source: 'server',
    userIdentity: { email: 'edith.garland@alder-logistics.example' },
    events: [{ type: 'custom', eventName: 'Project created', url: 'server://app', path: '/' }],
  })
  const listRuns = () => ask('GET', `/api/automations/${demoId}/runs`)
  while ((await listRuns()).result.data.runs.length === 0) await setTimeout(100)
}

// oxlint-disable-next-line typescript/no-explicit-any
async function ask(method: string, path: string, body?: object): Promise<any> {
  const response = await server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}
