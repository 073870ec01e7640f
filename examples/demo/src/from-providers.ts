import { randomBytes } from 'node:crypto'
import { createServer, defineOrganization, type ServerOptions } from '@customer-intel/server'
import { openBrowser } from '../../provider-sandbox/src/browser.ts'
import { startSandbox } from '../../provider-sandbox/src/sandbox.ts'
import { untilRead } from './until-read.ts'

const address = 'http://localhost'

/**
 * Fills a store with what twelve services know of invented companies, 200 of them by default: connects each provider, by its key or in a
 * browser, lets it sync, and disconnects it, since nobody plays the services any more afterwards.
 */
export async function fillFromProviders(
  store: NonNullable<ServerOptions['store']>,
  say: (text: string) => void,
  world: { companies?: number } = {},
): Promise<{ apiKey: string }> {
  const sandbox = await startSandbox(world)
  const setting = (stem: string, name: string) => sandbox.environment[`${stem}_${name}`] ?? null
  const { document, apiKey } = defineOrganization({ name: 'Harbor & Pine' })
  const key = randomBytes(32)
  const keyed: Record<string, Record<string, string>> = {
    'billing-a': { apiKey: sandbox.billingA.apiKey },
    'support-a': { apiToken: sandbox.supportA.apiToken },
    'calls-a': { apiKey: sandbox.callsA.apiKey },
    'calls-b': { apiKey: sandbox.callsB.apiKey },
    'analytics-a': {
      apiKey: sandbox.analyticsA.apiKey,
      region: 'us',
      projectId: sandbox.analyticsA.projectId,
    },
    'auth-analytics-a': {
      projectUrl: 'https://abcd.supabase.co',
      serviceRoleKey: sandbox.authAnalyticsA.serviceRoleKey,
    },
    'auth-analytics-b': { secretKey: sandbox.authAnalyticsB.secretKey },
  }
  const all = [...Object.keys(keyed), 'crm-a', 'crm-b', 'chat-app', 'calendar-a', 'mail-a']
  const server = createServer({
    store,
    ingestRateLimit: 0,
    secretKeys: async () => [key],
    providers: Object.fromEntries(
      all.map((id) => {
        const stem = `SVC_PROVIDER_${id.toUpperCase().replaceAll('-', '_')}`
        const [baseUrl, clientId, clientSecret] = ['BASE_URL', 'CLIENT_ID', 'CLIENT_SECRET'].map((name) =>
          setting(stem, name),
        )
        return [id, { baseUrl: baseUrl!, clientId: clientId!, clientSecret: clientSecret! }]
      }),
    ),
  })
  const workspace = await server.workspaces.createOrganization(document.organization, document)

  // oxlint-disable-next-line typescript/no-explicit-any
  async function ask(method: string, path: string, body?: object): Promise<any> {
    const response = await server.fetch(
      new Request(`${address}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }

  /** Resolves once every model was synced after this time, in Unix milliseconds. */
  async function synced(provider: string, since: number): Promise<void> {
    for (;;) {
      const { syncs } = await ask('GET', `/api/integrations/sync-status?provider=${provider}`)
      const failed = syncs.find((sync: { status: string }) => sync.status === 'ERROR')
      if (failed !== undefined) throw new Error(`${provider} can't be synced: ${failed.errorMessage}`)
      const isDone = (sync: { lastSyncedAt?: string | null }) =>
        sync.lastSyncedAt != null && Date.parse(sync.lastSyncedAt) > since
      if (syncs.length > 0 && syncs.every(isDone)) return
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }

  /** Three companies that signed up under a second domain: what merge suggestions are for. */
  async function addLookAlikes(): Promise<void> {
    const tool = 'svc_list_customers'
    const { items } = await ask('POST', '/api/tools/call', { tool, input: { limit: 3 } })
    const records = items.map(({ name, domain }: { name: string; domain: string }) => ({
      kind: 'customer',
      name,
      domain: `${domain.split('.')[0]}-group.example`,
    }))
    await ask('POST', '/api/records', { records })
  }

  try {
    for (const provider of all) {
      const config = keyed[provider]
      const { connectUrl } = await ask('POST', '/api/integrations/connect', {
        provider,
        ...(config && { config }),
      })
      if (connectUrl === undefined) continue
      const browser = openBrowser((request) => server.fetch(request))
      const { status, page } = await browser.open(
        await browser.decide(await browser.goOn(connectUrl), 'allow'),
      )
      if (status !== 200) throw new Error(`${provider} can't be connected: ${page}`)
    }
    say(`${all.length} providers are connected`)
    for (const provider of all) await synced(provider, 0)
    say('they are synced')
    for (const provider of ['crm-a', 'crm-b']) {
      const setUp = { provider, step: 'mappings' }
      const { recommendation } = await ask('POST', '/api/integrations/setup-step', setUp)
      const config = { mappings: recommendation }
      const mappedAt = Date.now()
      await ask('POST', '/api/integrations/setup-step', { ...setUp, config })
      await synced(provider, mappedAt)
    }
    say('deals have their stages')
    await addLookAlikes()
    await untilRead(workspace, say)
    for (const provider of all) await ask('POST', '/api/integrations/disconnect', { provider })
  } finally {
    await server.close()
    await sandbox.close()
  }
  return { apiKey }
}
