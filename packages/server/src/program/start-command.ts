import { createServer } from '../app/app.ts'
import type { Config } from '../app/config.ts'
import { openCountryDatabase } from '../app/open-country-database.ts'
import { createLogger, logLine } from '../kernel/logger.ts'
import { addressForOthers } from './address-for-others.ts'
import { announce } from './announce.ts'
import { defineProgramCommand } from './command.ts'
import { linkFirstOwner } from './first-owner.ts'
import { openFirstOrganization } from './first-organization.ts'
import { secretKeysOf } from './secrets-command.ts'
import { openSnapshotBlobs, openStore, storePlace } from './open-store.ts'
import { requireEngine } from './require-engine.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export const start = defineProgramCommand({
  name: 'start',
  summary: 'Start the server (the default)',
  details:
    'Serves until SIGTERM or SIGINT, then finishes what it has begun. After SIGTERM it first goes on for SVC_DRAIN_MS, for proxies.',
  run: startCommand,
})

/** `svc-server start`: serves until SIGTERM or SIGINT, then drains. */
async function startCommand(config: Config): Promise<number> {
  requireEngine()
  const logger = createLogger(config.logFormat)
  // A closed terminal or log pipe is no reason to stop. Without a listener its error would be an uncaught exception,
  // whose report would fail in the same way, endlessly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // An error in one request must not end the others.
  process.on('uncaughtException', (error) => logger.error('Unexpected error:', error))
  process.on('unhandledRejection', (error) => logger.error('Unexpected rejection:', error))

  const snapshots = await openSnapshotBlobs(config)
  const store = await openStore(config)
  // A folder that another server uses is said once, before anything works over it.
  await store.open()
  const server = createServer({
    store,
    readProcesses: config.readProcesses,
    ...(snapshots && { snapshots }),
    logger,
    allowedOrigins: config.allowedOrigins,
    ingestRateLimit: config.ingestRateLimit,
    requireServerAuth: config.requireServerAuth,
    ...(config.countryDatabase !== null && { countryOf: openCountryDatabase(config.countryDatabase) }),
    feedbackPerHour: config.feedbackPerHour,
    metricsToken: config.metricsToken,
    queryTimeoutMs: config.queryTimeoutMs,
    freshnessHorizonMs: config.freshnessHorizonMs,
    messagesPerHour: config.messagesPerHour,
    agentSpending: config.agentSpending,
    publicUrl: config.publicUrl,
    nodeUrl: config.nodeUrl ?? addressForOthers(config),
    replicasPerOrganization: config.replicasPerOrganization,
    console: true,
    secretKeys: secretKeysOf(config),
    providers: config.providers,
    allowPrivateAddresses: config.allowPrivateAddresses,
    dataOnDisconnect: config.dataOnDisconnect,
    ...(config.logRequests ? { onRequest: requestLog(config) } : {}),
    ...(config.openId === null ? {} : { openId: config.openId }),
    ...(config.ai === null ? {} : { ai: config.ai }),
    ...(config.embeddings === null ? {} : { embeddings: config.embeddings }),
  })
  try {
    await server.workspaces.listOrganizations()
    // An address in use must be detected before keys are created.
    let ready = () => {}
    const opened = new Promise<void>((resolve) => (ready = resolve))
    const { url } = await server.listen({ port: config.port, host: config.host, ready: opened })
    const first = await openFirstOrganization(server.workspaces, config)
    for (const problem of first.problems) logger.warn(problem)
    const address = config.publicUrl ?? url
    announce({
      format: config.logFormat,
      url: address,
      ownerLink: await linkFirstOwner(first, address),
      listensAt: url,
      directory: storePlace(config),
      publicKey: first.publicKey,
      newApiKey: first.newApiKey,
      apiKeyIsPreset: first.apiKeyIsPreset,
      hasTrackerScript: server.trackerScript !== null,
    })
    ready()
  } catch (error) {
    await server.close(0)
    throw error
  }
  await stopOnSignal(async (signal) => {
    // A person at a terminal (SIGINT) has no proxy.
    if (signal === 'SIGTERM') await server.drain(config.drainMs)
    await server.close(config.shutdownTimeoutMs)
  })
  return 0
}

function requestLog({ logFormat }: Config) {
  return (line: { method: string; path: string; status: number; ms: number; requestId: string }): void => {
    const { method, path, status, ms, requestId } = line
    console.log(
      logFormat === 'json'
        ? logLine('info', { message: 'request', ...line })
        : `${new Date().toISOString()} ${method} ${path} ${status} ${ms} ms ${requestId}`,
    )
  }
}
