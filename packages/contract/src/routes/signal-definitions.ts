import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { integer, text, trimmedText } from '../scalars.ts'
import { channels } from '../vocabulary.ts'

const bounds = limits.signals

const EventNameSchema = text(bounds.eventNameLength, 1)

const EventNamesSchema = v.pipe(v.array(EventNameSchema), v.minLength(1), v.maxLength(bounds.eventNames))
const SomeEventNamesSchema = v.pipe(v.array(EventNameSchema), v.maxLength(bounds.eventNames))
const EventChannelsSchema = v.pipe(v.array(v.picklist(channels)), v.maxLength(bounds.eventChannels))

const ConditionKeySchema = trimmedText(bounds.conditionKeyLength)
const ConditionTextSchema = text(bounds.conditionValueLength)

/** A condition on one of an event's properties: those of a custom event, else what its type says (`path`, `url`, `formId`). */
export const PropertyConditionSchema = v.variant('operator', [
  strictObject({
    /** The property's name. */
    key: ConditionKeySchema,
    /** It is there, whatever its value. */
    operator: v.literal('exists'),
  }),
  strictObject({
    /** The property's name. */
    key: ConditionKeySchema,
    /** `not_equals` holds where the property is missing, too. */
    operator: v.picklist(['equals', 'not_equals']),
    /** Compared with its type: `"5"` isn't `5`. */
    value: v.union([ConditionTextSchema, v.pipe(v.number(), v.finite()), v.boolean()]),
  }),
  strictObject({
    /** The property's name. */
    key: ConditionKeySchema,
    /** Its text begins so, letter by letter. */
    operator: v.literal('starts_with'),
    /** How it begins. */
    value: ConditionTextSchema,
  }),
])

const PropertyConditionsSchema = v.pipe(
  v.array(PropertyConditionSchema),
  v.maxLength(bounds.propertyConditions),
)

/** Definition of an `EVENT_MATCH` signal: one of the named events happens. */
export const EventMatchDefinitionSchema = strictObject({
  /** Whom an occurrence is about: the whole organization, the event's customer, or the segment that the event names in its property `segmentId` or `segment`. */
  grain: v.picklist(['organization', 'customer', 'segment']),
  /** As the grain says: `event_customer` for `customer`, else the grain itself. */
  subjectResolver: v.picklist(['organization', 'event_customer', 'segment']),
  /** 1 to 50, compared letter by letter: the name of a custom event, else `pageview`, `form`, `identify`, `engagement`, `calendar`, or what a source is in a timeline, such as `email_received`. */
  eventNames: EventNamesSchema,
  /** Only those; none: any. What the service does itself (`SYSTEM`) is never seen. */
  eventChannels: v.optional(EventChannelsSchema),
  /** At most 5; all of them hold. */
  propertyConditions: v.optional(PropertyConditionsSchema, () => []),
  /** How conditions belong together. */
  conditionMode: v.optional(v.literal('ALL'), 'ALL'),
})

const dayWindow = (max: number) =>
  strictObject({
    /** 1 to 365. */
    value: integer(1, max),
    /** Whole days. */
    unit: v.literal('day'),
  })

/** A span of days. */
export const DayWindowSchema = dayWindow(365)

/** Which events a detection counts. */
export const EventFilterSchema = strictObject({
  /** 1 to 50. */
  eventNames: EventNamesSchema,
  /** Only those; none: any. */
  eventChannels: v.optional(EventChannelsSchema),
  /** At most 5; all of them hold. */
  propertyConditions: v.optional(PropertyConditionsSchema),
})

