import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { ErrorBodySchema, PlanErrorBodySchema } from '../errors.ts'
import { jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import { mapOf, type JsonObject } from '../maps.ts'
import { queryBoolean } from '../query-values.ts'
import { text, trimmedText } from '../scalars.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'
import {
  IntegrationCapabilitySchema,
  IntegrationSchema,
  IntegrationSyncStatusSchema,
  SetupStepResultSchema,
  type CrmMapping,
  type Integration,
  type IntegrationCapability,
  type IntegrationSyncStatus,
  type SetupStepResult,
} from './integration-types.ts'
import { ProviderIdSchema, ProviderInputSchema, type ProviderId } from './providers.ts'

export * from './integration-types.ts'
export * from './providers.ts'

/**
 * With `config`, connects at once; without, opens a session for the user's browser.
 * @example {"provider": "billing-a", "config": {"apiKey": "rk_test_example"}}
 */
export interface ConnectIntegrationBody {
  /** Provider id or alias. */
  provider: string
  /** The credentials that the provider's `requiredFields` name. */
  config?: Record<string, string>
  /** Connect again although connected. Default false. */
  force?: boolean
}

export interface DirectConnection {
  /** The provider took the credentials. */
  connected: boolean
  /** Names the connection. */
  connectionId: string
  /** It was connected before. */
  alreadyConnected: boolean
  /** What to mend although it is connected, such as rights that nothing needs. Absent: nothing. */
  warnings?: string[]
}

export interface BrowserConnection {
  /** To ask with how it went. */
  sessionId: string
  /** For the user to open. */
  connectUrl: string
  /** It is connected already. */
  alreadyConnected: boolean
}

export interface ConnectionStatus {
  /** `pending` while the person is in the browser, `expired` after ten minutes. */
  status: 'pending' | 'connected' | 'failed' | 'expired'
  /** The provider that is being connected. */
  provider: ProviderId
  /** Why it failed. */
  error?: string
}

/**
 * Runs a follow-up step; without `config`, tells what it needs.
 * @example {"provider": "crm-a", "step": "mappings"}
 */
export interface SetupStepBody {
  /** Provider id or alias. */
  provider: string
  /** A step's id or token, such as `mappings` or `webhooks`. */
  step: string
  /** `{ mappings }` for a CRM, `{ webhookSecret }` for webhooks. */
  config?: JsonObject
}

/** Names a provider. */
export interface ProviderQuery {
  /**
   * Provider id or alias.
   * @example "billing-a"
   */
  provider: string
}

export const dataOnDisconnect = ['keep', 'remove'] as const
/** What becomes of what a provider brought, once it is disconnected. */
export type DataOnDisconnect = (typeof dataOnDisconnect)[number]

/**
 * Ends a connection.
 * @example {"provider": "billing-a"}
 */
export interface DisconnectIntegrationBody {
  /** Provider id or alias. */
  provider: string
  /**
   * `keep`: what it brought stays. `remove`: all of it leaves the event log and every answer, in the background. Default: as
   * the server's setting says, which is `keep` unless its operator changed it.
   */
  data?: DataOnDisconnect
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

/** The provider is not connected any more. */
export interface Disconnected {
  /** Its credentials are gone. */
  success: true
}

/** The provider is not connected. */
export interface NotConnected {
  /** Nothing was done. */
  success: false
  /** Why. */
  message: string
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

/** `config` of the CRM mapping step. */
export interface CrmMappingConfig {
  mappings: CrmMapping[]
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

/** Which connecting in a browser is asked for. */
export interface ConnectionStatusQuery {
  /**
   * The `sessionId` that connecting answered.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  sessionId: string
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

const bounds = limits.integrations

/** Credentials of a provider. */
export const CredentialsSchema = mapOf<string>({
  isValue: (value): value is string => typeof value === 'string',
  expectation: 'must be a string',
  valueJsonSchema: { type: 'string' },
  maxKeys: bounds.configKeys,
  maxValueLength: bounds.configValueLength,
})

export const ConnectIntegrationBodySchema = strictObject({
  provider: ProviderInputSchema,
  config: v.optional(CredentialsSchema),
  force: v.optional(v.boolean(), false),
}) satisfies v.GenericSchema<ConnectIntegrationBody>

export const SetupStepBodySchema = strictObject({
  provider: ProviderInputSchema,
  step: trimmedText(bounds.stepLength),
  config: v.optional(jsonObject({ maxBytes: limits.platform.bodyBytes })),
}) satisfies v.GenericSchema<SetupStepBody>

const StageSchema = strictObject({ id: text(500, 1), name: text(500) })

/** For the server's CRM mapping step. */
export const CrmMappingConfigSchema = strictObject({
  mappings: v.pipe(
    v.array(
      strictObject({
        pipelineId: text(500, 1),
        pipelineName: text(500),
        mappings: v.pipe(
          v.array(
            strictObject({
              svcStage: v.picklist(['Created', 'Quoting', 'Negotiation', 'Won', 'Lost']),
              crmStages: v.pipe(v.array(StageSchema), v.maxLength(bounds.mappings)),
            }),
          ),
          v.maxLength(bounds.mappings),
        ),
      }),
    ),
    v.minLength(1),
    v.maxLength(bounds.pipelines),
  ),
}) satisfies v.GenericSchema<CrmMappingConfig>

/** For the server's webhook step. */
export const WebhookConfigSchema = strictObject({ webhookSecret: text(bounds.configValueLength, 1) })

export const DirectConnectionSchema = v.object({
  connected: v.boolean(),
  connectionId: v.string(),
  alreadyConnected: v.boolean(),
  warnings: v.optional(v.array(v.string())),
}) satisfies v.GenericSchema<DirectConnection>

export const BrowserConnectionSchema = v.object({
  sessionId: v.string(),
  connectUrl: v.string(),
  alreadyConnected: v.boolean(),
}) satisfies v.GenericSchema<BrowserConnection>

export const ConnectionStatusSchema = v.object({
  status: v.picklist(['pending', 'connected', 'failed', 'expired']),
  provider: ProviderIdSchema,
  error: v.optional(v.string()),
}) satisfies v.GenericSchema<ConnectionStatus>

export const SyncStartedSchema = v.object({
  started: v.boolean(),
  alreadyRunning: v.boolean(),
  provider: ProviderIdSchema,
}) satisfies v.GenericSchema<SyncStarted>

export const DisconnectIntegrationBodySchema = strictObject({
  provider: ProviderInputSchema,
  data: v.optional(v.picklist(dataOnDisconnect)),
}) satisfies v.GenericSchema<DisconnectIntegrationBody>

export const SyncIntegrationBodySchema = strictObject({
  provider: ProviderInputSchema,
  acceptDeletions: v.optional(v.boolean(), false),
}) satisfies v.GenericSchema<SyncIntegrationBody>

export const DisconnectedSchema = v.object({
  success: v.literal(true),
}) satisfies v.GenericSchema<Disconnected>

export const NotConnectedSchema = v.object({
  success: v.literal(false),
  message: v.string(),
}) satisfies v.GenericSchema<NotConnected>

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
    query: v.object({ sessionId: text(bounds.sessionIdLength, 1) }),
    responses: {
      200: ConnectionStatusSchema,
      ...errorResponses('simple', [400, 401, 403, 500]),
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
} as const satisfies { [Name in keyof IntegrationRouteInputs]: RouteDefinition & { operation: Name } }
