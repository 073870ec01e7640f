import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { integer, text } from '../scalars.ts'
import { billingStatuses, type BillingStatus } from '../vocabulary.ts'
import { TimezoneSchema } from './settings.ts'

export const scheduleCadences = ['hourly', 'daily', 'weekly'] as const
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** When a scheduled automation runs. */
export interface AutomationSchedule {
  cadence: (typeof scheduleCadences)[number]
  localTime?: { hour: number; minute: number; second?: number; millisecond?: number }
  /** IANA name. Default `America/Los_Angeles`. */
  timezone?: string
  weekday?: (typeof weekdays)[number]
}

/** Whom an automation is about. Nothing given: everyone. */
export interface AudienceFilter {
  customer?: {
    billingStatuses?: BillingStatus[]
    customerIds?: string[]
    ownerUserIds?: string[]
    /** In whole units of the currency. */
    revenue?: { metric: 'ARR' | 'MRR'; operator: '>=' | '>' | '<=' | '<'; value: number; currency?: 'USD' }
  }
}

/** How the agent is run. */
export interface ProcessorPolicy {
  /** Default `event_customer`. */
  subjectHandling?: 'event_customer' | 'scheduled_customer_pool'
  /** 1 to 500. */
  maxCustomersPerRun?: number
  maxConcurrentRuns?: 1
  /** 0 to 2,160. */
  cooldownHours?: number
}

/** What counts as delivered. */
export interface DeliveryPolicy {
  /** Default false. */
  requireAllDestinations?: boolean
}

const bounds = limits.automations

export const AutomationScheduleSchema = strictObject({
  cadence: v.picklist(scheduleCadences),
  localTime: v.optional(
    strictObject({
      hour: integer(0, 23),
      minute: integer(0, 59),
      second: v.optional(integer(0, 59), 0),
      millisecond: v.optional(integer(0, 999), 0),
    }),
  ),
  timezone: v.optional(TimezoneSchema, 'America/Los_Angeles'),
  weekday: v.optional(v.picklist(weekdays)),
}) satisfies v.GenericSchema<AutomationSchedule>

export const AudienceFilterSchema = strictObject({
  customer: v.optional(
    strictObject({
      billingStatuses: v.optional(
        v.pipe(v.array(v.picklist(billingStatuses)), v.maxLength(bounds.audienceIds)),
      ),
      customerIds: v.optional(
        v.pipe(v.array(text(limits.tools.idLength, 1)), v.maxLength(bounds.audienceIds)),
      ),
      ownerUserIds: v.optional(
        v.pipe(v.array(text(bounds.ownerIdLength, 1)), v.maxLength(bounds.audienceIds)),
      ),
      revenue: v.optional(
        strictObject({
          metric: v.picklist(['ARR', 'MRR']),
          operator: v.picklist(['>=', '>', '<=', '<']),
          value: v.pipe(v.number(), v.minValue(0), v.maxValue(bounds.revenueMax)),
          currency: v.optional(v.literal('USD')),
        }),
      ),
    }),
  ),
}) satisfies v.GenericSchema<AudienceFilter>

export const ProcessorPolicySchema = strictObject({
  subjectHandling: v.optional(v.picklist(['event_customer', 'scheduled_customer_pool']), 'event_customer'),
  maxCustomersPerRun: v.optional(integer(1, bounds.customersPerRun)),
  maxConcurrentRuns: v.optional(v.literal(1)),
  cooldownHours: v.optional(integer(0, bounds.cooldownHours)),
}) satisfies v.GenericSchema<ProcessorPolicy>

export const DeliveryPolicySchema = strictObject({
  requireAllDestinations: v.optional(v.boolean(), false),
}) satisfies v.GenericSchema<DeliveryPolicy>
