import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { json } from '../json.ts'
import { limits } from '../limits.ts'
import { UuidSchema, text, trimmedText } from '../scalars.ts'
import { deliveryStatuses, severities } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'

const bounds = limits.notification

/** A channel of the chat app, by its id or its label; with neither, the default one. */
export const ChatDestinationInputSchema = strictObject({
  /** The connected chat app. */
  provider: v.literal('chat'),
  /** The channel's id, up to 240 characters. */
  channelId: v.optional(text(bounds.channelIdLength, 1)),
  /** Or its label, up to 120 characters. */
  label: v.optional(text(bounds.labelLength, 1)),
})

/**
 * Input of `svc_send_notification`.
 * @example {"title": "Alder Logistics asks for a call", "markdown": "They **renew** in May."}
 */
export const SendNotificationInputSchema = strictObject({
  /** 1 to 160 characters once trimmed. */
  title: trimmedText(bounds.titleLength),
  /** The body for people, preferred to `message`; up to 100,000 characters. */
  markdown: v.optional(text(bounds.markdownLength, 1)),
  /** Up to 1,200 characters. */
  message: v.optional(text(bounds.messageLength, 1)),
  /** How urgent it is, for whoever receives it. */
  severity: v.optional(v.picklist(severities)),
  /** What it comes from, up to 120 characters. */
  source: v.optional(text(bounds.sourceLength, 1)),
  /** What it is about, up to 240 characters. */
  subject: v.optional(text(bounds.subjectLength, 1)),
  /** Any JSON value, up to 100,000 bytes serialized. */
  payload: v.optional(json({ maxBytes: bounds.payloadLength })),
  /** 1 to 10: ids of destinations, or channels. Absent, and no `destinationIds` either: the default destination. */
  destinations: v.optional(
    v.pipe(
      v.array(
        v.union(
          [UuidSchema, ChatDestinationInputSchema],
          'must be a destination’s uuid, or an object with provider "chat" and perhaps channelId and label',
        ),
      ),
      v.minLength(1),
      v.maxLength(bounds.destinations),
    ),
  ),
  /** 1 to 10 ids; added to `destinations`. */
  destinationIds: v.optional(v.pipe(v.array(UuidSchema), v.minLength(1), v.maxLength(bounds.destinations))),
  /** Sends nothing, and answers with what each destination would show. Default false. */
  dryRun: v.optional(v.boolean()),
})

/** What a destination would show of a message. */
export const NotificationPreviewSchema = v.object({
  /** Where it would go. */
  destinationId: v.string(),
  /** What the destination is called. */
  label: v.string(),
  /** How it would go there. */
  provider: v.picklist(['CHAT', 'WEBHOOK']),
  /** In a line of its own, before the text. */
  title: v.string(),
  /** The text without markup: a link in it is its words and its address. */
  plainText: v.string(),
})

/** Output of `svc_send_notification`: a delivery for each destination. */
export const SendNotificationOutputSchema = v.object({
  /** It is durable; of a dry run, that it could be sent. */
  ok: v.literal(true),
  /** One for each destination; none of a dry run. */
  deliveries: v.array(
    v.object({
      /** Where it goes. */
      destinationId: v.string(),
      /** `ENQUEUED`: it is sent within a second. The destination says what became of it. */
      status: v.picklist(deliveryStatuses),
      /** What the receiver calls it; null where it isn't known. */
      providerEventId: v.nullable(v.string()),
    }),
  ),
  /** Of a dry run: what each destination would show. Absent otherwise. */
  preview: v.optional(v.array(NotificationPreviewSchema)),
})

export const sendNotificationTool = {
  name: 'svc_send_notification',
  title: 'Send a notification',
  description:
    'Send a message to destinations, or to the default one. An action with effects outside: call it only when the user explicitly asks to send, post or notify.',
  grant: 'notifications:send',
  readOnly: false,
  commandId: 'notification.send',
  svc: {
    path: ['notify'],
    arguments: ['payload'],
    flags: { destinationIds: 'destinationId' },
    files: { payload: 'payloadFile', markdown: 'markdownFile' },
    oneOf: ['markdown', 'message', 'payload'],
  },
  input: SendNotificationInputSchema,
  output: SendNotificationOutputSchema,
} as const satisfies ToolDefinition
