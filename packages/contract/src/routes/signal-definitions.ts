import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { integer, text, trimmedText } from '../scalars.ts'
import { channels, type Channel } from '../vocabulary.ts'

/** A condition on one of an event's properties. */
export type PropertyCondition =
  | { key: string; operator: 'exists' }
  | { key: string; operator: 'equals' | 'not_equals'; value: string | number | boolean }
  | { key: string; operator: 'starts_with'; value: string }

/** Definition of an `EVENT_MATCH` signal: one of the named events happens. */
export interface EventMatchDefinition {
  grain: 'organization' | 'customer' | 'segment'
  subjectResolver: 'organization' | 'event_customer' | 'segment'
  /** 1 to 50. */
  eventNames: string[]
  eventChannels?: Channel[]
  /** At most 5. */
  propertyConditions?: PropertyCondition[]
  conditionMode?: 'ALL'
}

/** A span of days. */
export interface DayWindow {
  /** 1 to 365. */
  value: number
  unit: 'day'
}

/** Which events a detection counts. */
export interface EventFilter {
  /** 1 to 50. */
  eventNames: string[]
  eventChannels?: Channel[]
  propertyConditions?: PropertyCondition[]
}

/** What an `EVENT_PATTERN` signal looks for. */
export type SignalDetection =
  | ({ type: 'event_occurred' } & EventFilter)
  | ({
      type: 'event_count_threshold'
      threshold: { operator: '>=' | '>'; count: number }
      window: { value: number; unit: 'hour' | 'day' }
    } & EventFilter)
  | {
      type: 'event_absence'
      eventNameMode?: 'exact' | 'all_except'
      eventNames?: string[]
      excludeEventNames?: string[]
      eventChannels?: Channel[]
      propertyConditions?: PropertyCondition[]
      /** 1 to 30 days. */
      window: DayWindow
    }
  | {
      type: 'customer_activity_threshold'
      metric: 'active_days'
      window: DayWindow
      operator: '<=' | '<' | '>=' | '>'
      count: number
      minimumObservedAgeDays?: number
    }
  | {
      type: 'customer_activity_drop'
      metric: 'active_days'
      window: DayWindow
      baselineWindow: DayWindow
      dropPercent: number
      minimumBaselineActiveDays: number
      minimumBaselineEventCount: number
    }
  | {
      type: 'related_user_inactivity'
      priorWindow: DayWindow
      inactiveWindow: DayWindow
      minimumPriorActiveDays: number
      minimumPreviouslyActiveUsers: number
    }

/** Definition of an `EVENT_PATTERN` signal. */
export interface EventPatternDefinition {
  schemaVersion: '2026-06-17'
  subjectType: 'customer'
  catalogSource?: { provider: 'svc'; key: string; version: string }
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
