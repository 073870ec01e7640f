import * as v from 'valibot'
import { ErrorBodySchema, PlanErrorBodySchema } from '../errors.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { queryBoolean } from '../query-values.ts'
import { text } from '../scalars.ts'
import {
  BrowserConnectionSchema,
  ConnectIntegrationBodySchema,
  ConnectionStatusSchema,
  DirectConnectionSchema,
  DisconnectedSchema,
  DisconnectIntegrationBodySchema,
  NotConnectedSchema,
  type BrowserConnection,
  type ConnectIntegrationBody,
  type ConnectionStatus,
  type ConnectionStatusQuery,
  type DirectConnection,
  type Disconnected,
  type DisconnectIntegrationBody,
} from './connection-types.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'
import {
  IntegrationCapabilitySchema,
  IntegrationSchema,
  IntegrationSyncStatusSchema,
  SetupStepResultSchema,
  type Integration,
  type IntegrationCapability,
  type IntegrationSyncStatus,
  type SetupStepResult,
} from './integration-types.ts'
import { ProviderIdSchema, ProviderInputSchema, type ProviderId } from './providers.ts'
import { SetupStepBodySchema, type SetupStepBody } from './setup-step-types.ts'

export * from './connection-types.ts'
export * from './integration-types.ts'
export * from './providers.ts'
export * from './setup-step-types.ts'

/** Names a provider. */
export interface ProviderQuery {
  /**
   * Provider id or alias.
   * @example "billing-a"
   */
  provider: string
}

/**
 * Starts a sync.
 * @example {"provider": "billing-a"}
 */
export interface SyncIntegrationBody {
  /** Provider id or alias. */
  provider: string
  /**
   * Walks everything, and takes away whatever is gone there, however much that is: for when sync-status tells that
   * something was held. Default false.
   */
  acceptDeletions?: boolean
}

/** Of calls at once, one starts a sync. */
export interface SyncStarted {
  /** This call began it. */
  started: boolean
  /** One was under way, or about to begin. */
  alreadyRunning: boolean
  /** The provider's id. */
  provider: ProviderId
}

/** Which integrations are listed. */
export interface ListIntegrationsQuery {
  /** Only those that are connected. Default false. */
  connectedOnly?: boolean
}

/** Which provider is told of. */
export interface CapabilitiesQuery {
  /**
   * Provider id or alias. Default: every provider.
   * @example "billing-a"
   */
  provider?: string
}

export interface IntegrationRouteInputs {
  listIntegrations: { query?: ListIntegrationsQuery }
  getIntegrationCapabilities: { query?: CapabilitiesQuery }
  runIntegrationSetupStep: { body: SetupStepBody }
  connectIntegration: { body: ConnectIntegrationBody }
  getIntegrationConnectionStatus: { query: ConnectionStatusQuery }
  disconnectIntegration: { body: DisconnectIntegrationBody }
  getIntegrationSyncStatus: { query: ProviderQuery }
  syncIntegration: { body: SyncIntegrationBody }
}

export interface IntegrationRouteOutputs {
  listIntegrations: { items: Integration[] }
  /** One provider when one was named, else all. */
  getIntegrationCapabilities: { provider: IntegrationCapability } | { providers: IntegrationCapability[] }
  runIntegrationSetupStep: SetupStepResult
  connectIntegration: DirectConnection | BrowserConnection
  getIntegrationConnectionStatus: ConnectionStatus
  disconnectIntegration: Disconnected
  getIntegrationSyncStatus: IntegrationSyncStatus
  syncIntegration: SyncStarted
}

export const SyncStartedSchema = v.object({
  started: v.boolean(),
  alreadyRunning: v.boolean(),
  provider: ProviderIdSchema,
}) satisfies v.GenericSchema<SyncStarted>

export const SyncIntegrationBodySchema = strictObject({
  provider: ProviderInputSchema,
  acceptDeletions: v.optional(v.boolean(), false),
}) satisfies v.GenericSchema<SyncIntegrationBody>

