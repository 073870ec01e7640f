import * as v from 'valibot'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import {
  ConnectionStateSchema,
  IntegrationCategorySchema,
  ProviderIdSchema,
  type IntegrationCategory,
  type ProviderId,
} from './providers.ts'

/** A provider, and whether it is connected. */
export interface Integration {
  id: ProviderId
  name: string
  category: IntegrationCategory
  status: 'connected' | 'not_connected'
  connectionId: string | null
  lastDataReceivedAt: string | null
  syncStatus: 'SUCCESS' | 'IDLE' | 'ERROR' | null
  errorMessage: string | null
}

/** How a provider is set up. */
export interface IntegrationCapability {
  cliName: string
  providerId: ProviderId
  displayName: string
  category: IntegrationCategory
  authType: 'api_key' | 'oauth' | 'basic_auth'
  setupMode: 'direct_api_key' | 'browser_auth' | 'manual'
  credentialType: 'api_token' | 'api_key' | 'oauth' | 'basic_auth' | null
  connectSupported: boolean
  /** What `config` of connect must hold. */
  requiredFields: { key: string; label: string; secret: boolean }[]
  /** Commands of the command-line client that set it up. */
  commands: string[]
  postConnectSteps: PostConnectStep[]
  notes: string[]
}

/** What is left to do once connected. */
export interface PostConnectStep {
  id: string
  label: string
  required: boolean
  supported: boolean
  command: string | null
  note?: string
}

/** How the syncs of one provider stand. Not connected: `syncs` is empty. */
export interface IntegrationSyncStatus {
  provider: ProviderId
  name: string
  category: IntegrationCategory
  status: 'connected' | 'not_connected'
  syncs: {
    model: string
    status: 'SUCCESS' | 'IDLE' | 'ERROR'
    lastSyncedAt: string | null
    errorMessage: string | null
    recordCount?: number
  }[]
}

/** Maps a CRM's deal stages to ours. */
export interface CrmMapping {
  pipelineId: string
  pipelineName: string
  mappings: {
    svcStage: 'Created' | 'Quoting' | 'Negotiation' | 'Won' | 'Lost'
    crmStages: { id: string; name: string }[]
  }[]
}

/** Where a setup step stands. Further keys depend on the provider. */
export interface SetupStepResult {
  status: 'config_required' | 'manual_setup_required' | 'completed'
  provider: ProviderId
  /** Canonical id of the step. */
  step: string
  connectionId?: string
  /** A CRM's pipelines, when `config` was left out. */
  pipelines?: { id: string; name: string; stages: { id: string; name: string }[] }[]
  /** What to enter at the provider by hand. */
  setup?: {
    mode: 'manual'
    webhookUrl: string
    headers: Record<string, string>
    requiredEvents: string[]
    docsUrl: string | null
    status: string
  }
  /** Commands of the command-line client. */
  nextActions?: string[]
  setupProgress?: {
    currentState: string
    blockingStep?: {
      id: string
      provider: string
      label: string
      apiStep: string | null
      required: boolean
    } | null
    nextAction?: { id: string; provider: string; label: string; command: string } | null
  }
  [key: string]: unknown
}

const SyncStateSchema = v.picklist(['SUCCESS', 'IDLE', 'ERROR'])

export const IntegrationSchema = v.object({
  id: ProviderIdSchema,
  name: v.string(),
  category: IntegrationCategorySchema,
  status: ConnectionStateSchema,
  connectionId: v.nullable(v.string()),
  lastDataReceivedAt: v.nullable(DateTimeSchema),
  syncStatus: v.nullable(SyncStateSchema),
  errorMessage: v.nullable(v.string()),
}) satisfies v.GenericSchema<Integration>

export const PostConnectStepSchema = v.object({
  id: v.string(),
  label: v.string(),
  required: v.boolean(),
  supported: v.boolean(),
  command: v.nullable(v.string()),
  note: v.optional(v.string()),
}) satisfies v.GenericSchema<PostConnectStep>

export const IntegrationCapabilitySchema = v.object({
  cliName: v.string(),
  providerId: ProviderIdSchema,
  displayName: v.string(),
  category: IntegrationCategorySchema,
  authType: v.picklist(['api_key', 'oauth', 'basic_auth']),
  setupMode: v.picklist(['direct_api_key', 'browser_auth', 'manual']),
  credentialType: v.nullable(v.picklist(['api_token', 'api_key', 'oauth', 'basic_auth'])),
  connectSupported: v.boolean(),
  requiredFields: v.array(v.object({ key: v.string(), label: v.string(), secret: v.boolean() })),
  commands: v.array(v.string()),
  postConnectSteps: v.array(PostConnectStepSchema),
  notes: v.array(v.string()),
}) satisfies v.GenericSchema<IntegrationCapability>

export const IntegrationSyncStatusSchema = v.object({
  provider: ProviderIdSchema,
  name: v.string(),
  category: IntegrationCategorySchema,
  status: ConnectionStateSchema,
  syncs: v.array(
    v.object({
      model: v.string(),
      status: SyncStateSchema,
      lastSyncedAt: v.nullable(DateTimeSchema),
      errorMessage: v.nullable(v.string()),
      recordCount: v.optional(CountSchema),
    }),
  ),
}) satisfies v.GenericSchema<IntegrationSyncStatus>

const NamedSchema = v.object({ id: v.string(), name: v.string() })

export const SetupStepResultSchema = v.looseObject({
  status: v.picklist(['config_required', 'manual_setup_required', 'completed']),
  provider: ProviderIdSchema,
  step: v.string(),
  connectionId: v.optional(v.string()),
  pipelines: v.optional(
    v.array(v.object({ id: v.string(), name: v.string(), stages: v.array(NamedSchema) })),
  ),
  setup: v.optional(
    v.object({
      mode: v.literal('manual'),
      webhookUrl: v.string(),
      headers: v.record(v.string(), v.string()),
      requiredEvents: v.array(v.string()),
      docsUrl: v.nullable(v.string()),
      status: v.string(),
    }),
  ),
  nextActions: v.optional(v.array(v.string())),
  setupProgress: v.optional(
    v.object({
      currentState: v.string(),
      blockingStep: v.optional(
        v.nullable(
          v.object({
            id: v.string(),
            provider: v.string(),
            label: v.string(),
            apiStep: v.nullable(v.string()),
            required: v.boolean(),
          }),
        ),
      ),
      nextAction: v.optional(
        v.nullable(
          v.object({ id: v.string(), provider: v.string(), label: v.string(), command: v.string() }),
        ),
      ),
    }),
  ),
}) satisfies v.GenericSchema<SetupStepResult>
