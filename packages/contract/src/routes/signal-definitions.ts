import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { integer, text, trimmedText } from '../scalars.ts'
import { channels, type Channel } from '../vocabulary.ts'

/** A condition on one of an event's properties: those of a custom event, else what its type says (`path`, `url`, `formId`). */
export type PropertyCondition =
  | {
      /** The property's name. */
      key: string
      /** It is there, whatever its value. */
      operator: 'exists'
    }
  | {
      /** The property's name. */
      key: string
      /** `not_equals` holds where the property is missing, too. */
      operator: 'equals' | 'not_equals'
      /** Compared with its type: `"5"` isn't `5`. */
      value: string | number | boolean
    }
  | {
      /** The property's name. */
      key: string
      /** Its text begins so, letter by letter. */
      operator: 'starts_with'
      /** How it begins. */
      value: string
    }

/** Definition of an `EVENT_MATCH` signal: one of the named events happens. */
export interface EventMatchDefinition {
  /** Whom an occurrence is about: the whole organization, the event's customer, or the segment that the event names in its property `segmentId` or `segment`. */
  grain: 'organization' | 'customer' | 'segment'
  /** As the grain says: `event_customer` for `customer`, else the grain itself. */
  subjectResolver: 'organization' | 'event_customer' | 'segment'
  /** 1 to 50, compared letter by letter: the name of a custom event, else `pageview`, `form`, `identify`, `engagement`, `calendar`, or what a source is in a timeline, such as `email_received`. */
  eventNames: string[]
  /** Only those; none: any. What the service does itself (`SYSTEM`) is never seen. */
  eventChannels?: Channel[]
  /** At most 5; all of them hold. */
  propertyConditions?: PropertyCondition[]
  /** How conditions belong together. */
  conditionMode?: 'ALL'
}

/** A span of days. */
export interface DayWindow {
  /** 1 to 365. */
  value: number
  /** Whole days. */
  unit: 'day'
}

/** Which events a detection counts. */
export interface EventFilter {
  /** 1 to 50. */
  eventNames: string[]
  /** Only those; none: any. */
  eventChannels?: Channel[]
  /** At most 5; all of them hold. */
  propertyConditions?: PropertyCondition[]
}

/** What an `EVENT_PATTERN` signal looks for. */
export type SignalDetection =
  | ({
      /** One of the events happens. */
      type: 'event_occurred'
    } & EventFilter)
  | ({
      /** The event with which a customer has so many of them within the window. */
      type: 'event_count_threshold'
      /** How many. */
      threshold: {
        /** At least so many, or more. */
        operator: '>=' | '>'
        /** 1 to 10,000. */
        count: number
      }
      /** Before the event, its own moment included and the window's start not. */
      window: {
        /** 1 to 365. */
        value: number
        /** Real hours, or days of 24 of them. */
        unit: 'hour' | 'day'
      }
    } & EventFilter)
  | {
      /** No such event for so long: since the last one, or since the customer was first seen. */
      type: 'event_absence'
      /** `exact` (the default): those of `eventNames`; `all_except`: all but `excludeEventNames`. */
      eventNameMode?: 'exact' | 'all_except'
      /** With `exact`: 1 to 50. */
      eventNames?: string[]
      /** With `all_except`: at most 50. */
      excludeEventNames?: string[]
      /** Only those; none: any. */
      eventChannels?: Channel[]
      /** At most 5; all of them hold. */
      propertyConditions?: PropertyCondition[]
      /** 1 to 30 days. */
      window: DayWindow
    }
  | {
      /** A customer comes to be active on so many days of the window, as of the end of a day (UTC). */
      type: 'customer_activity_threshold'
      /** Days with product activity. */
      metric: 'active_days'
      /** The days that end with it. */
      window: DayWindow
      /** How the active days compare to `count`. */
      operator: '<=' | '<' | '>=' | '>'
      /** 0 to 365. */
      count: number
      /** Customers are looked at once they are known for so many days. Default: the window's for `<` and `<=`, else none. */
      minimumObservedAgeDays?: number
    }
  | {
      /** A customer comes to be active on a smaller part of the days than before, as of the end of a day (UTC). */
      type: 'customer_activity_drop'
      /** Days with product activity. */
      metric: 'active_days'
      /** The days that end with it. */
      window: DayWindow
      /** The days before those. */
      baselineWindow: DayWindow
      /** 1 to 100: how much smaller that part is. */
      dropPercent: number
      /** Customers who were active on fewer days of the baseline are left out. */
      minimumBaselineActiveDays: number
      /** Customers with fewer events of product activity in the baseline are left out. */
      minimumBaselineEventCount: number
    }
  | {
      /** All the people of a customer who were active before have come to be inactive, as of the end of a day (UTC). */
      type: 'related_user_inactivity'
      /** The days before `inactiveWindow` in which they were active. */
      priorWindow: DayWindow
      /** The days that end with it, without activity of any of them. */
      inactiveWindow: DayWindow
      /** On how many days of `priorWindow` somebody was active who counts. */
      minimumPriorActiveDays: number
      /** How many such people there have to be. */
      minimumPreviouslyActiveUsers: number
    }

