import { removalsOf } from '../removals.ts'
import type {
  BrowserConnection,
  DirectConnection,
  Integration,
  IntegrationSyncStatus,
} from '@customer-intel/contract'
import { AppError, isAppError } from '../../kernel/errors.ts'
import { capabilityOf } from '../capabilities.ts'
import { connectByKey, connectionIdOf, type KeyProvider } from '../connect.ts'
import { type Connection, isConnected, connectionsOf } from '../connections.ts'
import { findSession, formatSessionName, statusOf } from '../oauth/browser-session.ts'
import { connectPaths, startSession } from '../oauth/connect-in-browser.ts'
import { revokeAccess } from '../oauth/revoke-access.ts'
import { isOAuthProvider, type OAuthProvider } from '../oauth/token-endpoint.ts'
import type { Provider } from '../provider.ts'
import { findProvider, providers } from '../providers/registry.ts'
import type { RouteContext, RouteHandler } from '../../kernel/operations/route-handler.ts'

/** `GET /api/integrations`: the providers that this server can connect. */
export const listIntegrations: RouteHandler<'listIntegrations'> = {
  async run({ query }, { workspace }) {
    const connections = await connectionsOf(workspace).read()
    const items = providers.map((provider) => toIntegration(provider, connections[provider.id]))
    return { items: query.connectedOnly ? items.filter(({ status }) => status === 'connected') : items }
  },
}

/** `GET /api/integrations/capabilities`. */
export const getIntegrationCapabilities: RouteHandler<'getIntegrationCapabilities'> = {
  async run({ query: { provider } }) {
    if (provider !== undefined) return { provider: capabilityOf(findProvider(provider)) }
    return { providers: providers.map(capabilityOf) }
  },
}

/** `POST /api/integrations/connect`: the provider is asked whether it takes the credentials before it counts as connected. */
export const connectIntegration: RouteHandler<'connectIntegration'> = {
  async run({ body: { provider: name, config = {}, force } }, context) {
    const provider = findProvider(name)
    if (!isOAuthProvider(provider))
      return connectByKey(context.workspace, provider as KeyProvider, { config, force }, context)
    return connectByBrowser(provider, { config, force }, context)
  },
}

/** `GET /api/integrations/connect/status`: how it went in the browser. */
export const getIntegrationConnectionStatus: RouteHandler<'getIntegrationConnectionStatus'> = {
  async run({ query: { sessionId } }, { workspace, clock }) {
    const session = await findSession(workspace.claims, sessionId)
    if (session === null)
      throw new AppError(
        'INVALID_REQUEST',
        'sessionId names no session of the last 24 hours: begin one with POST /api/integrations/connect',
      )
    const { provider, end } = session
    return { status: statusOf(session, clock()), provider, ...(end?.error && { error: end.error }) }
  },
}

async function connectByBrowser(
  provider: OAuthProvider,
  { config, force }: { config: Record<string, string>; force: boolean },
  context: RouteContext,
): Promise<BrowserConnection | (BrowserConnection & DirectConnection)> {
  const { workspace, address } = context
  const [unknown] = Object.keys(config)
  if (unknown !== undefined) {
    const message = `config.${unknown} is not a known field: ${provider.id} is connected in a browser, leave config out.`
    throw new AppError('INVALID_REQUEST', message, { issues: [{ path: ['config', unknown], message }] })
  }
  const alreadyConnected = isConnected((await connectionsOf(workspace).read())[provider.id])
  const sessionId = await startSession(workspace, provider, { force }, context)
  const name = formatSessionName({ organizationId: workspace.organization.id, sessionId })
  const connectUrl = `${address}${connectPaths.page}?session=${encodeURIComponent(name)}`
  const session = { sessionId, connectUrl, alreadyConnected }
  if (!alreadyConnected || force) return session
  return { ...session, connected: true, connectionId: connectionIdOf(workspace, provider) }
}

/**
 * `POST /api/integrations/disconnect`: the credentials go at once, and back to the provider; what was brought stays, or goes
 * in the background.
 */
