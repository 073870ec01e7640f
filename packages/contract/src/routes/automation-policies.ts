import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { integer, text } from '../scalars.ts'
import { billingStatuses } from '../vocabulary.ts'
import { TimezoneSchema } from './settings.ts'

export const scheduleCadences = ['hourly', 'daily', 'weekly'] as const
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const bounds = limits.automations

/** When a scheduled automation runs. */
export const AutomationScheduleSchema = strictObject({
  /** `hourly` is once in each real hour. */
  cadence: v.picklist(scheduleCadences),
  /**
   * By the clocks of the time zone; hourly by its minute. Default 09:00, hourly on the hour. A time that a day doesn't have
   * moves forward by the gap, one that it has twice is the first.
   */
  localTime: v.optional(
    strictObject({
      /** 0 to 23. */
      hour: integer(0, 23),
      /** 0 to 59. */
      minute: integer(0, 59),
      /** 0 to 59, default 0. */
      second: v.optional(integer(0, 59), 0),
      /** 0 to 999, default 0. */
      millisecond: v.optional(integer(0, 999), 0),
    }),
  ),
  /** IANA name. Absent: the workspace's, `defaultTimezone` of its settings, whatever it is at the time. */
  timezone: v.optional(TimezoneSchema),
  /** Of `weekly`. Default `monday`. */
  weekday: v.optional(v.picklist(weekdays)),
})

/** The customers of an automation. Empty: all. */
export const AudienceFilterSchema = strictObject({
  /** All given parts must match. */
  customer: v.optional(
    strictObject({
      /** One of these. */
      billingStatuses: v.optional(
        v.pipe(v.array(v.picklist(billingStatuses)), v.maxLength(bounds.audienceIds)),
      ),
      /** One of these, by id, former id, or the caller's own id. At most 1,000. */
      customerIds: v.optional(
        v.pipe(v.array(text(limits.tools.idLength, 1)), v.maxLength(bounds.audienceIds)),
      ),
      /** Owned by one of these, by id, e-mail address or name. At most 1,000. */
      ownerUserIds: v.optional(
        v.pipe(v.array(text(bounds.ownerIdLength, 1)), v.maxLength(bounds.audienceIds)),
      ),
      /** The customer's revenue. Customers without revenue, or with several currencies, don't match. */
      revenue: v.optional(
        strictObject({
          /** A year's, or a month's. */
          metric: v.picklist(['ARR', 'MRR']),
          /** How it compares with `value`. */
          operator: v.picklist(['>=', '>', '<=', '<']),
          /** In whole units of the currency; 0 to 1,000,000,000. */
          value: v.pipe(v.number(), v.minValue(0), v.maxValue(bounds.revenueMax)),
          /** Default: whatever the customer pays in. */
          currency: v.optional(v.literal('USD')),
        }),
      ),
    }),
  ),
})

/** How the agent is run. */
export const ProcessorPolicySchema = strictObject({
  /** Follows from the trigger: a signal's run is about its customer, a schedule's about the audience. Default `event_customer`. */
  subjectHandling: v.optional(v.picklist(['event_customer', 'scheduled_customer_pool']), 'event_customer'),
  /** 1 to 500, default 500. On a schedule the others come in the next run. */
  maxCustomersPerRun: v.optional(integer(1, bounds.customersPerRun)),
  /** Runs of one automation follow one another. */
  maxConcurrentRuns: v.optional(v.literal(1)),
  /** 0 to 2,160, default 0. Least time between two runs for one customer, by the time of their events. */
  cooldownHours: v.optional(integer(0, bounds.cooldownHours)),
})

/** What counts as delivered. */
export const DeliveryPolicySchema = strictObject({
  /** Default false: a run is delivered once one destination has accepted it. */
  requireAllDestinations: v.optional(v.boolean(), false),
})
