/** Records of accepted events, from trackers and providers. */

export type EventSource = 'client' | 'server' | 'integration'

export type TraitValue = string | number | boolean | null

export type Traits = Record<string, TraitValue>

/** An accepted event: validated, sanitised, with uuid (lower case) and effective time. */
export interface StoredEvent {
  type: 'pageview' | 'custom' | 'form' | 'identify' | 'engagement' | 'calendar'
  /** The sender's uuid in lower case; else a uuid v7 from the server. */
  uuid: string
  /** Effective time, Unix milliseconds: the sender's, or the server's if the sender's is missing or impossible. */
  timestamp: number
  /** The sender's timestamp, if it was impossible and replaced. */
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
  /**
   * The provider that it comes from, such as `analytics-a`; absent: it comes from a tracker, or a former version stored
   * it.
   */
  origin?: string
  visitorId?: string
  fingerprint?: string
  sessionId?: string
  /** The sender's clock at sending, if it was said. Times of events are corrected by it already. */
  sentAt?: number
  userIdentity?: { email?: string; userId?: string; fingerprint?: string; traits?: Traits }
  customerIdentity?: { customerId?: string; customerTraits?: Traits }
  events: StoredEvent[]
}