export const disconnectIntegration: RouteHandler<'disconnectIntegration'> = {
  async run({ body }, context) {
    const { workspace, integrations, clock } = context
    const provider = findProvider(body.provider)
    const { data = integrations.dataOnDisconnect } = body
    const connected = requireConnection((await connectionsOf(workspace).read())[provider.id], provider)
    // Noted first: killed in between, the removal ends the connection.
    if (data === 'remove')
      await removalsOf(workspace).change((removals) => {
        const requestedAt = new Date(clock()).toISOString()
        // One that was noted before and isn't done may have taken some out already: what it found goes still.
        const { found = null } = removals[provider.id] ?? {}
        removals[provider.id] = { requestedAt, generation: connected.generation, found }
      })
    const former = await connectionsOf(workspace).change((connections) => {
      const connection = connections[provider.id]
      // The removal that was noted may have ended it already.
      if (connection === undefined && data === 'remove') return connected
      delete connections[provider.id]
      return requireConnection(connection, provider)
    })
    if (isOAuthProvider(provider)) await revokeAccess(workspace, provider, former, context)
    return { success: true }
  },
  answerError: answerNotConnected,
}

/** `GET /api/integrations/sync-status`. */
export const getIntegrationSyncStatus: RouteHandler<'getIntegrationSyncStatus'> = {
  async run({ query }, { workspace }) {
    const provider = findProvider(query.provider)
    const connection = (await connectionsOf(workspace).read())[provider.id]
    return {
      provider: provider.id,
      name: provider.name,
      category: provider.category,
      status: connection === undefined ? 'not_connected' : 'connected',
      syncs: connection === undefined ? [] : syncsOf(provider, connection),
      ...(connection?.warnings && { warnings: connection.warnings }),
    }
  },
}

/** `POST /api/integrations/sync`: of calls at once, one starts a sync. */
export const syncIntegration: RouteHandler<'syncIntegration'> = {
  async run({ body }, { workspace, clock }) {
    const provider = findProvider(body.provider)
    const started = await connectionsOf(workspace).change((connections) => {
      const connection = requireConnection(connections[provider.id], provider)
      if (connection.startedAt !== null || connection.requestedAt !== null) return false
      connection.requestedAt = clock()
      if (body.acceptDeletions) connection.acceptsDeletions = true
      return true
    })
    return { started, alreadyRunning: !started, provider: provider.id }
  },
  answerError: answerNotConnected,
}

function requireConnection(connection: Connection | undefined, { id }: Provider): Connection {
  if (connection !== undefined) return connection
  throw new AppError('NOT_FOUND', `${id} is not connected`)
}

function answerNotConnected(error: unknown) {
  if (!isAppError(error) || error.code !== 'NOT_FOUND') return null
  return { status: 404, body: { success: false, message: error.message }, headers: {} }
}

/** What ended the syncs is reported for each model. */
function syncsOf(provider: Provider, connection: Connection): IntegrationSyncStatus['syncs'] {
  const { models, disabled } = connection
  return provider.streams.map(({ model, readsStep }) => {
    const { status = 'IDLE', lastSyncedAt = null, errorMessage = null, recordCount = 0 } = models[model] ?? {}
    const known = { model, lastSyncedAt, recordCount }
    if (disabled !== null) return { ...known, status: 'ERROR', errorMessage: disabled }
    const step = provider.steps?.find((one) => one.id === readsStep && !one.isDone(connection))
    if (step === undefined || status === 'ERROR') return { ...known, status, errorMessage }
    // It is synced, and lacks what the step adds.
    const command = `svc integrations setup ${provider.cliName} ${step.tokens[0]}`
    return { ...known, status: 'IDLE', errorMessage: `${step.label}: ${command}` }
  })
}

function toIntegration(provider: Provider, connection: Connection | undefined): Integration {
  const { id, name, category } = provider
  const head = { id, name, category }
  if (connection === undefined)
    return {
      ...head,
      status: 'not_connected',
      connectionId: null,
      lastDataReceivedAt: null,
      syncStatus: null,
      errorMessage: null,
    }
  const models = Object.values(connection.models)
  const syncs = syncsOf(provider, connection)
  const statuses = syncs.map(({ status }) => status)
  const isWhole = statuses.every((status) => status === 'SUCCESS')
  const telling =
    syncs.find(({ status }) => status === 'ERROR') ?? syncs.find(({ errorMessage }) => errorMessage !== null)
  const errorMessage = telling?.errorMessage ?? null
  return {
    ...head,
    status: 'connected',
    connectionId: connection.connectionId,
    lastDataReceivedAt:
      models
        .flatMap(({ lastDataAt }) => lastDataAt ?? [])
        .sort()
        .at(-1) ?? null,
    syncStatus: statuses.includes('ERROR') ? 'ERROR' : isWhole ? 'SUCCESS' : 'IDLE',
    errorMessage,
  }
}
