/** What callers and providers know of customers, and what was read in it. */

import type { BillingStatus, ImportedSourceType, FactStatus, SourceType } from '@customer-intel/contract'
import type { Traits } from './event-records.ts'

/**
 * The customer that a record is about, by a key and never by a public id, so that it holds in every replay. Acceptance
 * turns `{id}` into one of these.
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
  participants?: { email?: string; name?: string; role?: string }[]
  /** What the type holds besides: transcript, thread, ticket or deal fields. */
  record?: Record<string, unknown>
}

/** Something known of a customer, with its evidence. Keyed by its id. */
export interface FactRecord {
  kind: 'fact'
  factId: string
  /** `stated`: brought by a caller. `extracted`: found by a language model in a source's text. */
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

/** What a caller's own books, or another system's, say of an account. Keyed by customerId, else by domain, and by origin. */
export interface CustomerRecord {
  kind: 'customer'
  /** The provider that says so, such as `crm-a`; absent: the caller. */
  origin?: string
  customerId?: string
  domain?: string
  name?: string
  ownerEmail?: string
  /** Unix milliseconds. */
  createdAt?: number
  traits?: Traits
}

/** What a caller's own books, or another system's, say of a person. Keyed by userId, else by e-mail, and by origin. */
export interface UserRecord {
  kind: 'user'
  /** The provider that says so, such as `support-a`; absent: the caller. */
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

/** Somebody who works here. Keyed by e-mail, and by origin. */
export interface MemberRecord {
  kind: 'member'
  /** The provider that says so, such as `crm-a`; absent: the caller, whose word counts before. */
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
  /** Paid on that day. */
  paidCents?: number
}

/** What a billing account pays, whole: a later one replaces every day of it. Keyed by origin. */
export interface BillingRecord {
  kind: 'billing'
  /** The billing account: `billing-a/cus_17`. */
  origin: string
  customer: CustomerKey
  /** The days on which something changed, from the first one on; none: the account is gone. */
  days: Omit<RevenueRecord, 'kind' | 'customer'>[]
}

/** That a source's text was read for facts, whatever came of it. Keyed by the source: its facts replace the former ones. */
export interface ExtractionRecord {
  kind: 'extraction'
  sourceType: SourceType
  sourceId: string
  /** SHA-256 of the text that was read, hex. */
  textHash: string
  model: string
  facts: Omit<FactRecord, 'kind' | 'customer'>[]
}

/** That what a record said holds no more, since it is gone where it came from. Its key is that record's. */
export interface DeletionRecord {
  kind: 'deletion'
  /** The key of the record that goes. */
  of: string
}

/** Where a sync stands: a page and the cursor after it are one log record, so that nothing is skipped or doubled. */
export interface SyncMark {
  /** `billing-a`. */
  provider: string
  /** Which connection of that provider: a later one begins anew. */
  generation: string
  /** What is synced, such as `Opportunity`. */
  model: string
  /** Where to go on, in the engine's own words; JSON. */
  state: string
  /** Records that were brought by this generation so far. */
  recordCount: number
  /** Objects of the provider that couldn't be mapped, so far. */
  setAsideCount: number
  /** When the walk began that met this page, Unix milliseconds; with `objects`. */
  metAt?: number
  /** The objects of the page, where deletions are followed. */
  objects?: SyncedObject[]
}

/** An object of a provider, and the records that come of it. */
export interface SyncedObject {
  /** The provider's. */
  id: string
  /** Keys of its records. */
  keys: string[]
  /** Whether that is all of them; else those that are known besides stay its own. */
  whole: boolean
}
