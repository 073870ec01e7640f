import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { CountSchema, DateTimeSchema, UuidSchema, trimmedText } from '../scalars.ts'
import { deliveryStatuses, type DeliveryStatus } from '../vocabulary.ts'
import { RunStatusSchema, triggerTypes, type RunStatus, type TriggerType } from './run-types.ts'
import { ChatOptionsSchema, type ChatOptions } from './settings.ts'
import { SchemaFormatSchema } from './signals.ts'

const providers = ['CHAT', 'RELAY', 'WEBHOOK', 'EMAIL'] as const
const kinds = ['CHAT_CHANNEL', 'WEBHOOK_ENDPOINT', 'EMAIL_RECIPIENTS'] as const
const syncStatuses = ['PENDING_PROVIDER_SYNC', 'SYNCED', 'PROVIDER_ERROR', 'DISABLED_BY_PROVIDER'] as const

/** Creates a chat channel as a destination. */
export interface CreateDestinationBody {
  type: 'CHAT_CHANNEL'
  /** 1 to 191 characters. */
  channelId: string
  /** 1 to 120 characters. */
  label: string
  /** Default true. */
  enabled?: boolean
  /** Makes it the default fallback, and enabled. Default false. */
  isDefault?: boolean
}

/** At least one field besides `type`. */
export interface UpdateDestinationBody {
  type: 'CHAT_CHANNEL'
  /** Makes it the default fallback, and enabled. Another default takes its place; it can't be just taken away. */
  isDefault?: true
  label?: string
  enabled?: boolean
}

/** Where messages go. Its secrets are never returned. */
export interface Destination {
  id: string
  key: string
  name: string
  schemaVersion: string
  configHash: string | null
  description: string | null
  enabled: boolean
  isDefault: boolean
  maskedConfig: JsonObject | null
  lastSyncedAt: string | null
  archivedAt: string | null
  providerErrorCode: string | null
  providerErrorMessage: string | null
  createdAt: string
  updatedAt: string
  provider: (typeof providers)[number]
  kind: (typeof kinds)[number]
  syncStatus: (typeof syncStatuses)[number]
}

/** An automation that sends to a destination. */
export interface DestinationRoute {
  id: string
  name: string
  enabled: boolean
  triggerType: TriggerType
  agentId: string | null
  lastRunStatus: RunStatus | null
  lastRunAt: string | null
  nextRunAt: string | null
  createdAt: string
  updatedAt: string
}

/** A recent delivery to a destination. */
export interface DestinationDelivery {
  id: string
  sourceType: string
  sourceId: string | null
  automationRunId: string | null
  agentOutputId: string | null
  destinationId: string | null
  provider: string
  providerEventId: string | null
  status: DeliveryStatus
  queuedAt: string | null
  publishedAt: string | null
  errorCode: string | null
  errorMessage: string | null
  createdAt: string
  updatedAt: string
}

/** One destination, with what uses it. */
export interface DestinationDetail extends Destination {
  routes: DestinationRoute[]
  automations: DestinationRoute[]
  recentDeliveries: DestinationDelivery[]
  deliverySummary: {
    recentCount: number
    pendingCount: number
    acceptedCount: number
    failedCount: number
    skippedCount: number
    lastDeliveryAt: string | null
  }
}

/** What can be chosen when a destination is made. */
export interface DestinationOptions {
  types: {
    type: 'CHAT_CHANNEL'
    label: string
    schemaFormat: 'json-schema-2020-12'
    createSchema: JsonObject
  }[]
  chat: ChatOptions
}

const bounds = limits.destinations

