import * as v from 'valibot'
import { listOf, strictObject } from '../objects.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import type { ToolDefinition } from './definition.ts'
import { EnrichmentSchema } from './enrichment.ts'
import { CustomerSchema } from './list-customers.ts'
import { UserSchema } from './list-users.ts'
import { ActivityWindowSchema, customerReference } from './people-filters.ts'

export const customerSections = [
  'users',
  'revenue',
  'recentTimeline',
  'behaviorMetrics',
  'enrichment',
] as const
/** A part of a customer's profile that is given on demand. */
export type CustomerSection = (typeof customerSections)[number]

const beyondProfile = [
  'contactCount',
  'currentMrr',
  'currency',
  'mrrCalculationStatus',
  'daysSinceActivity',
] as const
/** A customer as its profile begins: money and people stand in sections. */
export const CustomerProfileSchema = v.omit(CustomerSchema, beyondProfile)

const ofCustomer = ['customerId', 'customerName', 'customerDomain', 'daysSinceActivity'] as const
/** A person of a customer. */
export const CustomerUserSchema = v.omit(UserSchema, ofCustomer)

const currentRevenue = ['currentMrr', 'currency', 'mrrCalculationStatus'] as const

/**
 * Input of `svc_get_customer`.
 * @example {"customer": "alder-logistics.example", "include": ["users", "revenue"]}
 */
export const GetCustomerInputSchema = strictObject({
  /** Id, domain or name; 1 to 500 characters. */
  customer: customerReference(),
  /** Sections to add. Default none. */
  include: v.optional(listOf(v.picklist(customerSections), 100), () => []),
  /** How far back `recentTimeline` and `behaviorMetrics` look. Default `30d`. */
  timeframe: v.optional(ActivityWindowSchema, '30d'),
})

/** What a customer pays. Money in cents. */
export const CustomerRevenueSchema = v.object({
  ...v.pick(CustomerSchema, currentRevenue).entries,
  /** Cents paid in all, in the currency of `currentMrr`; what was paid in others is not in it. */
  lifetimeRevenue: v.number(),
  /** How many run. */
  activeSubscriptions: CountSchema,
})

/** How much happened with a customer. */
export const BehaviorMetricsSchema = v.object({
  /** How much happened, contact with us included. */
  activityCount: CountSchema,
  /** How many people used the product or the website. */
  activeUsers: CountSchema,
  /** When the last e-mail was. ISO 8601, UTC. */
  lastEmailAt: v.nullable(DateTimeSchema),
  /** When the last meeting was; a booking is not yet one. ISO 8601, UTC. */
  lastMeetingAt: v.nullable(DateTimeSchema),
})

/** Output of `svc_get_customer`. A section is there when it was asked for. */
export const GetCustomerOutputSchema = v.object({
  /** The customer. */
  customer: CustomerProfileSchema,
  /** How far back `recentTimeline` and `behaviorMetrics` look. */
  timeframe: v.optional(ActivityWindowSchema),
  /** The people there. With the section `users`. */
  users: v.optional(v.array(CustomerUserSchema)),
  /** Money in cents. */
  revenue: v.optional(CustomerRevenueSchema),
  /** What happened lately. With the section `recentTimeline`. */
  recentTimeline: v.optional(
    v.array(
      v.object({
        /** Such as `PAGE_VIEW`. */
        type: v.string(),
        /** What it is called, for people. */
        title: v.nullable(v.string()),
        /** Name or e-mail address of the person. */
        contact: v.nullable(v.string()),
        /** When it happened. */
        occurredAt: DateTimeSchema,
      }),
    ),
  ),
  /** Counts of what happened. With the section `behaviorMetrics`. */
  behaviorMetrics: v.optional(BehaviorMetricsSchema),
  /** What a provider says of the company. With the section `enrichment`. */
  enrichment: v.optional(EnrichmentSchema),
})

export const getCustomerTool = {
  name: 'svc_get_customer',
  title: 'Get a customer',
  description:
    'Full details of one customer, named by id, domain or name, with the sections that you include: users, revenue, recentTimeline, behaviorMetrics, enrichment.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'customer.get',
  svc: { path: ['customers', 'get'], arguments: ['customer'], single: true },
  input: GetCustomerInputSchema,
  output: GetCustomerOutputSchema,
} as const satisfies ToolDefinition
