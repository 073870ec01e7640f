import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { json } from '../json.ts'
import { limits } from '../limits.ts'
import { UuidSchema, text, trimmedText } from '../scalars.ts'
import { deliveryStatuses, severities, type DeliveryStatus, type Severity } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'

/** A channel of the chat app, by its id or its label; with neither, the default one. */
export interface ChatDestinationInput {
  provider: 'chat'
  channelId?: string
  label?: string
}

/** Input of `svc_send_notification`. */
export interface SendNotificationInput {
  /** 1 to 160 characters once trimmed. */
  title: string
  /** The body for people, preferred to `message`; up to 100,000 characters. */
  markdown?: string
  /** Up to 1,200 characters. */
  message?: string
  severity?: Severity
  source?: string
  subject?: string
  /** Any JSON value, up to 100,000 bytes serialized. */
  payload?: unknown
  /** 1 to 10: ids of destinations, or channels. Absent, and no `destinationIds` either: the default destination. */
  destinations?: (string | ChatDestinationInput)[]
  /** 1 to 10 ids; added to `destinations`. */
  destinationIds?: string[]
}

/** Output of `svc_send_notification`: what became of each delivery. */
export interface SendNotificationOutput {
  ok: true
  deliveries: { destinationId: string; status: DeliveryStatus; providerEventId: string | null }[]
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
}) satisfies v.GenericSchema<SendNotificationOutput>

export const sendNotificationTool = {
  name: 'svc_send_notification',
  title: 'Send a notification',
  description:
    'Send a message through the organization’s notifier (the chat app unless destinations say otherwise). An action with effects outside: call it only when the user explicitly asks to send, post or notify.',
  grant: 'notifications:send',
  readOnly: false,
  commandId: 'notification.send',
  input: SendNotificationInputSchema,
  output: SendNotificationOutputSchema,
} as const satisfies ToolDefinition
