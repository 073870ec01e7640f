import * as v from 'valibot'
import { DateTimeSchema, UuidSchema } from './scalars.ts'
import { severities, type Severity } from './vocabulary.ts'

/**
 * What a webhook of yours is sent: the same at every try.
 * @example {"type": "notification", "timestamp": "2026-11-22T14:00:00.000Z", "data": {"notificationId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "title": "Alder Logistics asks for a call", "text": "They **renew** in May.", "plainText": "They renew in May.", "severity": "medium", "source": "renewals", "subject": "alder-logistics.example", "payload": {"seats": 12}}}
 */
export interface NotificationMessage {
  /** What it is about: pass over what you don't know. */
  type: 'notification'
  /** When it was sent off. ISO 8601, UTC. */
  timestamp: string
  /** The message. */
  data: NotificationContent
}

/** A message, as its sender wrote it. */
export interface NotificationContent {
  /** Its id, the same at every destination that it went to. */
  notificationId: string
  /** Up to 160 characters. */
  title: string
  /** As it was written: show it as Markdown of a stranger. */
  text: string
  /** The same without markup, at most the first 10,000 characters: a link in it is its words and its address. */
  plainText: string
  /** How urgent it is; null where nobody said. */
  severity: Severity | null
  /** What it comes from; null where nobody said. */
  source: string | null
  /** What it is about; null where nobody said. */
  subject: string | null
  /** What the sender gave besides, any JSON; null: nothing. */
  payload: unknown
}

export const NotificationContentSchema = v.object({
  notificationId: UuidSchema,
  title: v.string(),
  text: v.string(),
  plainText: v.string(),
  severity: v.nullable(v.picklist(severities)),
  source: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  payload: v.unknown(),
}) satisfies v.GenericSchema<NotificationContent>

export const NotificationMessageSchema = v.object({
  type: v.literal('notification'),
  timestamp: DateTimeSchema,
  data: NotificationContentSchema,
}) satisfies v.GenericSchema<NotificationMessage>
