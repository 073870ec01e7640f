import type {
  ActivationPreview,
  BehaviorMetrics,
  BillingStatus,
  Channel,
  Customer,
  CustomerRevenue,
  IdentityKey,
  JourneyStage,
  MrrCalculationStatus,
  User,
  UserProfile,
  WorkspaceUser,
} from '@customer-intel/contract'
import type { KnownByKey } from './known-reads.ts'
import type { Page, PageEnd } from '../../kernel/sql/page.ts'
import type { CustomerKey, TraitValue } from '../../kernel/log/record.ts'

/** Reads about customers, in terms of the product. Implemented in SQL elsewhere. */
export interface CustomerReads {
  listCustomers(query: CustomerQuery): Promise<Page<StoredCustomer>>
  listUsers(query: UserQuery): Promise<Page<StoredUser>>
  listWorkspaceUsers(query: WorkspaceUserQuery): Promise<Page<WorkspaceUser>>
  /**
   * The customer that a reference means: by id, former id, the caller's own id, domain, exact name, or a contact's e-mail
   * address; the first of these that matches decides. Only ids are case-sensitive.
   */
  findCustomer(reference: string): Promise<CustomerMatch>
  /** Null when there is no such customer. */
  getCustomer(customerId: string): Promise<StoredCustomer | null>
  /**
   * The strongest key of each customer, by public id, former ids included: the caller's own id, else the domain, else the
   * person. Unknown ids are skipped.
   */
  resolveCustomerKeys(ids: readonly string[]): Promise<Map<string, CustomerKey>>
  /**
   * Whom normalised keys mean: customers by `customer:…` and `domain:…`, people by `email:…` and `user:…`, members by
   * `member:…`, their address. Keys of nobody are skipped.
   */
  findKnown(keys: readonly string[]): Promise<Map<string, KnownByKey>>
  /** The customer's contacts, the most recently active first. */
  listContacts(customerId: string, limit: number): Promise<StoredUser[]>
  /** Null when there is no such customer. */
  getRevenue(customerId: string): Promise<CustomerRevenue | null>
  /** `activityCount` and `activeUsers` since then; last activities without a limit. */
  getBehaviorMetrics(customerId: string, since: Date): Promise<BehaviorMetrics>
  /** The activity of a customer or a person, newest first. */
  listTimeline(query: TimelineQuery): Promise<Page<TimelineEntry>>
  /** The same for a reference as in `findCustomer` or `findUsers`, in one request to the process. */
  findTimeline(of: TimelineReference, query: Omit<TimelineQuery, 'of'>): Promise<TimelineMatch>
  /** The people that a reference means, ten at most: by id, former id, the caller's own id, or e-mail address; the first of these that matches decides. */
  findUsers(reference: string): Promise<UserName[]>
  /** Null when there is no such person. */
  getUser(userId: string): Promise<StoredUserProfile | null>
  /** Whom an event name would have activated if it had been the activation event. */
  findActivationMatches(query: ActivationQuery): Promise<ActivationMatches>
}

/** Parameters of every list. */
export interface PageRequest<OrderBy extends string> {
  orderBy: OrderBy
  orderDirection: 'asc' | 'desc'
  limit: number
  /** The end of the previous page; null for the first page. */
  after: PageEnd | null
}

/** Rows without a value for the sort key come last, in either direction. */
export interface CustomerQuery extends PageRequest<
  'last_activity_at' | 'last_product_activity_at' | 'last_contact_at' | 'first_seen_at' | 'name' | 'mrr_cents'
> {
  activatedSince?: Date
  billingStatus?: BillingStatus
  /** Product activity since then. */
  activeSince?: Date
  /** Without product activity since then. */
  inactiveSince?: Date
  mrrAboveCents?: number
  mrrBelowCents?: number
  currency?: string
  mrrCalculationStatus?: MrrCalculationStatus
  /** With an active fact of one of these types; absent or empty: no filter. */
  factTypes?: readonly string[]
  traits?: Record<string, TraitValue>
  /** Part of the name or the domain, case-insensitive. */
  search?: string
  ownerId?: string
  ownerEmail?: string
  hasOwner?: boolean
}

export interface UserQuery extends PageRequest<
  'last_activity_at' | 'last_product_activity_at' | 'last_contact_at' | 'first_seen_at' | 'email'
> {
  journeyStage?: JourneyStage
  /** A customer's id, former id, or the caller's own id. */
  customerId?: string
  activeSince?: Date
  inactiveSince?: Date
  traits?: Record<string, TraitValue>
  /** Part of the e-mail address or the name, case-insensitive. */
  search?: string
}

export interface WorkspaceUserQuery extends PageRequest<'name' | 'email' | 'owned_customer_count'> {
  /** Part of name, e-mail address, title, role or territory, case-insensitive. */
  search?: string
  role?: string
  managerEmail?: string
  hasOwnedCustomers?: boolean
}

export interface TimelineQuery {
  of: { customerId: string } | { userId: string }
  /** Inclusive. */
  from?: Date
  /** Inclusive. */
  until?: Date
  /** Absent or empty: all. */
  channels?: readonly Channel[]
  /** Absent or empty: all. Upper case. */
  eventTypes?: readonly string[]
  limit: number
  after: PageEnd | null
}

/** A customer as in the contract, without the fields that depend on the time of the answer. */
export type StoredCustomer = Omit<Customer, 'daysSinceActivity'>

/** A contact, likewise. */
export type StoredUser = Omit<User, 'daysSinceActivity'>

/** What identifies a person for people. */
export type UserName = Pick<UserProfile, 'id' | 'email' | 'name'>

/** A person whole, without the fields that depend on the time of the answer. */
export interface StoredUserProfile {
  user: Omit<UserProfile, 'daysSinceActivity'>
  keys: IdentityKey[]
}

/** What identifies a customer for people. */
export type CustomerName = Pick<Customer, 'id' | 'name' | 'domain'>

export type CustomerMatch = { kind: 'found'; customer: CustomerName } | NoOneCustomer

/** Whose timeline, as the caller names them. */
export type TimelineReference = { customer: string } | { user: string }

export type TimelineMatch =
  | { kind: 'found'; timeline: Page<TimelineEntry> }
  | NoOneCustomer
  /** No person matches, or several. */
  | { kind: 'users'; candidates: UserName[] }

/** The result for a reference that doesn't match exactly one customer. */
export type NoOneCustomer =
  | { kind: 'missing' }
  /** Several customers match; at most ten of them. */
  | { kind: 'ambiguous'; candidates: CustomerName[] }

/** An event of a customer, with the details to display it. */
export interface TimelineEntry {
  eventId: string
  eventType: string
  eventName: string
  channel: Channel
  occurredAt: string
  url: string
  path: string
  /** The page's title. */
  pageTitle: string | null
  properties: Record<string, unknown>
  /** Name or e-mail address of the person; null for an anonymous event. */
  contact: string | null
}

export interface ActivationQuery {
  /** The exact number. */
  eventName: string
  from: Date
  until: Date
  exampleLimit: number
}

/** Events with a name, and whom they belong to now. All counts are exact. */
export interface ActivationMatches {
  eventCount: number
  customerCount: number
  /** Those of them with an activation date. */
  activatedCustomerCount: number
  /** Events that belong to a contact. */
  contactEventCount: number
  contactCount: number
  activatedContactCount: number
  /** Customers, the one with the latest first match first. */
  examples: ActivationPreview['examples']
}