/** Definition of an `EVENT_PATTERN` signal. */
export interface EventPatternDefinition {
  /** Of this form. */
  schemaVersion: '2026-06-17'
  /** Whom an occurrence is about. */
  subjectType: 'customer'
  /** The entry of the catalogue that it was made from. */
  catalogSource?: {
    /** The catalogue. */
    provider: 'svc'
    /** The entry's key. */
    key: string
    /** The entry's version. */
    version: string
  }
  /** What is looked for. */
  detection: SignalDetection
}

const bounds = limits.signals

const EventNameSchema = text(bounds.eventNameLength, 1)

const EventNamesSchema = v.pipe(v.array(EventNameSchema), v.minLength(1), v.maxLength(bounds.eventNames))
const SomeEventNamesSchema = v.pipe(v.array(EventNameSchema), v.maxLength(bounds.eventNames))
const EventChannelsSchema = v.pipe(v.array(v.picklist(channels)), v.maxLength(bounds.eventChannels))

const ConditionKeySchema = trimmedText(bounds.conditionKeyLength)
const ConditionTextSchema = text(bounds.conditionValueLength)

export const PropertyConditionSchema = v.variant('operator', [
  strictObject({ key: ConditionKeySchema, operator: v.literal('exists') }),
  strictObject({
    key: ConditionKeySchema,
    operator: v.picklist(['equals', 'not_equals']),
    value: v.union([ConditionTextSchema, v.pipe(v.number(), v.finite()), v.boolean()]),
  }),
  strictObject({
    key: ConditionKeySchema,
    operator: v.literal('starts_with'),
    value: ConditionTextSchema,
  }),
]) satisfies v.GenericSchema<PropertyCondition>

const PropertyConditionsSchema = v.pipe(
  v.array(PropertyConditionSchema),
  v.maxLength(bounds.propertyConditions),
)

export const EventMatchDefinitionSchema = strictObject({
  grain: v.picklist(['organization', 'customer', 'segment']),
  subjectResolver: v.picklist(['organization', 'event_customer', 'segment']),
  eventNames: EventNamesSchema,
  eventChannels: v.optional(EventChannelsSchema),
  propertyConditions: v.optional(PropertyConditionsSchema, () => []),
  conditionMode: v.optional(v.literal('ALL'), 'ALL'),
}) satisfies v.GenericSchema<EventMatchDefinition>

const dayWindow = (max: number) =>
  strictObject({ value: integer(1, max), unit: v.literal('day') }) satisfies v.GenericSchema<DayWindow>

const YearWindowSchema = dayWindow(365)

const eventFilter = {
  eventNames: EventNamesSchema,
  eventChannels: v.optional(EventChannelsSchema),
  propertyConditions: v.optional(PropertyConditionsSchema),
}

export const SignalDetectionSchema = v.variant('type', [
  strictObject({ type: v.literal('event_occurred'), ...eventFilter }),
  strictObject({
    type: v.literal('event_count_threshold'),
    ...eventFilter,
    threshold: strictObject({ operator: v.picklist(['>=', '>']), count: integer(1, 10_000) }),
    window: strictObject({ value: integer(1, 365), unit: v.picklist(['hour', 'day']) }),
  }),
  strictObject({
    type: v.literal('event_absence'),
    eventNameMode: v.optional(v.picklist(['exact', 'all_except'])),
    eventNames: v.optional(SomeEventNamesSchema, () => []),
    excludeEventNames: v.optional(SomeEventNamesSchema),
    eventChannels: v.optional(EventChannelsSchema),
    propertyConditions: v.optional(PropertyConditionsSchema),
    window: dayWindow(30),
  }),
  strictObject({
    type: v.literal('customer_activity_threshold'),
    metric: v.literal('active_days'),
    window: YearWindowSchema,
    operator: v.picklist(['<=', '<', '>=', '>']),
    count: integer(0, 365),
    minimumObservedAgeDays: v.optional(integer(1, 365)),
  }),
  strictObject({
    type: v.literal('customer_activity_drop'),
    metric: v.literal('active_days'),
    window: YearWindowSchema,
    baselineWindow: YearWindowSchema,
    dropPercent: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
    minimumBaselineActiveDays: integer(1, 365),
    minimumBaselineEventCount: integer(1, 100_000),
  }),
  strictObject({
    type: v.literal('related_user_inactivity'),
    priorWindow: YearWindowSchema,
    inactiveWindow: YearWindowSchema,
    minimumPriorActiveDays: integer(1, 365),
    minimumPreviouslyActiveUsers: integer(1, 10_000),
  }),
]) satisfies v.GenericSchema<SignalDetection>

export const EventPatternDefinitionSchema = strictObject({
  schemaVersion: v.literal('2026-06-17'),
  subjectType: v.literal('customer'),
  catalogSource: v.optional(
    strictObject({ provider: v.literal('svc'), key: text(191, 1), version: text(40, 1) }),
  ),
  detection: SignalDetectionSchema,
}) satisfies v.GenericSchema<EventPatternDefinition>
