import { connectionsOf } from './connections.ts'
import { randomUUID } from 'node:crypto'
import { AppError } from '../kernel/errors.ts'
import { sealedPlace } from '../kernel/secrets/reseal-documents.ts'
import type { Services } from '../kernel/operations/services.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import {
  type Connection,
  type ConnectionsByProvider,
  connectionsDocument,
  isConnected,
} from './connections.ts'
import { fixedCredentials } from './credential-source.ts'
import { findExcess, warnOfExcess } from './excess-rights.ts'
import type { Credentials, KeyAuth, Provider } from './provider.ts'
import { openProviderApi } from './provider-api.ts'
import { ProviderProblem, readingAnswers } from './provider-problem.ts'
import { sealCredentials } from './sealed-credentials.ts'

/** A provider that is connected by credentials. */
export type KeyProvider = Provider & { auth: KeyAuth }

export interface Connected {
  connected: true
  connectionId: string
  alreadyConnected: boolean
  /** Problems to fix, although it is connected. */
  warnings?: string[]
}

export type ConnectServices = Pick<Services, 'clock' | 'outgoing' | 'secrets' | 'integrations'>

/**
 * Connects a provider by credentials, after the provider has accepted them. `force`: replaces the credentials of a
 * connected one. Throws AppErrors: `INVALID_REQUEST`, `plan_connection_limit_exceeded`, `UNAVAILABLE`.
 */
export async function connectByKey(
  workspace: Workspace,
  provider: KeyProvider,
  { config, force }: { config: Credentials; force: boolean },
  services: ConnectServices,
): Promise<Connected> {
  const credentials = readCredentials(provider, config)
  const connectionId = connectionIdOf(workspace, provider)
  const before = await connectionsOf(workspace).read()
  if (isConnected(before[provider.id]) && !force)
    return { connected: true, connectionId, alreadyConnected: true }
  checkLimit(workspace, before, provider)
  const warnings = await checkCredentials(provider, credentials, services)
  const place = sealedPlace(workspace.organization.id, connectionsDocument)
  const sealed = await sealCredentials(credentials, services.secrets, place)
  return connectionsOf(workspace).change((connections): Connected => {
    const known = connections[provider.id]
    const alreadyConnected = isConnected(known)
    if (alreadyConnected && !force) return { connected: true, connectionId, alreadyConnected }
    checkLimit(workspace, connections, provider)
    const noted = warnings.length > 0 && { warnings }
    connections[provider.id] = { ...newConnection(connectionId, sealed, services.clock(), known), ...noted }
    return { connected: true, connectionId, alreadyConnected, ...noted }
  })
}

export function connectionIdOf({ organization }: Workspace, { id }: Provider): string {
  return `${id}-${organization.id}`
}

/** A new connection, due for a sync at once. `credentials` are sealed. */
export function newConnection(
  connectionId: string,
  credentials: Record<string, string>,
  now: number,
  former?: Connection,
): Connection {
  return {
    connectionId,
    generation: randomUUID(),
    connectedAt: new Date(now).toISOString(),
    credentials,
    requestedAt: now,
    startedAt: null,
    nextAt: now,
    failures: 0,
    disabled: null,
    models: {},
    // Webhook secrets and setup stay valid, whatever the credentials.
    ...(former?.webhook && { webhook: former.webhook }),
    ...(former?.setup && { setup: former.setup }),
  }
}

function readCredentials({ auth }: KeyProvider, config: Credentials): Credentials {
  const credentials: Record<string, string> = {}
  const missing: string[] = []
  const issues: AppError['issues'] = []
  for (const { key, check } of auth.fields) {
    const value = config[key]?.trim() ?? ''
    if (value === '') missing.push(key)
    else if (/[^\x20-\x7e]/.test(value))
      issues.push({
        path: ['config', key],
        message: `config.${key} holds signs that no key has: copy it again.`,
      })
    else {
      const remedy = check?.(value) ?? null
      if (remedy !== null) issues.push({ path: ['config', key], message: `config.${key} ${remedy}.` })
    }
    credentials[key] = value
  }
  for (const key of missing) issues.push({ path: ['config', key], message: `config.${key} is required.` })
  for (const key of Object.keys(config))
    if (credentials[key] === undefined)
      issues.push({ path: ['config', key], message: `config.${key} is not a known field: remove it.` })
  if (issues.length === 0) return credentials
  const message = missing.length > 0 ? `Missing required fields: ${missing.join(', ')}` : issues[0]!.message
  throw new AppError('INVALID_REQUEST', message, { issues })
}

/** Throws AppError `plan_connection_limit_exceeded` if the plan allows no further provider. */
export function checkLimit(
  { document: { limits } }: Workspace,
  connections: ConnectionsByProvider,
  { id }: Provider,
): void {
  const currentConnections = Object.keys(connections).filter((other) => other !== id).length
  const limit = limits.connections
  if (limit === null || currentConnections < limit) return
  const message = `The plan ${limits.plan} allows ${limit} connections: disconnect one, or ask for more`
  throw new AppError('plan_connection_limit_exceeded', message, {
    planLimit: { plan: limits.plan, feature: 'integration_connections', currentConnections, limit },
  })
}

/** Tests the credentials; resolves with warnings. Waits briefly, since a caller waits for the response. */
async function checkCredentials(
  provider: KeyProvider,
  credentials: Credentials,
  { clock, outgoing, integrations }: ConnectServices,
): Promise<string[]> {
  const api = openProviderApi(provider, {
    credentials: fixedCredentials(credentials),
    outgoing,
    clock,
    baseUrl: integrations.providers[provider.id]?.baseUrl ?? null,
    allowPrivateAddresses: integrations.allowPrivateAddresses,
    signal: AbortSignal.timeout(25_000),
    maxWaitMs: 5_000,
  })
  try {
    await readingAnswers(provider.name, () => provider.check(api))
    return warnOfExcess(provider, await findExcess(provider, api))
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    if (error.kind === 'credentials' || error.kind === 'permission' || error.kind === 'address') {
      const isSecret = error.kind !== 'address'
      const fields = provider.auth.fields.filter(({ secret }) => secret === isSecret)
      const issues = fields.map(({ key }) => ({ path: ['config', key], message: error.message }))
      throw new AppError('INVALID_REQUEST', error.message, { issues })
    }
    throw new AppError('UNAVAILABLE', `The credentials can't be checked now: ${error.message}`, {
      retryAfterSeconds: 10,
    })
  }
}
