import * as v from 'valibot'
import { PaginationSchema } from '../pagination.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import { ConnectionStateSchema, IntegrationCategorySchema, ProviderIdSchema } from './providers.ts'

const SyncStateSchema = v.picklist(['SUCCESS', 'IDLE', 'ERROR'])

/** A provider, and whether it is connected. */
export const IntegrationSchema = v.object({
  /** The provider’s id. */
  id: ProviderIdSchema,
  /** For people. */
  name: v.string(),
  /** What kind of service it is. */
  category: IntegrationCategorySchema,
  /** Whether there is a connection. */
  status: ConnectionStateSchema,
  /** Names the connection; null without one. */
  connectionId: v.nullable(v.string()),
  /** When records were last received. */
  lastDataReceivedAt: v.nullable(DateTimeSchema),
  /** `SUCCESS`: whole and current; `IDLE`: under way, or to begin; `ERROR`: see `errorMessage`. Null without a connection. */
  syncStatus: v.nullable(SyncStateSchema),
  /** The last problem, and the remedy. */
  errorMessage: v.nullable(v.string()),
})

/** A setup step after connecting. */
export const PostConnectStepSchema = v.object({
  /** Its canonical id. */
  id: v.string(),
  /** For people. */
  label: v.string(),
  /** Whether the provider's data is incomplete without it. */
  required: v.boolean(),
  /** Whether this server has it. */
  supported: v.boolean(),
  /** The command that does it. */
  command: v.nullable(v.string()),
  /** A note. */
  note: v.optional(v.string()),
})

/** A credential that a person supplies. */
export const CredentialFieldSchema = v.object({
  /** Its name in `config`. */
  key: v.string(),
  /** For people. */
  label: v.string(),
  /** Whether to hide it while it is typed. */
  secret: v.boolean(),
  /** Where to find it at the service. */
  help: v.optional(v.string()),
})

/** How a provider is set up. */
export const IntegrationCapabilitySchema = v.object({
  /** Its name on the command line. */
  cliName: v.string(),
  /** The provider’s id. */
  providerId: ProviderIdSchema,
  /** For people. */
  displayName: v.string(),
  /** The service whose public API it speaks. */
  service: v.optional(
    v.object({
      /** As people know it. */
      name: v.string(),
      /** Where it is on the web. */
      website: v.string(),
    }),
  ),
  /** What it brings, as the end of a sentence. */
  brings: v.optional(v.string()),
  /** The rights that it asks for, in the service's words. Empty: the service has none to choose. */
  rights: v.optional(v.array(v.string())),
  /** How often it is synced by itself. */
  everyMinutes: v.optional(v.number()),
  /** What kind of service it is. */
  category: IntegrationCategorySchema,
  /** How the server authenticates with the provider. */
  authType: v.picklist(['api_key', 'oauth', 'basic_auth']),
  /** `direct_api_key`: by `config` of connect; `browser_auth`: by a page that the user opens. */
  setupMode: v.picklist(['direct_api_key', 'browser_auth', 'manual']),
  /** What the credential is. */
  credentialType: v.nullable(v.picklist(['api_token', 'api_key', 'oauth', 'basic_auth'])),
  /** Whether this server can connect it. */
  connectSupported: v.boolean(),
  /** What `config` of connect must hold. */
  requiredFields: v.array(CredentialFieldSchema),
  /** Commands of the command-line client that set it up. */
  commands: v.array(v.string()),
  postConnectSteps: v.array(PostConnectStepSchema),
  /** What to know before connecting. */
  notes: v.array(v.string()),
})

/** The status of one provider's syncs. Not connected: `syncs` is empty. */
export const IntegrationSyncStatusSchema = v.object({
  /** The provider’s id. */
  provider: ProviderIdSchema,
  /** For people. */
  name: v.string(),
  /** What kind of service it is. */
  category: IntegrationCategorySchema,
  /** Whether there is a connection. */
  status: ConnectionStateSchema,
  /** Each model. */
  syncs: v.array(
    v.object({
      /** What is synced, such as `Opportunity`. */
      model: v.string(),
      /** `SUCCESS`: whole and current; `IDLE`: under way, or to begin; `ERROR`: see `errorMessage`. */
      status: SyncStateSchema,
      /** When it was last complete and current. */
      lastSyncedAt: v.nullable(DateTimeSchema),
      /** The problem, and the remedy. */
      errorMessage: v.nullable(v.string()),
      /** Records that it stored, without unchanged ones. */
      recordCount: v.optional(CountSchema),
    }),
  ),
  /** Problems to fix although the syncs work, such as unneeded rights. Absent: none. */
  warnings: v.optional(v.array(v.string())),
})

export const syncRunStatuses = ['RUNNING', 'SUCCESS', 'WAITING', 'ERROR'] as const