/** What an `EVENT_PATTERN` signal looks for. */
export const SignalDetectionSchema = v.variant('type', [
  strictObject({
    /** One of the events happens. */
    type: v.literal('event_occurred'),
    ...EventFilterSchema.entries,
  }),
  strictObject({
    /** The event with which a customer has so many of them within the window. */
    type: v.literal('event_count_threshold'),
    ...EventFilterSchema.entries,
    /** How many. */
    threshold: strictObject({
      /** At least so many, or more. */
      operator: v.picklist(['>=', '>']),
      /** 1 to 10,000. */
      count: integer(1, 10_000),
    }),
    /** Before the event, its own moment included and the window's start not. */
    window: strictObject({
      /** 1 to 365. */
      value: integer(1, 365),
      /** Real hours, or days of 24 of them. */
      unit: v.picklist(['hour', 'day']),
    }),
  }),
  strictObject({
    /** No such event for so long: since the last one, or since the customer was first seen. */
    type: v.literal('event_absence'),
    /** `exact` (the default): those of `eventNames`; `all_except`: all but `excludeEventNames`. */
    eventNameMode: v.optional(v.picklist(['exact', 'all_except'])),
    /** With `exact`: 1 to 50. */
    eventNames: v.optional(SomeEventNamesSchema, () => []),
    /** With `all_except`: at most 50. */
    excludeEventNames: v.optional(SomeEventNamesSchema),
    /** Only those; none: any. */
    eventChannels: v.optional(EventChannelsSchema),
    /** At most 5; all of them hold. */
    propertyConditions: v.optional(PropertyConditionsSchema),
    /** 1 to 30 days. */
    window: dayWindow(30),
  }),
  strictObject({
    /** A customer comes to be active on so many days of the window, as of the end of a day (UTC). */
    type: v.literal('customer_activity_threshold'),
    /** Days with product activity. */
    metric: v.literal('active_days'),
    /** The days that end with it. */
    window: DayWindowSchema,
    /** How the active days compare to `count`. */
    operator: v.picklist(['<=', '<', '>=', '>']),
    /** 0 to 365. */
    count: integer(0, 365),
    /** Customers are looked at once they are known for so many days. Default: the window's for `<` and `<=`, else none. */
    minimumObservedAgeDays: v.optional(integer(1, 365)),
  }),
  strictObject({
    /** A customer comes to be active on a smaller part of the days than before, as of the end of a day (UTC). */
    type: v.literal('customer_activity_drop'),
    /** Days with product activity. */
    metric: v.literal('active_days'),
    /** The days that end with it. */
    window: DayWindowSchema,
    /** The days before those. */
    baselineWindow: DayWindowSchema,
    /** 1 to 100: how much smaller that part is. */
    dropPercent: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
    /** Customers who were active on fewer days of the baseline are skipped. */
    minimumBaselineActiveDays: integer(1, 365),
    /** Customers with fewer events of product activity in the baseline are skipped. */
    minimumBaselineEventCount: integer(1, 100_000),
  }),
  strictObject({
    /** All the people of a customer who were active before have come to be inactive, as of the end of a day (UTC). */
    type: v.literal('related_user_inactivity'),
    /** The days before `inactiveWindow` in which they were active. */
    priorWindow: DayWindowSchema,
    /** The days that end with it, without activity of any of them. */
    inactiveWindow: DayWindowSchema,
    /** On how many days of `priorWindow` somebody was active who counts. */
    minimumPriorActiveDays: integer(1, 365),
    /** How many such people there have to be. */
    minimumPreviouslyActiveUsers: integer(1, 10_000),
  }),
])

/** Definition of an `EVENT_PATTERN` signal. */
export const EventPatternDefinitionSchema = strictObject({
  /** Of this form. */
  schemaVersion: v.literal('2026-06-17'),
  /** Whom an occurrence is about. */
  subjectType: v.literal('customer'),
  /** The entry of the catalogue that it was made from. */
  catalogSource: v.optional(
    strictObject({
      /** The catalogue. */
      provider: v.literal('svc'),
      /** The entry's key. */
      key: text(191, 1),
      /** The entry's version. */
      version: text(40, 1),
    }),
  ),
  /** What is looked for. */
  detection: SignalDetectionSchema,
})
