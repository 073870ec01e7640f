import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { json } from '../json.ts'
import { limits } from '../limits.ts'
import { UuidSchema, text, trimmedText } from '../scalars.ts'
import { deliveryStatuses, severities, type DeliveryStatus, type Severity } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'

/** A channel of the chat app, by its id or its label; with neither, the default one. */
export interface ChatDestinationInput {
  /** The connected chat app. */
  provider: 'chat'
  /** The channel's id, up to 240 characters. */
  channelId?: string
  /** Or its label, up to 120 characters. */
  label?: string
}

/**
 * Input of `svc_send_notification`.
 * @example {"title": "Alder Logistics asks for a call", "markdown": "They **renew** in May."}
 */
export interface SendNotificationInput {
  /** 1 to 160 characters once trimmed. */
  title: string
  /** The body for people, preferred to `message`; up to 100,000 characters. */
  markdown?: string
  /** Up to 1,200 characters. */
  message?: string
  /** How urgent it is, for whoever receives it. */
  severity?: Severity
  /** What it comes from, up to 120 characters. */
  source?: string
  /** What it is about, up to 240 characters. */
  subject?: string
  /** Any JSON value, up to 100,000 bytes serialized. */
  payload?: unknown
  /** 1 to 10: ids of destinations, or channels. Absent, and no `destinationIds` either: the default destination. */
  destinations?: (string | ChatDestinationInput)[]
  /** 1 to 10 ids; added to `destinations`. */
  destinationIds?: string[]
  /** Sends nothing, and answers with what each destination would show. Default false. */
  dryRun?: boolean
}

/** Output of `svc_send_notification`: a delivery for each destination. */
export interface SendNotificationOutput {
  /** It is durable; of a dry run, that it could be sent. */
  ok: true
  /** One for each destination; none of a dry run. */
  deliveries: {
    /** Where it goes. */
    destinationId: string
    /** `ENQUEUED`: it is sent within a second. What became of it is told by the destination. */
    status: DeliveryStatus
    /** What the receiver calls it; null where it isn't known. */
    providerEventId: string | null
  }[]
  /** Of a dry run: what each destination would show. Absent otherwise. */
  preview?: NotificationPreview[]
}

/** What a destination would show of a message. */
export interface NotificationPreview {
  /** Where it would go. */
  destinationId: string
  /** What the destination is called. */
  label: string
  /** How it would go there. */
  provider: 'CHAT' | 'WEBHOOK'
  /** In a line of its own, before the text. */
  title: string
  /** The text without markup: a link in it is its words and its address. */
  plainText: string
}

const bounds = limits.notification

export const SendNotificationInputSchema = strictObject({
  title: trimmedText(bounds.titleLength),
  markdown: v.optional(text(bounds.markdownLength, 1)),
  message: v.optional(text(bounds.messageLength, 1)),
  severity: v.optional(v.picklist(severities)),
  source: v.optional(text(bounds.sourceLength, 1)),
  subject: v.optional(text(bounds.subjectLength, 1)),
  payload: v.optional(json({ maxBytes: bounds.payloadLength })),
  destinations: v.optional(
    v.pipe(
      v.array(
        v.union(
          [
            UuidSchema,
            strictObject({
              provider: v.literal('chat'),
              channelId: v.optional(text(bounds.channelIdLength, 1)),
              label: v.optional(text(bounds.labelLength, 1)),
            }),
          ],
          'must be a destination’s uuid, or an object with provider "chat" and perhaps channelId and label',
        ),
      ),
      v.minLength(1),
      v.maxLength(bounds.destinations),
    ),
  ),
  destinationIds: v.optional(v.pipe(v.array(UuidSchema), v.minLength(1), v.maxLength(bounds.destinations))),
  dryRun: v.optional(v.boolean()),
}) satisfies v.GenericSchema<SendNotificationInput>

export const SendNotificationOutputSchema = v.object({
  ok: v.literal(true),
  deliveries: v.array(
    v.object({
      destinationId: v.string(),
      status: v.picklist(deliveryStatuses),
      providerEventId: v.nullable(v.string()),
    }),
  ),
  preview: v.optional(
    v.array(
      v.object({
        destinationId: v.string(),
        label: v.string(),
        provider: v.picklist(['CHAT', 'WEBHOOK']),
        title: v.string(),
        plainText: v.string(),
      }),
    ),
  ),
}) satisfies v.GenericSchema<SendNotificationOutput>

export const sendNotificationTool = {
  name: 'svc_send_notification',
  title: 'Send a notification',
  description:
    'Send a message to destinations, or to the default one. An action with effects outside: call it only when the user explicitly asks to send, post or notify.',
  grant: 'notifications:send',
  readOnly: false,
  commandId: 'notification.send',
  input: SendNotificationInputSchema,
  output: SendNotificationOutputSchema,
} as const satisfies ToolDefinition