export const CreateDestinationBodySchema = v.pipe(
  strictObject({
    type: v.literal('CHAT_CHANNEL'),
    channelId: trimmedText(bounds.channelIdLength),
    label: trimmedText(bounds.labelLength),
    enabled: v.optional(v.boolean()),
    isDefault: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(
      (body) => !(body.isDefault && body.enabled === false),
      'can’t be false for the default destination',
    ),
    ['enabled'],
  ),
  v.transform((body) => ({ ...body, enabled: body.enabled ?? true })),
) satisfies v.GenericSchema<CreateDestinationBody>

export const UpdateDestinationBodySchema = v.pipe(
  strictObject({
    type: v.literal('CHAT_CHANNEL'),
    isDefault: v.optional(
      v.literal(true, 'must be true: make another destination the default to take it from this one'),
    ),
    label: v.optional(trimmedText(bounds.labelLength)),
    enabled: v.optional(v.boolean()),
  }),
  v.check(
    (body) => body.isDefault !== undefined || body.label !== undefined || body.enabled !== undefined,
    'must change something: give label, enabled or isDefault',
  ),
  v.forward(
    v.check(
      (body) => !(body.isDefault && body.enabled === false),
      'can’t be false for the default destination',
    ),
    ['enabled'],
  ),
) satisfies v.GenericSchema<UpdateDestinationBody>

export const DestinationSchema = v.object({
  id: UuidSchema,
  key: v.string(),
  name: v.string(),
  schemaVersion: v.string(),
  configHash: v.nullable(v.string()),
  description: v.nullable(v.string()),
  enabled: v.boolean(),
  isDefault: v.boolean(),
  maskedConfig: v.nullable(JsonObjectSchema),
  lastSyncedAt: v.nullable(DateTimeSchema),
  archivedAt: v.nullable(DateTimeSchema),
  providerErrorCode: v.nullable(v.string()),
  providerErrorMessage: v.nullable(v.string()),
  createdAt: DateTimeSchema,
  updatedAt: DateTimeSchema,
  provider: v.picklist(providers),
  kind: v.picklist(kinds),
  syncStatus: v.picklist(syncStatuses),
}) satisfies v.GenericSchema<Destination>

const DestinationRouteSchema = v.object({
  id: UuidSchema,
  name: v.string(),
  enabled: v.boolean(),
  triggerType: v.picklist(triggerTypes),
  agentId: v.nullable(UuidSchema),
  lastRunStatus: v.nullable(RunStatusSchema),
  lastRunAt: v.nullable(DateTimeSchema),
  nextRunAt: v.nullable(DateTimeSchema),
  createdAt: DateTimeSchema,
  updatedAt: DateTimeSchema,
}) satisfies v.GenericSchema<DestinationRoute>

const DestinationDeliverySchema = v.object({
  id: UuidSchema,
  sourceType: v.string(),
  sourceId: v.nullable(v.string()),
  automationRunId: v.nullable(UuidSchema),
  agentOutputId: v.nullable(UuidSchema),
  destinationId: v.nullable(UuidSchema),
  provider: v.string(),
  providerEventId: v.nullable(v.string()),
  status: v.picklist(deliveryStatuses),
  queuedAt: v.nullable(DateTimeSchema),
  publishedAt: v.nullable(DateTimeSchema),
  errorCode: v.nullable(v.string()),
  errorMessage: v.nullable(v.string()),
  createdAt: DateTimeSchema,
  updatedAt: DateTimeSchema,
}) satisfies v.GenericSchema<DestinationDelivery>

export const DestinationDetailSchema = v.object({
  ...DestinationSchema.entries,
  routes: v.array(DestinationRouteSchema),
  automations: v.array(DestinationRouteSchema),
  recentDeliveries: v.array(DestinationDeliverySchema),
  deliverySummary: v.object({
    recentCount: CountSchema,
    pendingCount: CountSchema,
    acceptedCount: CountSchema,
    failedCount: CountSchema,
    skippedCount: CountSchema,
    lastDeliveryAt: v.nullable(DateTimeSchema),
  }),
}) satisfies v.GenericSchema<DestinationDetail>

export const DestinationOptionsSchema = v.object({
  types: v.array(
    v.object({
      type: v.literal('CHAT_CHANNEL'),
      label: v.string(),
      schemaFormat: SchemaFormatSchema,
      createSchema: JsonObjectSchema,
    }),
  ),
  chat: ChatOptionsSchema,
}) satisfies v.GenericSchema<DestinationOptions>
