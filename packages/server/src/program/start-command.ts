import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { allGrants } from '@customer-intel/contract'
import { type CustomerIntelServer, createServer } from '../app.ts'
import type { Config } from '../config.ts'
import { consoleLogger } from '../logger.ts'
import { hashApiKey, toApiKey, toPublicKey } from '../platform/api-keys.ts'
import { defineOrganization } from '../platform/organizations.ts'
import { trackerTag } from '../platform/tracker-tag.ts'
import { fileStore } from '../store/file/file-store.ts'
import type { Store, Workspace } from '../store/store.ts'
import { drainOnSignal } from './drain-on-signal.ts'
import { requireEngine } from './require-engine.ts'

/** `svc-server start`: serves until SIGTERM or SIGINT, then drains. */
export async function startCommand(config: Config): Promise<number> {
  requireEngine()
  const directory = resolve(config.dataDirectory)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  // A closed terminal or log pipe is no reason to stop. Unheard, its error would be an uncaught one, whose report would
  // fail in the same way, for ever.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // One request's fault must not end the others'.
  process.on('uncaughtException', (error) => consoleLogger.error('Unexpected error:', error))
  process.on('unhandledRejection', (error) => consoleLogger.error('Unexpected rejection:', error))

  const server = createServer({
    store: fileStore({ directory }),
    allowedOrigins: config.allowedOrigins,
    ingestRateLimit: config.ingestRateLimit,
    requireServerAuth: config.requireServerAuth,
    feedbackPerHour: config.feedbackPerHour,
    metricsToken: config.metricsToken,
    queryTimeoutMs: config.queryTimeoutMs,
    ...(config.ai === null ? {} : { ai: config.ai }),
    ...(config.embeddings === null ? {} : { embeddings: config.embeddings }),
  })
  try {
    const { workspace, newApiKey } = await openFirstOrganization(server.store, config)
    const { url } = await server.listen({ port: config.port, host: config.host })
    announce({ url, directory, server, workspace, newApiKey, apiKeyIsSet: config.apiKey !== null })
  } catch (error) {
    await server.close(0)
    throw error
  }
  await drainOnSignal(() => server.close(config.shutdownTimeoutMs))
  return 0
}

/** The oldest organization; made when there is none. The preset keys, where they are set, work in it afterwards. */
async function openFirstOrganization(
  store: Store,
  config: Config,
): Promise<{ workspace: Workspace; newApiKey: string | null }> {
  const [first] = await store.listOrganizations()
  if (first === undefined) {
    const created = defineOrganization({
      ...(config.apiKey === null ? {} : { apiKey: config.apiKey }),
      ...(config.publicKey === null ? {} : { publicKey: config.publicKey }),
    })
    const workspace = await store.createOrganization(created.document.organization, created.document)
    return { workspace, newApiKey: config.apiKey === null ? created.apiKey : null }
  }
  const workspace = await store.openWorkspace(first.id)
  if (workspace === null) throw new Error(`Organization ${first.id} can't be opened`)
  await addPresetKeys(store, workspace, config)
  return { workspace, newApiKey: null }
}

async function addPresetKeys(store: Store, workspace: Workspace, config: Config): Promise<void> {
  const { apiKey, publicKey } = config
  const newApiKey =
    apiKey !== null && (await store.findByApiKeyHash(hashApiKey(apiKey))) === null ? apiKey : null
  const newPublicKey =
    publicKey !== null && (await store.findByPublicKey(publicKey)) === null ? publicKey : null
  if (newApiKey === null && newPublicKey === null) return
  const now = Date.now()
  await workspace.updateDocument((document) => {
    if (newApiKey !== null)
      document.apiKeys.push(toApiKey(newApiKey, { name: 'Set by SVC_API_KEY', grants: allGrants, now }))
    if (newPublicKey !== null) document.publicKeys.unshift(toPublicKey(newPublicKey, now))
  })
}

interface Announcement {
  url: string
  directory: string
  server: CustomerIntelServer
  workspace: Workspace
  newApiKey: string | null
  apiKeyIsSet: boolean
}

function announce({ url, directory, server, workspace, newApiKey, apiKeyIsSet }: Announcement): void {
  const publicKey = workspace.document.publicKeys.find(({ active }) => active)?.key
  const apiKey =
    newApiKey ??
    (apiKeyIsSet
      ? 'set by SVC_API_KEY'
      : 'as shown at the first start (svc-server organization create makes an organization with a new one)')
  const lines = [
    `Customer Intel is running at ${url}`,
    '',
    `  Data        ${directory}`,
    `  Public key  ${publicKey ?? 'none is active: add one to workspace.json'}`,
    `  API key     ${apiKey}`,
    ...(newApiKey === null ? [] : ['              Keep it now: it is not shown again.']),
    '',
    '  Paste this into the pages of your site:',
    '',
    ...trackerTag(url, publicKey ?? 'pk_…').map((line) => `    ${line}`),
    ...(server.trackerScript === null
      ? ['', '  The tracker script is not built yet: run pnpm build and start again.']
      : []),
    '',
  ]
  console.log(lines.join('\n'))
}
