import * as v from 'valibot'
import { limits } from '../limits.ts'
import { excludes, listOf, strictObject } from '../objects.ts'
import { CursorSchema, PaginationSchema, type Pagination } from '../pagination.ts'
import { CountSchema, DateTimeSchema, ZonedDateTimeSchema } from '../scalars.ts'
import {
  anyFactTypes,
  billingStatuses,
  mrrCalculationStatuses,
  type ActivityWindow,
  type AnyFactType,
  type BillingStatus,
  type MrrCalculationStatus,
  type OrderDirection,
} from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'
import {
  ActivityWindowSchema,
  FilterTextSchema,
  OrderDirectionSchema,
  PeopleLimitSchema,
  SearchSchema,
  TraitFiltersSchema,
  activityPairMessage,
  excludesActivityPair,
  type TraitFilters,
} from './people-filters.ts'

const customerOrders = [
  'last_activity_at',
  'last_product_activity_at',
  'last_contact_at',
  'first_seen_at',
  'name',
  'mrr_cents',
] as const

/**
 * Input of `svc_list_customers`. All filters must match; none given lists everyone.
 * @example {"billingStatus": "PAYING", "noActivityInLast": "30d", "limit": 20}
 */
export interface ListCustomersInput {
  /** Activated at this time or later. ISO 8601 with `Z` or an offset. */
  activatedSince?: string
  /** The account's billing status. */
  billingStatus?: BillingStatus
  /** Product activity in that window: page views, events, forms, engagement, bookings. Contact with us does not count. */
  hasActivityInLast?: ActivityWindow
  /** No product activity in that window, or none at all. Not together with `hasActivityInLast`. */
  noActivityInLast?: ActivityWindow
  /** Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several. */
  mrrAbove?: number
  /** Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several. */
  mrrBelow?: number
  /** In this currency alone, ISO 4217, in any case. Customers that pay in several have none. */
  currency?: string
  /** Whether `currentMrr` could be worked out; `mixed_currency`: who pays in several. */
  mrrCalculationStatus?: MrrCalculationStatus
  /** With an active fact of any of these types, such as `CHURN_RISK`. Empty or absent: all. */
  factTypes?: AnyFactType[]
  /** Traits that the customer must have. */
  traitFilters?: TraitFilters
  /** Part of the name or the domain, in any case. */
  search?: string
  /** The member who looks after it: their id, e-mail address or exact name, in any case. */
  ownerId?: string
  /** The e-mail address of the member who looks after it. */
  ownerEmail?: string
  /** True: somebody looks after it; false: nobody does. */
  hasOwner?: boolean
  /** 1 to 1,000, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
  /** Default `last_activity_at`. */
  orderBy?: (typeof customerOrders)[number]
  /** Default `desc`. Customers without the value come last either way. */
  orderDirection?: OrderDirection
}

/** The workspace user who looks after a customer. */
export interface Owner {
  /** The member's id. */
  id: string
  /** Their e-mail address. */
  email: string
  /** Their name. */
  name: string
}

/** A customer, as lists tell of it. */
export interface Customer {
  /** The customer's id. */
  id: string
  /** What it is called; null while that isn't known. */
  name: string | null
  /** Its main domain; null for one without. */
  domain: string | null
  /** Where it stands with its bill. */
  billingStatus: BillingStatus
  /** ISO 8601, UTC, as all times in answers. */
  activatedAt: string | null
  /** When it was first heard of. ISO 8601, UTC. */
  firstSeenAt: string | null
  /** When somebody there last used the product or the website; null when never. ISO 8601, UTC. */
  lastProductActivityAt?: string | null
  /** The last mail, call, meeting, ticket or chat with it; null when there was none. ISO 8601, UTC. */
  lastContactAt?: string | null
  /** The later of the two; null without either. ISO 8601, UTC. */
  lastActivityAt: string | null
  /** How many people are known there. */
  contactCount: number
  /** Cents a month, in `currency`; null when it isn't known, or when it is paid in several currencies. */
  currentMrr: number | null
  /** ISO 4217, of `currentMrr`; null when it wasn't said, or when there are several. */
  currency?: string | null
  /** Whether `currentMrr` could be worked out; `mixed_currency`: what each currency pays stands in the view `revenue`. */
  mrrCalculationStatus: MrrCalculationStatus
  /** Who of the workspace looks after it. */
  owner: Owner | null
  /** Whole days since `lastActivityAt`; null when never active. */
  daysSinceActivity: number | null
}

