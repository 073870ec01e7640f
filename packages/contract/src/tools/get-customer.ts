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

/** Input of `svc_get_customer`. */
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
  customer: {
    id: string
    name: string | null
    domain: string | null
    billingStatus: BillingStatus
    activatedAt: string | null
    firstSeenAt: string | null
    lastActivityAt: string | null
    owner: Owner | null
  }
  users?: {
    id: string
    email: string | null
    name: string | null
    journeyStage: JourneyStage
    lastActivityAt: string | null
  }[]
  /** Money in cents. */
  revenue?: {
    currentMrr: number | null
    mrrCalculationStatus: MrrCalculationStatus
    lifetimeRevenue: number
    activeSubscriptions: number
  }
  recentTimeline?: { type: string; title: string | null; contact: string | null; occurredAt: string }[]
  behaviorMetrics?: {
    activityCount: number
    activeUsers: number
    lastEmailAt: string | null
    lastMeetingAt: string | null
  }
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
    lastActivityAt: v.nullable(DateTimeSchema),
    owner: v.nullable(OwnerSchema),
  }),
  users: v.optional(
    v.array(
      v.object({
        id: v.string(),
        email: v.nullable(v.string()),
        name: v.nullable(v.string()),
        journeyStage: v.picklist(journeyStages),
        lastActivityAt: v.nullable(DateTimeSchema),
      }),
    ),
  ),
  revenue: v.optional(
    v.object({
      currentMrr: v.nullable(v.number()),
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
