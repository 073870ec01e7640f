/** What a log record holds, and its encoding: JSON in UTF-8, one record an accepted batch. */

export type EventSource = 'client' | 'server' | 'integration'
export type TraitValue = string | number | boolean | null
export type Traits = Record<string, TraitValue>

/** An accepted event: validated, sanitised, with its uuid (lower case) and its effective time filled in. */
export interface StoredEvent {
  type: 'pageview' | 'custom' | 'form' | 'identify' | 'engagement' | 'calendar'
  /** The sender's uuid in lower case; else a uuid v7 given by the server. */
  uuid: string
  /** Effective time, Unix milliseconds: the sender's, or the server's where the sender's is missing or impossible. */
  timestamp: number
  /** The sender's own timestamp, kept when it was impossible and `timestamp` was clamped. */
  sentTimestamp?: number
  url: string
  path: string
  referrer?: string
  title?: string
  utm?: { source?: string; medium?: string; campaign?: string; term?: string; content?: string; ref?: string }
  customerId?: string
  customerTraits?: Traits
  eventName?: string
  properties?: Record<string, unknown>
  email?: string
  userId?: string
  fingerprint?: string
  traits?: Traits
  formId?: string
  formFields?: Record<string, string>
  activeTimeMs?: number
  totalTimeMs?: number
  sessionId?: string
  provider?: string
  eventType?: string
  startTime?: string
  endTime?: string
  duration?: number
  isRecurring?: boolean
  inviteeEmail?: string
  inviteeName?: string
}

/** One accepted batch. */
export interface EventsRecord {
  kind: 'events'
  /** Server time of acceptance, Unix milliseconds. */
  receivedAt: number
  source: EventSource
  visitorId?: string
  fingerprint?: string
  sessionId?: string
  userIdentity?: { email?: string; userId?: string; fingerprint?: string; traits?: Traits }
  customerIdentity?: { customerId?: string; customerTraits?: Traits }
  events: StoredEvent[]
}

/** From here on, this event name marks activation; null marks none. Earlier events are not touched. */
export interface ActivationRecord {
  kind: 'activation'
  receivedAt: number
  eventName: string | null
}

/** A person's decision about identity: never join these two keys (`cut`), or join them again (`mend`). */
export interface IdentityRecord {
  kind: 'identity'
  receivedAt: number
  decision: 'cut' | 'mend'
  /** Person keys, written `email:jane@acme.com` or `user:u-17`. */
  left: string
  right: string
  cause: string
}

export type LogRecord = EventsRecord | ActivationRecord | IdentityRecord

/**
 * An accepted batch whose body stood as it should be stored, and so was written as it came: to serialise it anew
 * would cost as much as everything else that ingest does with it. Only {@link decodeRecord} sees this form.
 */
interface SentBatch {
  kind: 'sent'
  receivedAt: number
  source: EventSource
  /** The sender's payload: an {@link EventsRecord} but for these three. */
  batch: Omit<EventsRecord, 'kind' | 'receivedAt' | 'source'>
}

const decoder = new TextDecoder()

export function encodeRecord(record: LogRecord): Uint8Array {
  return Buffer.from(JSON.stringify(record), 'utf8')
}

/** Encodes a batch as it was sent. `body` is JSON that, parsed, has the fields of an {@link EventsRecord} and no others. */
export function encodeSentBatch(
  body: Uint8Array,
  { receivedAt, source }: { receivedAt: number; source: EventSource },
): Uint8Array {
  const head: SentBatch = { kind: 'sent', receivedAt, source, batch: { events: [] } }
  const open = JSON.stringify(head).slice(0, -'{"events":[]}}'.length)
  return Buffer.concat([Buffer.from(open), body, closingBrace])
}

const closingBrace = Buffer.from('}')

export function decodeRecord(payload: Uint8Array): LogRecord {
  const record = JSON.parse(decoder.decode(payload)) as LogRecord | SentBatch
  if (record.kind !== 'sent') return record
  const { receivedAt, source, batch } = record
  return { ...batch, kind: 'events', receivedAt, source }
}