export interface ListCustomersOutput {
  /** The customers of this page. */
  items: Customer[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

const CentsFilterSchema = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

export const ListCustomersInputSchema = v.pipe(
  strictObject({
    activatedSince: v.optional(ZonedDateTimeSchema),
    billingStatus: v.optional(v.picklist(billingStatuses)),
    hasActivityInLast: v.optional(ActivityWindowSchema),
    noActivityInLast: v.optional(ActivityWindowSchema),
    mrrAbove: v.optional(CentsFilterSchema),
    mrrBelow: v.optional(CentsFilterSchema),
    currency: v.optional(FilterTextSchema),
    mrrCalculationStatus: v.optional(v.picklist(mrrCalculationStatuses)),
    factTypes: v.optional(listOf(v.picklist(anyFactTypes), limits.tools.arrayFilterItems)),
    traitFilters: v.optional(TraitFiltersSchema),
    search: v.optional(SearchSchema),
    ownerId: v.optional(FilterTextSchema),
    ownerEmail: v.optional(FilterTextSchema),
    hasOwner: v.optional(v.boolean()),
    limit: PeopleLimitSchema,
    cursor: v.optional(CursorSchema),
    orderBy: v.optional(v.picklist(customerOrders), 'last_activity_at'),
    orderDirection: OrderDirectionSchema,
  }),
  excludes(['hasActivityInLast', 'noActivityInLast']),
  v.forward(
    v.check((input) => excludesActivityPair(input), activityPairMessage),
    ['noActivityInLast'],
  ),
) satisfies v.GenericSchema<ListCustomersInput>

export const OwnerSchema = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
}) satisfies v.GenericSchema<Owner>

export const CustomerSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  domain: v.nullable(v.string()),
  billingStatus: v.picklist(billingStatuses),
  activatedAt: v.nullable(DateTimeSchema),
  firstSeenAt: v.nullable(DateTimeSchema),
  lastProductActivityAt: v.optional(v.nullable(DateTimeSchema)),
  lastContactAt: v.optional(v.nullable(DateTimeSchema)),
  lastActivityAt: v.nullable(DateTimeSchema),
  contactCount: CountSchema,
  currentMrr: v.nullable(v.number()),
  currency: v.optional(v.nullable(v.string())),
  mrrCalculationStatus: v.picklist(mrrCalculationStatuses),
  owner: v.nullable(OwnerSchema),
  daysSinceActivity: v.nullable(CountSchema),
}) satisfies v.GenericSchema<Customer>

export const ListCustomersOutputSchema = v.object({
  items: v.array(CustomerSchema),
  notes: v.optional(v.array(v.string())),
  pagination: PaginationSchema,
}) satisfies v.GenericSchema<ListCustomersOutput>

export const listCustomersTool = {
  name: 'svc_list_customers',
  title: 'List customers',
  description:
    'Browse and filter customer accounts by billing status, recency of product activity (hasActivityInLast, noActivityInLast; contact with us by mail, call, meeting, ticket or chat is told apart in lastContactAt), revenue (cents a month), active facts (factTypes, such as CHURN_RISK: who is about to leave), traits, owner, or part of the name or domain. Use it to find who to look at; then svc_get_customer for one of them.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'customer.list',
  input: ListCustomersInputSchema,
  output: ListCustomersOutputSchema,
} as const satisfies ToolDefinition
