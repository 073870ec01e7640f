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
  /** When records were last received. */
  lastDataReceivedAt: string | null
  /** `SUCCESS`: whole and current; `IDLE`: under way, or to begin; `ERROR`: see `errorMessage`. Null without a connection. */
  syncStatus: 'SUCCESS' | 'IDLE' | 'ERROR' | null
  /** The last problem, and the remedy. */
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
  /** How the server authenticates with the provider. */
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
  /** Whether to hide it while it is typed. */
  secret: boolean
}

/** A setup step after connecting. */
export interface PostConnectStep {
  /** Its canonical id. */
  id: string
  /** For people. */
  label: string
  /** Whether the provider's data is incomplete without it. */
  required: boolean
  /** Whether this server has it. */
  supported: boolean
  /** The command that does it. */
  command: string | null
  /** A note. */
  note?: string
}

/** The status of one provider's syncs. Not connected: `syncs` is empty. */
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
    /** When it was last complete and current. */
    lastSyncedAt: string | null
    /** The problem, and the remedy. */
    errorMessage: string | null
    /** Records that it stored, without unchanged ones. */
    recordCount?: number
  }[]
  /** Problems to fix although the syncs work, such as unneeded rights. Absent: none. */
  warnings?: string[]
}

/** Maps a CRM's deal stages to ours. */
export interface CrmMapping {
  /** The CRM's id of the pipeline. */
  pipelineId: string
  /** Its name there. */
  pipelineName: string
  /** The mapping of its stages. Other stages aren't mapped. */
  mappings: CrmStageMapping[]
}

/** Stages of a CRM with the same meaning. */
export interface CrmStageMapping {
  /** Our stage. */
  svcStage: 'Created' | 'Quoting' | 'Negotiation' | 'Won' | 'Lost'
  /** The stages of the CRM. */
  crmStages: CrmStage[]
}

/** A stage of a CRM's pipeline. */
export interface CrmStage {
  /** The CRM's id of it. */
  id: string
  /** Its name there. */
  name: string
}

/** A CRM's pipeline. */
export interface CrmPipeline {
  /** The CRM's id of it. */
  id: string
  /** Its name there. */
  name: string
  /** In their order. */
  stages: CrmStage[]
}

/** The state of a setup step. Further keys depend on the provider. */
export interface SetupStepResult {
  /** `config_required`: `config` is to be given; `manual_setup_required`: something is to be entered at the provider; `completed`: done. */
  status: 'config_required' | 'manual_setup_required' | 'completed'
  /** The provider's id. */
  provider: ProviderId
  /** Canonical id of the step. */
  step: string
  /** Names the connection. */
  connectionId?: string
  /** A CRM's pipelines, when `config` was left out. */
  pipelines?: CrmPipeline[]
  /** A recommended mapping, usable as `config.mappings`. */
  recommendation?: CrmMapping[]
  /** The saved mappings; null: none yet. */
  mappings?: CrmMapping[] | null
  /** What to enter at the provider by hand. */
  setup?: {
    /** By hand, at the provider. */
    mode: 'manual'
    /** Where the provider sends to. */
    webhookUrl: string
    /** What each request must carry. */
    headers: Record<string, string>
    /** The secret to sign with; null when the provider creates it, or sends it in a header. */
    secret?: string | null
    /** Events to subscribe to. */
    requiredEvents: string[]
    /** The provider's documentation; null: none. */
    docsUrl: string | null
    /** Whether a webhook was received already. */
    status: string
  }
  /** Commands of the command-line client. */
  nextActions?: string[]
  /** The progress of the provider's setup. */
  setupProgress?: {
    /** Such as `configuration_required`. */
    currentState: string
    /** What keeps it from being ready; null: nothing. */
    blockingStep?: {
      /** Canonical id of the step. */
      id: string
      /** The provider's id. */
      provider: string
      /** For people. */
      label: string
      /** What to name in `step`; null: it isn't done by this route. */
      apiStep: string | null
      /** Whether the provider's data is incomplete without it. */
      required: boolean
    } | null
    /** What to do next; null: nothing. */
    nextAction?: {
      /** Such as `configure-crm-mapping`. */
      id: string
      /** The provider's id. */
      provider: string
      /** For people. */
      label: string
      /** The command that does it. */
      command: string
    } | null
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
  warnings: v.optional(v.array(v.string())),
}) satisfies v.GenericSchema<IntegrationSyncStatus>

const NamedSchema = v.object({ id: v.string(), name: v.string() })
const MappingSchema = v.object({
  pipelineId: v.string(),
  pipelineName: v.string(),
  mappings: v.array(
    v.object({
      svcStage: v.picklist(['Created', 'Quoting', 'Negotiation', 'Won', 'Lost']),
      crmStages: v.array(NamedSchema),
    }),
  ),
}) satisfies v.GenericSchema<CrmMapping>

export const SetupStepResultSchema = v.looseObject({
  status: v.picklist(['config_required', 'manual_setup_required', 'completed']),
  provider: ProviderIdSchema,
  step: v.string(),
  connectionId: v.optional(v.string()),
  pipelines: v.optional(
    v.array(v.object({ id: v.string(), name: v.string(), stages: v.array(NamedSchema) })),
  ),
  recommendation: v.optional(v.array(MappingSchema)),
  mappings: v.optional(v.nullable(v.array(MappingSchema))),
  setup: v.optional(
    v.object({
      mode: v.literal('manual'),
      webhookUrl: v.string(),
      headers: v.record(v.string(), v.string()),
      secret: v.optional(v.nullable(v.string())),
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
