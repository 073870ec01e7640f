/** Records about customers from callers and providers, and facts extracted from them. */

import type { BillingStatus, ImportedSourceType, FactStatus, SourceType } from '@customer-intel/contract'
import type { Traits } from './event-records.ts'

/**
 * The customer that a record is about, by a key and never by a public id, so that it is the same in every replay. `{id}`
 * is replaced by one of these when a record is accepted.
 */
export type CustomerKey = { customerId: string } | { domain: string } | { email: string } | { userId: string }

/** A call, mail, ticket, deal, meeting or chat. Keyed by type and id. */
export interface SourceRecord {
  kind: 'source'
  sourceType: ImportedSourceType
  sourceId: string
  /** Unix milliseconds. */
  occurredAt: number
  title?: string
  text?: string
  summary?: string
  permalink?: string
  provider?: string
  customer?: CustomerKey
  participants?: { email?: string; name?: string; role?: string; affiliation?: 'internal' }[]
  /** What the type has besides: transcript, thread, ticket or deal fields. */
  record?: Record<string, unknown>
}

/** A fact about a customer, with its evidence. Keyed by its id. */
export interface FactRecord {
  kind: 'fact'
  factId: string
  /** `stated`: by a caller. `extracted`: by a language model from a source's text. */
  origin: 'stated' | 'extracted'
  assertion: string
  reasoning?: string
  customer: CustomerKey
  factType?: string
  status?: FactStatus
  /** 0 to 1. */
  confidence?: number
  /** Unix milliseconds. */
  occurredAt?: number
  evidence: { sourceType: SourceType; sourceId: string; quote: string }[]
}

/** What a caller's or a provider's system states about an account. Keyed by customerId, else by domain, and by origin. */
export interface CustomerRecord {
  kind: 'customer'
  /** The provider that states it, such as `crm-a`; absent: the caller. */
  origin?: string
  customerId?: string
  domain?: string
  name?: string
  ownerEmail?: string
  /** Unix milliseconds. */
  createdAt?: number
  traits?: Traits
}

/** What a caller's or a provider's system states about a person. Keyed by userId, else by e-mail, and by origin. */
export interface UserRecord {
  kind: 'user'
  /** The provider that states it, such as `support-a`; absent: the caller. */
  origin?: string
  email?: string
  userId?: string
  name?: string
  /** The account that they belong to. */
  customer?: { customerId: string } | { domain: string }
  /** Unix milliseconds. */
  createdAt?: number
  traits?: Traits
}

/**
 * A sign-up or sign-in that a provider states. Keyed by origin, user and action, a sign-in also by its time: it stays when
 * the next one comes.
 */
export interface AuthEventRecord {
  kind: 'authEvent'
  /** The provider, such as `auth-analytics-a`. */
  origin: string
  userId: string
  action: 'SIGNED_UP' | 'SIGNED_IN'
  /** Unix milliseconds. */
  occurredAt: number
}

/** A member of the organization. Keyed by e-mail, and by origin. */
export interface MemberRecord {
  kind: 'member'
  /** The provider that states it, such as `crm-a`; absent: the caller, whose statements win. */
  origin?: string
  email: string
  name: string
  role?: string
  title?: string
  managerEmail?: string
  territory?: string
}

/** What a customer pays, on a day. Keyed by customer and day. */
export interface RevenueRecord {
  kind: 'revenue'
  customer: CustomerKey
  /** `YYYY-MM-DD`. */
  date: string
  mrrCents: number
  /** ISO 4217, upper case. */
  currency?: string
  billingStatus?: BillingStatus
  plan?: string
  activeSubscriptions?: number
  /** Paid on that day; negative when more was refunded. */
  paidCents?: number
}

/** The complete revenue of a billing account: a later record replaces all its days. Keyed by origin. */
export interface BillingRecord {
  kind: 'billing'
  /** The billing account: `billing-a/cus_17`. */
  origin: string
  customer: CustomerKey
  /** The days with changes, from the first one on; empty: the account was deleted. */
  days: Omit<RevenueRecord, 'kind' | 'customer'>[]
}

/**
 * A language model has extracted facts from a source's text, possibly none. Keyed by the source: its facts replace the
 * former ones.
 */
export interface ExtractionRecord {
  kind: 'extraction'
  sourceType: SourceType
  sourceId: string
  /** SHA-256 of that text, hex. */
  textHash: string
  model: string
  facts: Omit<FactRecord, 'kind' | 'customer'>[]
}

/** Another record no longer applies: it was deleted where it came from. Keyed like that record. */
export interface DeletionRecord {
  kind: 'deletion'
  /** The key of the deleted record. */
  of: string
}

/** The state of a sync: a page and the cursor after it are one log record, so that nothing is skipped or duplicated. */
export interface SyncMark {
  /** `billing-a`. */
  provider: string
  /** Identifies the connection to that provider: a later connection starts from the beginning. */
  generation: string
  /** What is synced, such as `Opportunity`. */
  model: string
  /** Where to continue, in the sync engine's format; JSON. */
  state: string
  /** Records from this connection so far. */
  recordCount: number
  /** The provider's objects that couldn't be mapped so far. */
  setAsideCount: number
  /** When the walk with this page started, Unix milliseconds; with `objects`. */
  metAt?: number
  /** The objects of the page, for streams whose deletions are followed. */
  objects?: SyncedObject[]
}

/** An object of a provider, and the records made from it. */
export interface SyncedObject {
  /** The provider's id. */
  id: string
  /** Keys of its records. */
  keys: string[]
  /** Whether these are all; else formerly known ones still belong to it. */
  whole: boolean
}
