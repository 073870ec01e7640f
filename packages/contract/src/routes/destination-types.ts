import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { CountSchema, DateTimeSchema, UuidSchema } from '../scalars.ts'
import { deliveryStatuses } from '../vocabulary.ts'
import { RunStatusSchema, triggerTypes } from './run-types.ts'
import { ChatOptionsSchema } from './settings.ts'
import { SchemaFormatSchema } from './signal-types.ts'

const providers = ['CHAT', 'RELAY', 'WEBHOOK', 'EMAIL'] as const
const kinds = ['CHAT_CHANNEL', 'WEBHOOK_ENDPOINT', 'EMAIL_RECIPIENTS'] as const
const syncStatuses = ['PENDING_PROVIDER_SYNC', 'SYNCED', 'PROVIDER_ERROR', 'DISABLED_BY_PROVIDER'] as const

/** A destination of messages. Its secrets are never returned. */
export const DestinationSchema = v.object({
  /** Its id. */
  id: UuidSchema,
  /** Such as `destination:support-channel`, unique among destinations. */
  key: v.string(),
  /** Display name: its label. */
  name: v.string(),
  /** Of the configuration's shape. */
  schemaVersion: v.string(),
  /** Changes if and only if the configuration does. */
  configHash: v.nullable(v.string()),
  /** Null: none was given. */
  description: v.nullable(v.string()),
  /** Whether it is enabled. */
  enabled: v.boolean(),
  /** Whether it gets messages without a destination. */
  isDefault: v.boolean(),
  /** `{channelId, label}` of a channel, `{url}` of a webhook with its path hidden. */
  maskedConfig: v.nullable(JsonObjectSchema),
  /** When it last accepted a message; null before. */
  lastSyncedAt: v.nullable(DateTimeSchema),
  /** Null while it is in use. */
  archivedAt: v.nullable(DateTimeSchema),
  /** The problem with the last message; null when it was accepted. */
  providerErrorCode: v.nullable(v.string()),
  /** The same for people, with the remedy. */
  providerErrorMessage: v.nullable(v.string()),
  /** When it was created. */
  createdAt: DateTimeSchema,
  /** When it last changed. */
  updatedAt: DateTimeSchema,
  /** The service that delivers its messages. */
  provider: v.picklist(providers),
  /** Its kind. */
  kind: v.picklist(kinds),
  /** `PENDING_PROVIDER_SYNC` until a message was sent, `PROVIDER_ERROR` after one that wasn't accepted, `DISABLED_BY_PROVIDER` once it was given up. */
  syncStatus: v.picklist(syncStatuses),
})

/** An automation that sends to a destination. */
export const DestinationRouteSchema = v.object({
  /** Its id. */
  id: UuidSchema,
  /** Display name. */
  name: v.string(),
  /** Whether it is enabled. */
  enabled: v.boolean(),
  /** What triggers it. */
  triggerType: v.picklist(triggerTypes),
  /** The agent that it runs; null: none. */
  agentId: v.nullable(UuidSchema),
  /** How its last run ended; null before. */
  lastRunStatus: v.nullable(RunStatusSchema),
  /** When it last ran; null before. */
  lastRunAt: v.nullable(DateTimeSchema),
  /** When it runs next; null where that isn't known. */
  nextRunAt: v.nullable(DateTimeSchema),
  /** When it was created. */
  createdAt: DateTimeSchema,
  /** When it last changed. */
  updatedAt: DateTimeSchema,
})

/** A recent delivery to a destination. */
export const DestinationDeliverySchema = v.object({
  /** Its id. */
  id: UuidSchema,
  /** What the message comes from: `notification` for one that was sent by the tool. */
  sourceType: v.string(),
  /** The id of that. */
  sourceId: v.nullable(v.string()),
  /** The run that sent it; null for another source. */
  automationRunId: v.nullable(UuidSchema),
  /** The agent's text that was sent; null for another source. */
  agentOutputId: v.nullable(UuidSchema),
  /** Where it goes. */
  destinationId: v.nullable(UuidSchema),
  /** The service that delivers it. */
  provider: v.string(),
  /** The receiver's id of it; null when unknown. */
  providerEventId: v.nullable(v.string()),
  /** `ENQUEUED` while it is waiting, also for a retry; then `ACCEPTED_BY_PROVIDER`, `FAILED` after the last attempt, or `SKIPPED` when the destination was disabled. */
  status: v.picklist(deliveryStatuses),
  /** When it was queued. */
  queuedAt: v.nullable(DateTimeSchema),
  /** When it was accepted; null before. */
  publishedAt: v.nullable(DateTimeSchema),
  /** The problem of the last attempt. */
  errorCode: v.nullable(v.string()),
  /** The same for people. */
  errorMessage: v.nullable(v.string()),
  /** When it was created. */
  createdAt: DateTimeSchema,
  /** When it was last attempted. */
  updatedAt: DateTimeSchema,
})

/** One destination, with what uses it. */
export const DestinationDetailSchema = v.object({
  ...DestinationSchema.entries,
  /** The automations that send there, as older clients ask for them. */
  routes: v.array(DestinationRouteSchema),
  /** The automations that send there. */
  automations: v.array(DestinationRouteSchema),
  /** The last 50, the newest first. */
  recentDeliveries: v.array(DestinationDeliverySchema),
  /** Deliveries by status. */
  deliverySummary: v.object({
    /** How many of them `recentDeliveries` has. */
    recentCount: CountSchema,
    /** Waiting, also for a retry. */
    pendingCount: CountSchema,
    /** Taken. */
    acceptedCount: CountSchema,
    /** Given up after the last attempt. */
    failedCount: CountSchema,
    /** Not sent, since the destination was disabled. */
    skippedCount: CountSchema,
    /** When the newest message was sent off; null before. */
    lastDeliveryAt: v.nullable(DateTimeSchema),
  }),
})

/** What can be chosen when a destination is made. */
export const DestinationOptionsSchema = v.object({
  /** The kinds of destinations that can be made now. */
  types: v.array(
    v.object({
      /** Which kind. */
      type: v.picklist(['CHAT_CHANNEL', 'WEBHOOK_ENDPOINT']),
      /** Display name of that kind. */
      label: v.string(),
      /** How `createSchema` is written. */
      schemaFormat: SchemaFormatSchema,
      /** What the body of a creation has to be. */
      createSchema: JsonObjectSchema,
    }),
  ),
  /** The channels of the chat app. */
  chat: ChatOptionsSchema,
})
