import * as v from 'valibot'
import { DateTimeSchema, UuidSchema } from './scalars.ts'
import { severities } from './vocabulary.ts'

/** A message, as its sender wrote it. */
export const NotificationContentSchema = v.object({
  /** Its id, the same at every destination that it went to. */
  notificationId: UuidSchema,
  /** Up to 160 characters. */
  title: v.string(),
  /** As it was written: show it as Markdown of a stranger. */
  text: v.string(),
  /** The same without markup, at most the first 10,000 characters: a link in it is its words and its address. */
  plainText: v.string(),
  /** How urgent it is; null where nobody said. */
  severity: v.nullable(v.picklist(severities)),
  /** What it comes from; null where nobody said. */
  source: v.nullable(v.string()),
  /** What it is about; null where nobody said. */
  subject: v.nullable(v.string()),
  /** What the sender gave besides, any JSON; null: nothing. */
  payload: v.unknown(),
})

/**
 * What a webhook of yours is sent: the same at every try.
 * @example {"type": "notification", "timestamp": "2026-11-22T14:00:00.000Z", "data": {"notificationId": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "title": "Alder Logistics asks for a call", "text": "They **renew** in May.", "plainText": "They renew in May.", "severity": "medium", "source": "renewals", "subject": "alder-logistics.example", "payload": {"seats": 12}}}
 */
export const NotificationMessageSchema = v.object({
  /** What it is about: skip what you don't know. */
  type: v.literal('notification'),
  /** When it was sent off. ISO 8601, UTC. */
  timestamp: DateTimeSchema,
  /** The message. */
  data: NotificationContentSchema,
})
