import type { Channel, PropertyCondition, SignalDetection } from '@customer-intel/contract'
import type { SignalDefinition } from '../kernel/log/record.ts'

const hourMs = 3_600_000
export const detectionDayMs = 24 * hourMs

/** Events that are received later than this after they happened don't count towards thresholds. Milliseconds. */
export const latenessMs = 72 * hourMs

export type SignalGrain = 'ORGANIZATION' | 'CUSTOMER' | 'SEGMENT'

/** The events that a signal matches. Events of the service itself (channel SYSTEM) never match. */
export interface EventFilter {
  names: readonly string[]
  /** `names` are excluded instead. */
  allExcept: boolean
  /** Null: any. */
  channels: readonly Channel[] | null
  /** All of them hold. */
  conditions: readonly PropertyCondition[]
}

/** Each matching event is an occurrence. */
export interface EventDetection {
  type: 'event'
  grain: SignalGrain
  filter: EventFilter
}

/** An event is an occurrence if with it the customer has `count` events within the window (excluding its start). */
export interface ThresholdDetection {
  type: 'threshold'
  filter: EventFilter
  count: number
  windowMs: number
}

/** The end of a window without matching events of a customer is an occurrence. */
export interface AbsenceDetection {
  type: 'absence'
  filter: EventFilter
  windowMs: number
}

/** The end of a day (UTC) is an occurrence if the condition holds for a customer and didn't hold a day before. */
export type DailyDetection = Extract<
  SignalDetection,
  { type: 'customer_activity_threshold' | 'customer_activity_drop' | 'related_user_inactivity' }
>

export type TimeBasedDetection = AbsenceDetection | DailyDetection
export type Detection = EventDetection | ThresholdDetection | TimeBasedDetection

/** A definition in a form that is simpler to evaluate. */
export function detectionOf(signal: SignalDefinition): Detection {
  if (signal.kind === 'EVENT_MATCH') {
    const { grain } = signal.definition
    return {
      type: 'event',
      grain: grain.toUpperCase() as SignalGrain,
      filter: filterOf(signal.definition),
    }
  }
  const { detection } = signal.definition
  switch (detection.type) {
    case 'event_occurred':
      return { type: 'event', grain: 'CUSTOMER', filter: filterOf(detection) }
    case 'event_count_threshold': {
      const { threshold, window } = detection
      return {
        type: 'threshold',
        filter: filterOf(detection),
        count: threshold.operator === '>' ? threshold.count + 1 : threshold.count,
        windowMs: window.value * (window.unit === 'hour' ? hourMs : detectionDayMs),
      }
    }
    case 'event_absence': {
      const { eventNameMode, excludeEventNames = [], window } = detection
      const allExcept = eventNameMode === 'all_except'
      const filter = allExcept
        ? { ...filterOf({ ...detection, eventNames: excludeEventNames }), allExcept }
        : filterOf(detection)
      return { type: 'absence', filter, windowMs: window.value * detectionDayMs }
    }
    default:
      return detection
  }
}

/** Whether occurrences are found as time passes, not with events. */
export function isTimeBased(detection: Detection): detection is TimeBasedDetection {
  return detection.type !== 'event' && detection.type !== 'threshold'
}

function filterOf(written: {
  eventNames?: readonly string[]
  eventChannels?: readonly Channel[]
  propertyConditions?: readonly PropertyCondition[]
}): EventFilter {
  const { eventNames = [], eventChannels = [], propertyConditions = [] } = written
  return {
    names: eventNames,
    allExcept: false,
    channels: eventChannels.length === 0 ? null : eventChannels,
    conditions: propertyConditions,
  }
}
