import * as v from 'valibot'
import { listOf, strictObject } from '../objects.ts'
import { CountSchema, DateTimeSchema } from '../scalars.ts'
import {
  billingStatuses,
  journeyStages,
  mrrCalculationStatuses,
  type ActivityWindow,
  type BillingStatus,
  type JourneyStage,
  type MrrCalculationStatus,
} from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'
import { EnrichmentSchema, type Enrichment } from './enrichment.ts'
import { OwnerSchema, type Owner } from './list-customers.ts'
import { ActivityWindowSchema, customerReference } from './people-filters.ts'

const customerSections = ['users', 'revenue', 'recentTimeline', 'behaviorMetrics', 'enrichment'] as const
/** A part of a customer's profile that is given on demand. */
export type CustomerSection = (typeof customerSections)[number]
/**
 * Input of `svc_get_customer`.
 * @example {"customer": "acme.com", "include": ["users", "revenue"]}
 */
export interface GetCustomerInput {
  /** Id, domain or name; 1 to 500 characters. */
  customer: string
  /** Sections to add. Default none. */
  include?: CustomerSection[]
  /** How far back `recentTimeline` and `behaviorMetrics` look. Default `30d`. */
  timeframe?: ActivityWindow
}
/** Output of `svc_get_customer`. A section is there when it was asked for. */
export interface GetCustomerOutput {
  /** The customer. */
  customer: {
    /** The customer's id. */
    id: string
    /** What it is called; null while that isn't known. */
    name: string | null
    /** Its main domain; null for one without. */
    domain: string | null
    /** Where it stands with its bill. */
    billingStatus: BillingStatus
    /** When it was activated; null while it is not. ISO 8601, UTC. */
    activatedAt: string | null
    /** When it was first heard of. ISO 8601, UTC. */
    firstSeenAt: string | null
    /** When somebody there last used the product or the website; null when never. ISO 8601, UTC. */
    lastProductActivityAt?: string | null
    /** The last mail, call, meeting, ticket or chat with it; null when there was none. ISO 8601, UTC. */
    lastContactAt?: string | null
    /** The later of the two; null without either. ISO 8601, UTC. */
    lastActivityAt: string | null
    /** Who of the workspace looks after it. */
    owner: Owner | null
  }
  /** How far back `recentTimeline` and `behaviorMetrics` look. */
  timeframe?: ActivityWindow
  /** The people there. With the section `users`. */
  users?: {
    /** The person's id. */
    id: string
    /** Their e-mail address. */
    email: string | null
    /** What they are called. */
    name: string | null
    /** How far they have come. */
    journeyStage: JourneyStage
    /** When they last used the product or the website; null when never. ISO 8601, UTC. */
    lastProductActivityAt?: string | null
    /** The last mail, call, meeting, ticket or chat with them; null when there was none. ISO 8601, UTC. */
    lastContactAt?: string | null
    /** The later of the two; null without either. ISO 8601, UTC. */
    lastActivityAt: string | null
  }[]
  /** Money in cents. */
  revenue?: {
    /** Cents a month, in `currency`; null when it isn't known, or when it is paid in several currencies. */
    currentMrr: number | null
    /** ISO 4217, of `currentMrr`; null when it wasn't said, or when there are several. */
    currency?: string | null
    /** Whether `currentMrr` could be worked out; `mixed_currency`: what each currency pays stands in the view `revenue`. */
    mrrCalculationStatus: MrrCalculationStatus
    /** Cents paid in all, in the currency of `currentMrr`; what was paid in others is not in it. */
    lifetimeRevenue: number
    /** How many run. */
    activeSubscriptions: number
  }
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
  behaviorMetrics?: {
    /** How much happened, contact with us included. */
    activityCount: number
    /** How many people used the product or the website. */
    activeUsers: number
    /** When the last e-mail was. ISO 8601, UTC. */
    lastEmailAt: string | null
    /** When the last meeting was. ISO 8601, UTC. */
    lastMeetingAt: string | null
  }
  /** What a provider says of the company. With the section `enrichment`. */
  enrichment?: Enrichment
}

export const GetCustomerInputSchema = strictObject({
  customer: customerReference(),
  include: v.optional(listOf(v.picklist(customerSections), 100), () => []),
  timeframe: v.optional(ActivityWindowSchema, '30d'),
}) satisfies v.GenericSchema<GetCustomerInput>

export const GetCustomerOutputSchema = v.object({
  customer: v.object({
    id: v.string(),
    name: v.nullable(v.string()),
    domain: v.nullable(v.string()),
    billingStatus: v.picklist(billingStatuses),
    activatedAt: v.nullable(DateTimeSchema),
    firstSeenAt: v.nullable(DateTimeSchema),
    lastProductActivityAt: v.optional(v.nullable(DateTimeSchema)),
    lastContactAt: v.optional(v.nullable(DateTimeSchema)),
    lastActivityAt: v.nullable(DateTimeSchema),
    owner: v.nullable(OwnerSchema),
  }),
  timeframe: v.optional(ActivityWindowSchema),
  users: v.optional(
    v.array(
      v.object({
        id: v.string(),
        email: v.nullable(v.string()),
        name: v.nullable(v.string()),
        journeyStage: v.picklist(journeyStages),
        lastProductActivityAt: v.optional(v.nullable(DateTimeSchema)),
        lastContactAt: v.optional(v.nullable(DateTimeSchema)),
        lastActivityAt: v.nullable(DateTimeSchema),
      }),
    ),
  ),
  revenue: v.optional(
    v.object({
      currentMrr: v.nullable(v.number()),
      currency: v.optional(v.nullable(v.string())),
      mrrCalculationStatus: v.picklist(mrrCalculationStatuses),
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
