import type {
  ActivationPreview,
  BehaviorMetrics,
  BillingStatus,
  Channel,
  Customer,
  CustomerRevenue,
  JourneyStage,
  MrrCalculationStatus,
  User,
  WorkspaceUser,
} from '@customer-intel/contract'
import type { CustomerKey, TraitValue } from '../../log/record.ts'

/** Questions about customers, in the words of the product. A driver answers them; nothing here knows SQL. */
export interface CustomerReads {
  listCustomers(query: CustomerQuery): Promise<Page<StoredCustomer>>
  listUsers(query: UserQuery): Promise<Page<StoredUser>>
  listWorkspaceUsers(query: WorkspaceUserQuery): Promise<Page<WorkspaceUser>>
  /**
   * The customer that a person means: by id, by a former id, by the caller's own id, by domain, by exact name, by a
   * contact's e-mail address; the first of these that matches decides. Upper and lower case count for ids alone.
   */
  findCustomer(reference: string): Promise<CustomerMatch>
  /** Null when there is no such customer. */
  getCustomer(customerId: string): Promise<StoredCustomer | null>
  /**
   * The strongest key of each customer, by public ids, former ones too: the caller's own id, else the domain, else the
   * person that it is. An id that names no customer is left out.
   */
  resolveCustomerKeys(ids: readonly string[]): Promise<Map<string, CustomerKey>>
  /** The customer's contacts, the most recently active first. */
  listContacts(customerId: string, limit: number): Promise<StoredUser[]>
  /** Null when there is no such customer. */
  getRevenue(customerId: string): Promise<CustomerRevenue | null>
  /** `activityCount` and `activeUsers` since then, the last ones ever. */
  getBehaviorMetrics(customerId: string, since: Date): Promise<BehaviorMetrics>
  /** The customer's activity, newest first. */
  listTimeline(query: TimelineQuery): Promise<Page<TimelineEntry>>
  /** The same of the customer that a person means; found as by `findCustomer`, in one question to the store. */
  findTimeline(reference: string, query: Omit<TimelineQuery, 'customerId'>): Promise<TimelineMatch>
  /** Whom an event name would have activated, had it been the activation event. */
  findActivationMatches(query: ActivationQuery): Promise<ActivationMatches>
}

/** Where a page ended: the next one begins behind it. Stays valid while rows come and go. */
export interface PageEnd {
  /** The sort key of the last row; times as text, to the microsecond. */
  key: string | number | null
  /** Decides between rows with equal keys. */
  id: string
}

export interface Page<Item> {
  items: Item[]
  /** Rows that match the filters, on all pages together. */
  total: number
  /** Null on the last page. */
  end: PageEnd | null
}

/** What every list takes. */
export interface PageRequest<OrderBy extends string> {
  orderBy: OrderBy
  orderDirection: 'asc' | 'desc'
  limit: number
  /** The end of the page before; null for the first page. */
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
  /** No product activity since then, or none at all. */
  inactiveSince?: Date
  mrrAboveCents?: number
  mrrBelowCents?: number
  currency?: string
  mrrCalculationStatus?: MrrCalculationStatus
  /** With an active fact of any of these types; none, or an empty list: all. */
  factTypes?: readonly string[]
  traits?: Record<string, TraitValue>
  /** Part of the name or the domain, in any case. */
  search?: string
  ownerId?: string
  ownerEmail?: string
  hasOwner?: boolean
}

export interface UserQuery extends PageRequest<
  'last_activity_at' | 'last_product_activity_at' | 'last_contact_at' | 'first_seen_at' | 'email'
> {
  journeyStage?: JourneyStage
  /** A customer's id, a former one, or the caller's own. */
  customerId?: string
  activeSince?: Date
  inactiveSince?: Date
  traits?: Record<string, TraitValue>
  /** Part of the e-mail address or the name, in any case. */
  search?: string
}

export interface WorkspaceUserQuery extends PageRequest<'name' | 'email' | 'owned_customer_count'> {
  /** Part of name, e-mail address, title, role or territory, in any case. */
  search?: string
  role?: string
  managerEmail?: string
  hasOwnedCustomers?: boolean
}

export interface TimelineQuery {
  customerId: string
  /** Inclusive. */
  from?: Date
  /** Inclusive. */
  until?: Date
  /** No channels, or an empty list: all. */
  channels?: readonly Channel[]
  /** No types, or an empty list: all. Upper case. */
  eventTypes?: readonly string[]
  limit: number
  after: PageEnd | null
}

/** A customer as the contract tells of it, but for what depends on the moment of the answer. */
export type StoredCustomer = Omit<Customer, 'daysSinceActivity'>

/** A contact, likewise. */
export type StoredUser = Omit<User, 'daysSinceActivity'>

/** By what people know a customer. */
export type CustomerName = Pick<Customer, 'id' | 'name' | 'domain'>

export type CustomerMatch = { kind: 'found'; customer: CustomerName } | NoOneCustomer

export type TimelineMatch = { kind: 'found'; timeline: Page<TimelineEntry> } | NoOneCustomer

/** What a reference is that doesn't name exactly one customer. */
export type NoOneCustomer =
  | { kind: 'missing' }
  /** Several customers answer to the reference: at most ten of them. */
  | { kind: 'ambiguous'; candidates: CustomerName[] }

/** One event of a customer, with the facts that make it readable. */
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
  /** Name or e-mail address of the person; null while nobody is identified. */
  contact: string | null
}

export interface ActivationQuery {
  /** Exact. */
  eventName: string
  from: Date
  until: Date
  exampleLimit: number
}

/** Events of a name, and whom they belong to now. All counts are exact. */
export interface ActivationMatches {
  eventCount: number
  customerCount: number
  /** Of these, with an activation date. */
  activatedCustomerCount: number
  /** Events that belong to a contact. */
  contactEventCount: number
  contactCount: number
  activatedContactCount: number
  /** Customers, the one with the latest first match first. */
  examples: ActivationPreview['examples']
}