/** One sync of a provider. */
export const SyncRunSchema = v.object({
  /** Names the run. */
  id: v.string(),
  /** The provider’s id. */
  provider: ProviderIdSchema,
  /** `RUNNING`: under way, with the counts so far; `WAITING`: the provider asked to wait, it goes on by itself. */
  status: v.picklist(syncRunStatuses),
  /** When it began. ISO 8601, UTC. */
  startedAt: DateTimeSchema,
  /** When it ended; null while it is under way. ISO 8601, UTC. */
  endedAt: v.nullable(DateTimeSchema),
  /** Requests to the provider. */
  requests: CountSchema,
  /** Objects that the provider sent; null of a run of an older server. */
  received: v.nullable(CountSchema),
  /** Records and events that are new or changed. */
  changed: CountSchema,
  /** Records that went, since their objects are gone there, or since it was disconnected. */
  removed: CountSchema,
  /** Objects that could not be accepted. */
  quarantined: CountSchema,
  /** The first twenty of them. */
  quarantinedObjects: v.array(
    v.object({
      /** What kind of object. */
      model: v.string(),
      /** The provider's id of it. */
      id: v.string(),
      /** Why. */
      reason: v.string(),
    }),
  ),
  /** Seconds that the provider asked to wait, in all. */
  waited: v.number(),
  /** What ended it, or failed in it; null: all went well. */
  error: v.nullable(v.string()),
  /** What to do about the error. */
  remedy: v.nullable(v.string()),
})

/** Syncs of a provider, or of all. */
export const SyncRunListSchema = v.object({
  /** Newest first; what is under way comes before all. */
  items: v.array(SyncRunSchema),
  /** Where the list stands. */
  pagination: PaginationSchema,
})

/** A stage of a CRM's pipeline. */
export const CrmStageSchema = v.object({
  /** The CRM's id of it. */
  id: v.string(),
  /** Its name there. */
  name: v.string(),
})

/** Stages of a CRM with the same meaning. */
export const CrmStageMappingSchema = v.object({
  /** Our stage. */
  svcStage: v.picklist(['Created', 'Quoting', 'Negotiation', 'Won', 'Lost']),
  /** The stages of the CRM. */
  crmStages: v.array(CrmStageSchema),
})

/** Maps a CRM's deal stages to ours. */
export const CrmMappingSchema = v.object({
  /** The CRM's id of the pipeline. */
  pipelineId: v.string(),
  /** Its name there. */
  pipelineName: v.string(),
  /** The mapping of its stages. Other stages aren't mapped. */
  mappings: v.array(CrmStageMappingSchema),
})

/** A CRM's pipeline. */
export const CrmPipelineSchema = v.object({
  /** The CRM's id of it. */
  id: v.string(),
  /** Its name there. */
  name: v.string(),
  /** In their order. */
  stages: v.array(CrmStageSchema),
})

/** The state of a setup step. Further keys depend on the provider. */
export const SetupStepResultSchema = v.looseObject({
  /** `config_required`: `config` is to be given; `manual_setup_required`: something is to be entered at the provider; `completed`: done. */
  status: v.picklist(['config_required', 'manual_setup_required', 'completed']),
  /** The provider's id. */
  provider: ProviderIdSchema,
  /** Canonical id of the step. */
  step: v.string(),
  /** Names the connection. */
  connectionId: v.optional(v.string()),
  /** A CRM's pipelines, when `config` was omitted. */
  pipelines: v.optional(v.array(CrmPipelineSchema)),
  /** A recommended mapping, usable as `config.mappings`. */
  recommendation: v.optional(v.array(CrmMappingSchema)),
  /** The saved mappings; null: none yet. */
  mappings: v.optional(v.nullable(v.array(CrmMappingSchema))),
  /** What to enter at the provider by hand. */
  setup: v.optional(
    v.object({
      /** By hand, at the provider. */
      mode: v.literal('manual'),
      /** Where the provider sends to. */
      webhookUrl: v.string(),
      /** What each request must carry. */
      headers: v.record(v.string(), v.string()),
      /** The secret to sign with; null when the provider creates it, or sends it in a header. */
      secret: v.optional(v.nullable(v.string())),
      /** Events to subscribe to. */
      requiredEvents: v.array(v.string()),
      /** The provider's documentation; null: none. */
      docsUrl: v.nullable(v.string()),
      /** Whether a webhook was received already. */
      status: v.string(),
    }),
  ),
  /** Commands of the command-line client. */
  nextActions: v.optional(v.array(v.string())),
  /** The progress of the provider's setup. */
  setupProgress: v.optional(
    v.object({
      /** Such as `configuration_required`. */
      currentState: v.string(),
      /** What keeps it from being ready; null: nothing. */
      blockingStep: v.optional(
        v.nullable(
          v.object({
            /** Canonical id of the step. */
            id: v.string(),
            /** The provider's id. */
            provider: v.string(),
            /** For people. */
            label: v.string(),
            /** What to name in `step`; null: it isn't done by this route. */
            apiStep: v.nullable(v.string()),
            /** Whether the provider's data is incomplete without it. */
            required: v.boolean(),
          }),
        ),
      ),
      /** What to do next; null: nothing. */
      nextAction: v.optional(
        v.nullable(
          v.object({
            /** Such as `configure-crm-mapping`. */
            id: v.string(),
            /** The provider's id. */
            provider: v.string(),
            /** For people. */
            label: v.string(),
            /** The command that does it. */
            command: v.string(),
          }),
        ),
      ),
    }),
  ),
})
