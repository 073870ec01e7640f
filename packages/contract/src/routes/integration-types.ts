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
  /** The provider’s id. */
  id: ProviderId
  /** For people. */
  name: string
  /** What kind of service it is. */
  category: IntegrationCategory
  /** Whether there is a connection. */
  status: 'connected' | 'not_connected'
  /** Names the connection; null without one. */
  connectionId: string | null
  /** When records came last. */
  lastDataReceivedAt: string | null
  /** `SUCCESS`: whole and current; `IDLE`: under way, or to begin; `ERROR`: see `errorMessage`. Null without a connection. */
  syncStatus: 'SUCCESS' | 'IDLE' | 'ERROR' | null
  /** What went wrong last, and the remedy. */
  errorMessage: string | null
}

/** How a provider is set up. */
export interface IntegrationCapability {
  /** Its name on the command line. */
  cliName: string
  /** The provider’s id. */
  providerId: ProviderId
  /** For people. */
  displayName: string
  /** What kind of service it is. */
  category: IntegrationCategory
  /** How the server proves to the provider who it is. */
  authType: 'api_key' | 'oauth' | 'basic_auth'
  /** `direct_api_key`: by `config` of connect; `browser_auth`: by a page that the user opens. */
  setupMode: 'direct_api_key' | 'browser_auth' | 'manual'
  /** What the credential is. */
  credentialType: 'api_token' | 'api_key' | 'oauth' | 'basic_auth' | null
  /** Whether this server can connect it. */
  connectSupported: boolean
  /** What `config` of connect must hold. */
  requiredFields: CredentialField[]
  /** Commands of the command-line client that set it up. */
  commands: string[]
  postConnectSteps: PostConnectStep[]
  /** What to know before connecting. */
  notes: string[]
}

/** A credential that a person supplies. */
export interface CredentialField {
  /** Its name in `config`. */
  key: string
  /** For people. */
  label: string
  /** Whether nobody should see it while it is typed. */
  secret: boolean
}

/** What is left to do once connected. */
export interface PostConnectStep {
  /** Its canonical id. */
  id: string
  /** For people. */
  label: string
  /** Whether nothing is synced before. */
  required: boolean
  /** Whether this server has it. */
  supported: boolean
  /** The command that does it. */
  command: string | null
  /** What to know of it. */
  note?: string
}

/** How the syncs of one provider stand. Not connected: `syncs` is empty. */
export interface IntegrationSyncStatus {
  /** The provider’s id. */
  provider: ProviderId
  /** For people. */
  name: string
  /** What kind of service it is. */
  category: IntegrationCategory
  /** Whether there is a connection. */
  status: 'connected' | 'not_connected'
  /** Each model. */
  syncs: {
    /** What is synced, such as `Opportunity`. */
    model: string
    /** `SUCCESS`: whole and current; `IDLE`: under way, or to begin; `ERROR`: see `errorMessage`. */
    status: 'SUCCESS' | 'IDLE' | 'ERROR'
    /** When it was whole and current last. */
    lastSyncedAt: string | null
    /** What went wrong, and the remedy. */
    errorMessage: string | null
    /** Records that it stored; those that said what was known are left out. */
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

export const CredentialFieldSchema = v.object({
  key: v.string(),
  label: v.string(),
  secret: v.boolean(),
}) satisfies v.GenericSchema<CredentialField>

export const IntegrationCapabilitySchema = v.object({
  cliName: v.string(),
  providerId: ProviderIdSchema,
  displayName: v.string(),
  category: IntegrationCategorySchema,
  authType: v.picklist(['api_key', 'oauth', 'basic_auth']),
  setupMode: v.picklist(['direct_api_key', 'browser_auth', 'manual']),
  credentialType: v.nullable(v.picklist(['api_token', 'api_key', 'oauth', 'basic_auth'])),
  connectSupported: v.boolean(),
  requiredFields: v.array(CredentialFieldSchema),
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
