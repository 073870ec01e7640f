import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import type { JsonObject } from '../maps.ts'
import { CountSchema, DateTimeSchema, UuidSchema } from '../scalars.ts'
import { deliveryStatuses, type DeliveryStatus } from '../vocabulary.ts'
import { RunStatusSchema, triggerTypes, type RunStatus, type TriggerType } from './run-types.ts'
import { ChatOptionsSchema, type ChatOptions } from './settings.ts'
import { SchemaFormatSchema } from './signal-types.ts'

const providers = ['CHAT', 'RELAY', 'WEBHOOK', 'EMAIL'] as const
const kinds = ['CHAT_CHANNEL', 'WEBHOOK_ENDPOINT', 'EMAIL_RECIPIENTS'] as const
const syncStatuses = ['PENDING_PROVIDER_SYNC', 'SYNCED', 'PROVIDER_ERROR', 'DISABLED_BY_PROVIDER'] as const

/** A destination of messages. Its secrets are never returned. */
export interface Destination {
  /** Its id. */
  id: string
  /** Such as `destination:support-channel`, unique among destinations. */
  key: string
  /** Display name: its label. */
  name: string
  /** Of the configuration's shape. */
  schemaVersion: string
  /** Changes if and only if the configuration does. */
  configHash: string | null
  /** Null: none was given. */
  description: string | null
  /** Whether it is enabled. */
  enabled: boolean
  /** Whether it gets messages without a destination. */
  isDefault: boolean
  /** `{channelId, label}` of a channel, `{url}` of a webhook with its path hidden. */
  maskedConfig: JsonObject | null
  /** When it last accepted a message; null before. */
  lastSyncedAt: string | null
  /** Null while it is in use. */
  archivedAt: string | null
  /** The problem with the last message; null when it was accepted. */
  providerErrorCode: string | null
  /** The same for people, with the remedy. */
  providerErrorMessage: string | null
  /** When it was created. */
  createdAt: string
  /** When it last changed. */
  updatedAt: string
  /** The service that delivers its messages. */
  provider: (typeof providers)[number]
  /** Its kind. */
  kind: (typeof kinds)[number]
  /** `PENDING_PROVIDER_SYNC` until a message was sent, `PROVIDER_ERROR` after one that wasn't accepted, `DISABLED_BY_PROVIDER` once it was given up. */
  syncStatus: (typeof syncStatuses)[number]
}

/** An automation that sends to a destination. */
export interface DestinationRoute {
  /** Its id. */
  id: string
  /** Display name. */
  name: string
  /** Whether it is enabled. */
  enabled: boolean
  /** What triggers it. */
  triggerType: TriggerType
  /** The agent that it runs; null: none. */
  agentId: string | null
  /** How its last run ended; null before. */
  lastRunStatus: RunStatus | null
  /** When it last ran; null before. */
  lastRunAt: string | null
  /** When it runs next; null where that isn't known. */
  nextRunAt: string | null
  /** When it was created. */
  createdAt: string
  /** When it last changed. */
  updatedAt: string
}

/** A recent delivery to a destination. */
export interface DestinationDelivery {
  /** Its id. */
  id: string
  /** What the message comes from: `notification` for one that was sent by the tool. */
  sourceType: string
  /** The id of that. */
  sourceId: string | null
  /** The run that sent it; null for another source. */
  automationRunId: string | null
  /** The agent's text that was sent; null for another source. */
  agentOutputId: string | null
  /** Where it goes. */
  destinationId: string | null
  /** The service that delivers it. */
  provider: string
  /** The receiver's id of it; null when unknown. */
  providerEventId: string | null
  /** `ENQUEUED` while it is waiting, also for a retry; then `ACCEPTED_BY_PROVIDER`, `FAILED` after the last attempt, or `SKIPPED` when the destination was disabled. */
  status: DeliveryStatus
  /** When it was queued. */
  queuedAt: string | null
  /** When it was accepted; null before. */
  publishedAt: string | null
  /** The problem of the last attempt. */
  errorCode: string | null
  /** The same for people. */
  errorMessage: string | null
  /** When it was created. */
  createdAt: string
  /** When it was last attempted. */
  updatedAt: string
}

/** One destination, with what uses it. */
export interface DestinationDetail extends Destination {
  /** The automations that send there, as older clients ask for them. */
  routes: DestinationRoute[]
  /** The automations that send there. */
  automations: DestinationRoute[]
  /** The last 50, the newest first. */
  recentDeliveries: DestinationDelivery[]
  /** Deliveries by status. */
  deliverySummary: {
    /** How many of them `recentDeliveries` has. */
    recentCount: number
    /** Waiting, also for a retry. */
    pendingCount: number
    /** Taken. */
    acceptedCount: number
    /** Given up after the last attempt. */
    failedCount: number
    /** Not sent, since the destination was disabled. */
    skippedCount: number
    /** When the newest message was sent off; null before. */
    lastDeliveryAt: string | null
  }
}

/** What can be chosen when a destination is made. */
export interface DestinationOptions {
  /** The kinds of destinations that can be made now. */
  types: {
    /** Which kind. */
    type: 'CHAT_CHANNEL' | 'WEBHOOK_ENDPOINT'
    /** Display name of that kind. */
    label: string
    /** How `createSchema` is written. */
    schemaFormat: 'json-schema-2020-12'
    /** What the body of a creation has to be. */
    createSchema: JsonObject
  }[]
  /** The channels of the chat app. */
  chat: ChatOptions
}

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
      type: v.picklist(['CHAT_CHANNEL', 'WEBHOOK_ENDPOINT']),
      label: v.string(),
      schemaFormat: SchemaFormatSchema,
      createSchema: JsonObjectSchema,
    }),
  ),
  chat: ChatOptionsSchema,
}) satisfies v.GenericSchema<DestinationOptions>
