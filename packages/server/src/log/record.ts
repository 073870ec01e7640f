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

const decoder = new TextDecoder()

export function encodeRecord(record: LogRecord): Uint8Array {
  return Buffer.from(JSON.stringify(record), 'utf8')
}

export function decodeRecord(payload: Uint8Array): LogRecord {
  return JSON.parse(decoder.decode(payload)) as LogRecord
}
