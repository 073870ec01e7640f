import * as v from 'valibot'
import { ErrorBodySchema, PlanErrorBodySchema } from '../errors.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { CursorSchema } from '../pagination.ts'
import { queryBoolean, queryInteger } from '../query-values.ts'
import { text } from '../scalars.ts'
import {
  BrowserConnectionSchema,
  ConnectIntegrationBodySchema,
  ConnectionStatusSchema,
  DirectConnectionSchema,
  DisconnectedSchema,
  DisconnectIntegrationBodySchema,
  NotConnectedSchema,
} from './connection-types.ts'
import { errorResponses, defineRoutes } from './definition.ts'
import {
  IntegrationCapabilitySchema,
  IntegrationSchema,
  IntegrationSyncStatusSchema,
  SetupStepResultSchema,
  SyncRunListSchema,
} from './integration-types.ts'
import { ProviderIdSchema, ProviderInputSchema } from './providers.ts'
import { SetupStepBodySchema } from './setup-step-types.ts'

export * from './connection-types.ts'
export * from './integration-types.ts'
export * from './providers.ts'
export * from './setup-step-types.ts'

/** Of calls at once, one starts a sync. */
export const SyncStartedSchema = v.object({
  /** This call began it. */
  started: v.boolean(),
  /** One was under way, or about to begin. */
  alreadyRunning: v.boolean(),
  /** The provider's id. */
  provider: ProviderIdSchema,
})

/**
 * Starts a sync.
 * @example {"provider": "billing-a"}
 */
export const SyncIntegrationBodySchema = strictObject({
  /** Provider id or alias. */
  provider: ProviderInputSchema,
  /**
   * Walks everything, and takes away whatever is gone there, however much that is: for when sync-status tells that
   * something was held. Default false.
   */
  acceptDeletions: v.optional(v.boolean(), false),
})

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

/**
 * Names a provider.
 * @example {"provider": "billing-a"}
 */
export const ProviderQuerySchema = v.object({
  /**
   * Provider id or alias.
   * @example "billing-a"
   */
  provider: ProviderInputSchema,
})

/** Of which provider. */
export const CapabilitiesQuerySchema = v.object({
  /**
   * Provider id or alias. Default: every provider.
   * @example "billing-a"
   */
  provider: v.optional(ProviderInputSchema),
})

/** Which syncs are listed. */
export const ListSyncsQuerySchema = v.object({
  /**
   * Provider id or alias. Default: every provider.
   * @example "billing-a"
   */
  provider: v.optional(ProviderInputSchema),
  /** How many to answer. Default 50. */
  limit: v.optional(queryInteger(1, limits.operating.listMax), limits.platform.listDefault),
  /** Where the previous page ended. */
  cursor: v.optional(CursorSchema),
})

/** Which integrations are listed. */
export const ListIntegrationsQuerySchema = v.object({
  /** Only those that are connected. Default false. */
  connectedOnly: v.optional(queryBoolean(), false),
})

/**
 * Which connecting in a browser is asked for.
 * @example {"sessionId": "ses_7c1f"}
 */
export const ConnectionStatusQuerySchema = v.object({
  /**
   * The `sessionId` that connecting answered.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  sessionId: text(limits.integrations.sessionIdLength, 1),
})

export const integrationRoutes = defineRoutes({
  listIntegrations: {
    ...ReadRoute,
    path: '/api/integrations',
    sdk: 'integrations.list',
    svc: { path: ['integrations', 'list'] },
    summary: 'List providers and whether they are connected',
    query: ListIntegrationsQuerySchema,
    responses: {
      200: v.object({ items: v.array(IntegrationSchema) }),
      ...errorResponses('simple', [400, 401, 403, 500]),
    },
  },
  getIntegrationCapabilities: {
    ...ReadRoute,
    path: '/api/integrations/capabilities',
    sdk: 'integrations.capabilities',
    svc: {
      path: ['integrations', 'capabilities'],
      arguments: ['provider'],
      refusedAs: 'unknown_provider',
    },
    summary: 'Tell how one provider, or each, is set up',
    query: CapabilitiesQuerySchema,
    responses: {
      /** One provider when one was named, else all. */
      200: v.union([
        v.object({ provider: IntegrationCapabilitySchema }),
        v.object({ providers: v.array(IntegrationCapabilitySchema) }),
      ]),
      ...errorResponses('simple', [400, 401, 403, 500]),
    },
  },
  runIntegrationSetupStep: {
    ...WriteRoute,
    path: '/api/integrations/setup-step',
    sdk: 'integrations.runSetupStep',
    svc: null,
    summary: 'Run a follow-up step, or tell what it needs',
    body: SetupStepBodySchema,
    responses: {
      200: SetupStepResultSchema,
      ...errorResponses('simple', [400, 401, 403, 413, 415, 500, 503]),
    },
  },
  connectIntegration: {
    ...WriteRoute,
    path: '/api/integrations/connect',
    sdk: 'integrations.connect',
    svc: null,
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
    path: '/api/integrations/connect/status',
    sdk: 'integrations.connectionStatus',
    svc: null,
    summary: 'Poll a browser connection',
    query: ConnectionStatusQuerySchema,
    responses: {
      200: ConnectionStatusSchema,
      ...errorResponses('simple', [400, 401, 403, 500]),
    },
  },
  getIntegrationSyncStatus: {
    ...ReadRoute,
    path: '/api/integrations/sync-status',
    sdk: 'integrations.syncStatus',
    svc: null,
    summary: 'Tell how a provider’s syncs stand',
    query: ProviderQuerySchema,
    responses: {
      200: IntegrationSyncStatusSchema,
      ...errorResponses('simple', [400, 401, 403, 500]),
    },
  },
  listSyncRuns: {
    ...ReadRoute,
    path: '/api/syncs',
    sdk: 'integrations.listSyncs',
    svc: { path: ['integrations', 'syncs'], arguments: ['provider'], refusedAs: 'unknown_provider' },
    summary: 'List syncs, with what they brought and what failed',
    description: 'One that is under way comes first, with its counts so far.',
    query: ListSyncsQuerySchema,
    responses: { 200: SyncRunListSchema, ...errorResponses('simple', [400, 401, 403, 500]) },
  },
  syncIntegration: {
    ...WriteRoute,
    path: '/api/integrations/sync',
    sdk: 'integrations.sync',
    svc: { path: ['integrations', 'sync'], arguments: ['provider'], refusedAs: 'unknown_provider' },
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
    path: '/api/integrations/disconnect',
    sdk: 'integrations.disconnect',
    svc: {
      path: ['integrations', 'disconnect'],
      arguments: ['provider'],
      refusedAs: 'unknown_provider',
    },
    summary: 'Disconnect a provider',
    body: DisconnectIntegrationBodySchema,
    responses: {
      200: DisconnectedSchema,
      404: NotConnectedSchema,
      ...errorResponses('simple', [400, 401, 403, 413, 415, 500]),
    },
  },
})
