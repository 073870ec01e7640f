import { isJsonObject, type PropertyCondition } from '@customer-intel/contract'
import type { EventFilter } from './detection.ts'

/** What of an event decides whether a signal is about it. */
export interface FilteredEvent {
  event_name: string
  event_channel: string
  /** JSON object. */
  properties: string
}

/** Finds the signals that are about an event: what is asked of an event is asked only of signals that name it. */
export interface EventIndex<Signal> {
  match(event: FilteredEvent): Signal[]
}

export function createEventIndex<Signal extends { detection: { filter: EventFilter } }>(
  signals: Iterable<Signal>,
): EventIndex<Signal> {
  const byName = new Map<string, Signal[]>()
  const others: Signal[] = []
  for (const signal of signals) {
    const { names, allExcept } = signal.detection.filter
    if (allExcept) others.push(signal)
    else
      for (const name of new Set(names)) {
        const list = byName.get(name)
        if (list) list.push(signal)
        else byName.set(name, [signal])
      }
  }
  return {
    match(event) {
      const named = byName.get(event.event_name)
      if (event.event_channel === 'SYSTEM' || (named === undefined && others.length === 0)) return []
      const candidates = named === undefined ? others : others.length === 0 ? named : [...named, ...others]
      let properties: Record<string, unknown> | undefined
      return candidates.filter(({ detection: { filter } }) => {
        if (filter.allExcept && filter.names.includes(event.event_name)) return false
        if (filter.channels !== null && !filter.channels.some((channel) => channel === event.event_channel))
          return false
        if (filter.conditions.length === 0) return true
        properties ??= readProperties(event)
        return filter.conditions.every((condition) => holds(condition, properties!))
      })
    },
  }
}

export function readProperties({ properties }: Pick<FilteredEvent, 'properties'>): Record<string, unknown> {
  const value: unknown = JSON.parse(properties)
  return isJsonObject(value) ? value : {}
}

/** Values are compared as they are: `"5"` is not `5`. What is missing isn't equal to anything. */
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
