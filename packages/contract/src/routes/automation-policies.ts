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
  /** `hourly` is once in each real hour. */
  cadence: (typeof scheduleCadences)[number]
  /**
   * By the clocks of the time zone; hourly by its minute. Default 09:00, hourly on the hour. A time that a day doesn't have
   * moves forward by the gap, one that it has twice is the first.
   */
  localTime?: {
    /** 0 to 23. */
    hour: number
    /** 0 to 59. */
    minute: number
    /** 0 to 59, default 0. */
    second?: number
    /** 0 to 999, default 0. */
    millisecond?: number
  }
  /** IANA name. Absent: the workspace's, `defaultTimezone` of its settings, whatever it is at the time. */
  timezone?: string
  /** Of `weekly`. Default `monday`. */
  weekday?: (typeof weekdays)[number]
}

/** The customers of an automation. Empty: all. */
export interface AudienceFilter {
  /** All given parts must match. */
  customer?: {
    /** One of these. */
    billingStatuses?: BillingStatus[]
    /** One of these, by id, former id, or the caller's own id. At most 1,000. */
    customerIds?: string[]
    /** Owned by one of these, by id, e-mail address or name. At most 1,000. */
    ownerUserIds?: string[]
    /** The customer's revenue. Customers without revenue, or with several currencies, don't match. */
    revenue?: {
      /** A year's, or a month's. */
      metric: 'ARR' | 'MRR'
      /** How it compares with `value`. */
      operator: '>=' | '>' | '<=' | '<'
      /** In whole units of the currency; 0 to 1,000,000,000. */
      value: number
      /** Default: whatever the customer pays in. */
      currency?: 'USD'
    }
  }
}

/** How the agent is run. */
export interface ProcessorPolicy {
  /** Follows from the trigger: a signal's run is about its customer, a schedule's about the audience. Default `event_customer`. */
  subjectHandling?: 'event_customer' | 'scheduled_customer_pool'
  /** 1 to 500, default 500. On a schedule the others come in the next run. */
  maxCustomersPerRun?: number
  /** Runs of one automation follow one another. */
  maxConcurrentRuns?: 1
  /** 0 to 2,160, default 0. Least time between two runs for one customer, by the time of their events. */
  cooldownHours?: number
}

/** What counts as delivered. */
export interface DeliveryPolicy {
  /** Default false: a run is delivered once one destination has accepted it. */
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
  timezone: v.optional(TimezoneSchema),
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
