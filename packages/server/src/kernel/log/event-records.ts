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

/**
 * What a browser's request said of where it comes from, at acceptance. Absent: not known, or no browser sent it. Neither
 * the user agent nor the address is stored.
 */
export interface SentFrom {
  /** `desktop`, `mobile`, `tablet`, `tv` or `bot`. */
  device?: string
  /** Such as `Chrome`. */
  browser?: string
  /** The operating system, such as `Windows`. */
  os?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
}

/** One accepted batch. */
export interface EventsRecord extends SentFrom {
  kind: 'events'
  /** Server time of acceptance, Unix milliseconds. */
  receivedAt: number
  source: EventSource
  /** The provider that it comes from, such as `analytics-a`; absent: it comes from a tracker. */
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
