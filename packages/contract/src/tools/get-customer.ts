import * as v from 'valibot'
import { listOf, strictObject } from '../objects.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import type { ActivityWindow } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'
import { EnrichmentSchema, type Enrichment } from './enrichment.ts'
import { CustomerSchema, type Customer } from './list-customers.ts'
import { UserSchema, type User } from './list-users.ts'
import { ActivityWindowSchema, customerReference } from './people-filters.ts'

const customerSections = ['users', 'revenue', 'recentTimeline', 'behaviorMetrics', 'enrichment'] as const
/** A part of a customer's profile that is given on demand. */
export type CustomerSection = (typeof customerSections)[number]
/**
 * Input of `svc_get_customer`.
 * @example {"customer": "alder-logistics.example", "include": ["users", "revenue"]}
 */
export interface GetCustomerInput {
  /** Id, domain or name; 1 to 500 characters. */
  customer: string
  /** Sections to add. Default none. */
  include?: CustomerSection[]
  /** How far back `recentTimeline` and `behaviorMetrics` look. Default `30d`. */
  timeframe?: ActivityWindow
}

const beyondProfile = [
  'contactCount',
  'currentMrr',
  'currency',
  'mrrCalculationStatus',
  'daysSinceActivity',
] as const
/** A customer as its profile begins: money and people stand in sections. */
export type CustomerProfile = Omit<Customer, (typeof beyondProfile)[number]>

const ofCustomer = ['customerId', 'customerName', 'customerDomain', 'daysSinceActivity'] as const
/** A person, told as one of a customer's. */
export type CustomerUser = Omit<User, (typeof ofCustomer)[number]>

const currentRevenue = ['currentMrr', 'currency', 'mrrCalculationStatus'] as const
/** What a customer pays. Money in cents. */
export interface CustomerRevenue extends Pick<Customer, (typeof currentRevenue)[number]> {
  /** Cents paid in all, in the currency of `currentMrr`; what was paid in others is not in it. */
  lifetimeRevenue: number
  /** How many run. */
  activeSubscriptions: number
}

/** How much happened with a customer. */
export interface BehaviorMetrics {
  /** How much happened, contact with us included. */
  activityCount: number
  /** How many people used the product or the website. */
  activeUsers: number
  /** When the last e-mail was. ISO 8601, UTC. */
  lastEmailAt: string | null
  /** When the last meeting was; a booking is not yet one. ISO 8601, UTC. */
  lastMeetingAt: string | null
}

/** Output of `svc_get_customer`. A section is there when it was asked for. */
export interface GetCustomerOutput {
  /** The customer. */
  customer: CustomerProfile
  /** How far back `recentTimeline` and `behaviorMetrics` look. */
  timeframe?: ActivityWindow
  /** The people there. With the section `users`. */
  users?: CustomerUser[]
  /** Money in cents. */
  revenue?: CustomerRevenue
  /** What happened lately. With the section `recentTimeline`. */
  recentTimeline?: {
    /** Such as `PAGE_VIEW`. */
    type: string /** What it was, in a few words. */
    /** What it is called, for people. */
    title: string | null /** Whose it was; null while nobody is identified. */
    /** Name or e-mail address of the person. */
    contact: string | null /** When it happened. ISO 8601, UTC. */
    /** When it happened. */
    occurredAt: string
  }[]
  /** Counts of what happened. With the section `behaviorMetrics`. */
  behaviorMetrics?: BehaviorMetrics
  /** What a provider says of the company. With the section `enrichment`. */
  enrichment?: Enrichment
}

export const GetCustomerInputSchema = strictObject({
  customer: customerReference(),
  include: v.optional(listOf(v.picklist(customerSections), 100), () => []),
  timeframe: v.optional(ActivityWindowSchema, '30d'),
}) satisfies v.GenericSchema<GetCustomerInput>

export const GetCustomerOutputSchema = v.object({
  customer: v.omit(CustomerSchema, beyondProfile),
  timeframe: v.optional(ActivityWindowSchema),
  users: v.optional(v.array(v.omit(UserSchema, ofCustomer))),
  revenue: v.optional(
    v.object({
      ...v.pick(CustomerSchema, currentRevenue).entries,
      lifetimeRevenue: v.number(),
      activeSubscriptions: CountSchema,
    }),
  ),
  recentTimeline: v.optional(
    v.array(
      v.object({
        type: v.string(),
        title: v.nullable(v.string()),
        contact: v.nullable(v.string()),
        occurredAt: DateTimeSchema,
      }),
    ),
  ),
  behaviorMetrics: v.optional(
    v.object({
      activityCount: CountSchema,
      activeUsers: CountSchema,
      lastEmailAt: v.nullable(DateTimeSchema),
      lastMeetingAt: v.nullable(DateTimeSchema),
    }),
  ),
  enrichment: v.optional(EnrichmentSchema),
}) satisfies v.GenericSchema<GetCustomerOutput>

export const getCustomerTool = {
  name: 'svc_get_customer',
  title: 'Get a customer',
  description:
    'Full details of one customer, named by id, domain or name, with the sections that you include: users, revenue, recentTimeline, behaviorMetrics, enrichment.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'customer.get',
  input: GetCustomerInputSchema,
  output: GetCustomerOutputSchema,
} as const satisfies ToolDefinition
