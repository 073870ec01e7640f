import { isJsonObject, type PropertyCondition } from '@customer-intel/contract'
import type { EventFilter } from './detection.ts'
import { createPropertyIndex, entryOf, type PropertyIndex } from './property-index.ts'

/** What decides whether a signal matches an event. */
export interface FilteredEvent {
  event_name: string
  event_channel: string
  /** JSON object. */
  properties: string
}

/** Finds the signals that match an event. */
export interface EventIndex<Signal> {
  match(event: FilteredEvent): Signal[]
}

/**
 * Signals are indexed by event name, and within a name by one of their conditions on properties: a thousand signals that
 * ask for different values cost what one costs. For filters that name events.
 */
export function createEventIndex<Signal extends { detection: { filter: EventFilter } }>(
  signals: Iterable<Signal>,
): EventIndex<Signal> {
  const byName = new Map<string, PropertyIndex<Signal>>()
  for (const signal of signals)
    for (const name of new Set(signal.detection.filter.names))
      entryOf(byName, name, createPropertyIndex<Signal>).add(signal, signal.detection.filter.conditions)
  return {
    match(event) {
      const named = byName.get(event.event_name)
      if (named === undefined || event.event_channel === 'SYSTEM') return []
      const properties = named.asks ? readProperties(event) : {}
      return named.find(properties).filter(
        ({
          detection: {
            filter: { channels, conditions },
          },
        }) => {
          const isThere = channels === null || channels.some((channel) => channel === event.event_channel)
          return isThere && conditions.every((condition) => holds(condition, properties))
        },
      )
    },
  }
}

export function readProperties({ properties }: Pick<FilteredEvent, 'properties'>): Record<string, unknown> {
  const value: unknown = JSON.parse(properties)
  return isJsonObject(value) ? value : {}
}

/** Values are compared with their types: `"5"` is not `5`. A missing value equals nothing. */
function holds(condition: PropertyCondition, properties: Record<string, unknown>): boolean {
  const value = Object.hasOwn(properties, condition.key) ? properties[condition.key] : undefined
  switch (condition.operator) {
    case 'exists':
      return value !== undefined
    case 'equals':
      return value === condition.value
    case 'not_equals':
      return value !== condition.value
    case 'starts_with':
      return typeof value === 'string' && value.startsWith(condition.value)
  }
}
