import * as v from 'valibot'
import { limits } from '../limits.ts'
import { excludes, listOf, strictObject } from '../objects.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { CountSchema, DateTimeSchema, ZonedDateTimeSchema } from '../scalars.ts'
import { anyFactTypes, billingStatuses, mrrCalculationStatuses } from '../vocabulary.ts'
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
} from './people-filters.ts'

const customerOrders = [
  'last_activity_at',
  'last_product_activity_at',
  'last_contact_at',
  'first_seen_at',
  'name',
  'mrr_cents',
] as const

const CentsFilterSchema = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

/**
 * Input of `svc_list_customers`. All filters must match; none given lists everyone.
 * @example {"billingStatus": "PAYING", "noActivityInLast": "30d", "limit": 20}
 */
export const ListCustomersInputSchema = v.pipe(
  strictObject({
    /** Activated at this time or later. ISO 8601 with `Z` or an offset. */
    activatedSince: v.optional(ZonedDateTimeSchema),
    /** The account's billing status. */
    billingStatus: v.optional(v.picklist(billingStatuses)),
    /** Product activity in that window: page views, events, forms, engagement, bookings. Contact with us does not count. */
    hasActivityInLast: v.optional(ActivityWindowSchema),
    /** No product activity in that window, or none at all. Not together with `hasActivityInLast`. */
    noActivityInLast: v.optional(ActivityWindowSchema),
    /** Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several. */
    mrrAbove: v.optional(CentsFilterSchema),
    /** Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several. */
    mrrBelow: v.optional(CentsFilterSchema),
    /** In this currency alone, ISO 4217, in any case. Customers that pay in several have none. */
    currency: v.optional(FilterTextSchema),
    /** Whether `currentMrr` could be worked out; `mixed_currency`: who pays in several. */
    mrrCalculationStatus: v.optional(v.picklist(mrrCalculationStatuses)),
    /** With an active fact of any of these types, such as `CHURN_RISK`. Empty or absent: all. */
    factTypes: v.optional(listOf(v.picklist(anyFactTypes), limits.tools.arrayFilterItems)),
    /** Traits that the customer must have. */
    traitFilters: v.optional(TraitFiltersSchema),
    /** Part of the name or the domain, in any case. */
    search: v.optional(SearchSchema),
    /** The member who looks after it: their id, e-mail address or exact name, in any case. */
    ownerId: v.optional(FilterTextSchema),
    /** The e-mail address of the member who looks after it. */
    ownerEmail: v.optional(FilterTextSchema),
    /** True: somebody looks after it; false: nobody does. */
    hasOwner: v.optional(v.boolean()),
    /** 1 to 1,000, default 50. */
    limit: PeopleLimitSchema,
    /** `pagination.nextCursor` of the page before. */
    cursor: v.optional(CursorSchema),
    /** Default `last_activity_at`. */
    orderBy: v.optional(v.picklist(customerOrders), 'last_activity_at'),
    /** Default `desc`. Customers without the value come last either way. */
    orderDirection: OrderDirectionSchema,
  }),
  excludes(['hasActivityInLast', 'noActivityInLast']),
  v.forward(
    v.check((input) => excludesActivityPair(input), activityPairMessage),
    ['noActivityInLast'],
  ),
)

/** The workspace user who looks after a customer. */
export const OwnerSchema = v.object({
  /** The member's id. */
  id: v.string(),
  /** Their e-mail address. */
  email: v.string(),
  /** Their name. */
  name: v.string(),
})

/** A customer, as lists tell of it. */
export const CustomerSchema = v.object({
  /** The customer's id. */
  id: v.string(),
  /** What it is called; null while that isn't known. */
  name: v.nullable(v.string()),
  /** Its main domain; null for one without. */
  domain: v.nullable(v.string()),
  /** Where it stands with its bill. */
  billingStatus: v.picklist(billingStatuses),
  /** ISO 8601, UTC, as all times in answers. */
  activatedAt: v.nullable(DateTimeSchema),
  /** When it was first seen. ISO 8601, UTC. */
  firstSeenAt: v.nullable(DateTimeSchema),
  /** When somebody there last used the product or the website; null when never. ISO 8601, UTC. */
  lastProductActivityAt: v.optional(v.nullable(DateTimeSchema)),
  /** The last mail, call, meeting, ticket or chat with it; null when there was none. ISO 8601, UTC. */
  lastContactAt: v.optional(v.nullable(DateTimeSchema)),
  /** The later of the two; null without either. ISO 8601, UTC. */
  lastActivityAt: v.nullable(DateTimeSchema),
  /** How many people are known there. */
  contactCount: CountSchema,
  /** Cents a month, in `currency`; null when it isn't known, or when it is paid in several currencies. */
  currentMrr: v.nullable(v.number()),
  /** ISO 4217, of `currentMrr`; null when it wasn't said, or when there are several. */
  currency: v.optional(v.nullable(v.string())),
  /** Whether `currentMrr` could be worked out; `mixed_currency`: what each currency pays stands in the view `revenue`. */
  mrrCalculationStatus: v.picklist(mrrCalculationStatuses),
  /** Who of the workspace looks after it. */
  owner: v.nullable(OwnerSchema),
  /** Whole days since `lastActivityAt`; null when never active. */
  daysSinceActivity: v.nullable(CountSchema),
})

export const ListCustomersOutputSchema = v.object({
  /** The customers of this page. */
  items: v.array(CustomerSchema),
  /** Of an empty list: which filters match nothing that there is. */
  notes: v.optional(v.array(v.string())),
  /** Where the list stands. */
  pagination: PaginationSchema,
})

export const listCustomersTool = {
  name: 'svc_list_customers',
  title: 'List customers',
  description:
    'Browse and filter customer accounts by billing status, recency of product activity (hasActivityInLast, noActivityInLast; contact with us by mail, call, meeting, ticket or chat is apart, in lastContactAt), revenue (cents a month), active facts (factTypes, such as CHURN_RISK: who is about to leave), traits, owner, or part of the name or domain. Use it to find who to look at; then svc_get_customer for one of them.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'customer.list',
  svc: {
    path: ['customers', 'list'],
    flags: { noActivityInLast: 'noActivityIn', hasActivityInLast: 'hasActivityIn', traitFilters: 'trait' },
  },
  input: ListCustomersInputSchema,
  output: ListCustomersOutputSchema,
} as const satisfies ToolDefinition