const ReadRoute = {
  method: 'GET',
  tag: 'integrations',
  auth: 'apiKey',
  grant: 'integrations:read',
  errorStyle: 'simple',
  idempotent: true,
} as const

const WriteRoute = {
  method: 'POST',
  tag: 'integrations',
  auth: 'apiKey',
  grant: 'integrations:manage',
  errorStyle: 'simple',
  idempotent: false,
} as const

export const integrationRoutes = {
  listIntegrations: {
    ...ReadRoute,
    operation: 'listIntegrations',
    path: '/api/integrations',
    summary: 'List providers and whether they are connected',
    query: v.object({ connectedOnly: v.optional(queryBoolean(), false) }),
    responses: {
      200: v.object({ items: v.array(IntegrationSchema) }),
      ...errorResponses('simple', [400, 401, 403, 500]),
    },
  },
  getIntegrationCapabilities: {
    ...ReadRoute,
    operation: 'getIntegrationCapabilities',
    path: '/api/integrations/capabilities',
    summary: 'Tell how one provider, or each, is set up',
    query: v.object({ provider: v.optional(ProviderInputSchema) }),
    responses: {
      200: v.union([
        v.object({ provider: IntegrationCapabilitySchema }),
        v.object({ providers: v.array(IntegrationCapabilitySchema) }),
      ]),
      ...errorResponses('simple', [400, 401, 403, 500]),
    },
  },
  runIntegrationSetupStep: {
    ...WriteRoute,
    operation: 'runIntegrationSetupStep',
    path: '/api/integrations/setup-step',
    summary: 'Run a follow-up step, or tell what it needs',
    body: SetupStepBodySchema,
    responses: {
      200: SetupStepResultSchema,
      ...errorResponses('simple', [400, 401, 403, 413, 415, 500, 503]),
    },
  },
  connectIntegration: {
    ...WriteRoute,
    operation: 'connectIntegration',
    path: '/api/integrations/connect',
    summary: 'Connect a provider by credentials or in the browser',
    body: ConnectIntegrationBodySchema,
    responses: {
      200: v.union([DirectConnectionSchema, BrowserConnectionSchema]),
      ...errorResponses('simple', [400, 401, 413, 415, 500, 503]),
      403: v.union([PlanErrorBodySchema, ErrorBodySchema]),
    },
  },
  getIntegrationConnectionStatus: {
    ...ReadRoute,
    operation: 'getIntegrationConnectionStatus',
    path: '/api/integrations/connect/status',
    summary: 'Poll a browser connection',
    query: v.object({ sessionId: text(limits.integrations.sessionIdLength, 1) }),
    responses: {
      200: ConnectionStatusSchema,
      ...errorResponses('simple', [400, 401, 403, 500]),
    },
  },
  getIntegrationSyncStatus: {
    ...ReadRoute,
    operation: 'getIntegrationSyncStatus',
    path: '/api/integrations/sync-status',
    summary: 'Tell how a provider’s syncs stand',
    query: v.object({ provider: ProviderInputSchema }),
    responses: {
      200: IntegrationSyncStatusSchema,
      ...errorResponses('simple', [400, 401, 403, 500]),
    },
  },
  syncIntegration: {
    ...WriteRoute,
    operation: 'syncIntegration',
    path: '/api/integrations/sync',
    summary: 'Sync a provider now',
    body: SyncIntegrationBodySchema,
    responses: {
      200: SyncStartedSchema,
      404: NotConnectedSchema,
      ...errorResponses('simple', [400, 401, 403, 413, 415, 500]),
    },
  },
  disconnectIntegration: {
    ...WriteRoute,
    operation: 'disconnectIntegration',
    path: '/api/integrations/disconnect',
    summary: 'Disconnect a provider',
    body: DisconnectIntegrationBodySchema,
    responses: {
      200: DisconnectedSchema,
      404: NotConnectedSchema,
      ...errorResponses('simple', [400, 401, 403, 413, 415, 500]),
    },
  },
} as const satisfies { [Name in keyof IntegrationRouteInputs]: RouteDefinition & { operation: Name } }
