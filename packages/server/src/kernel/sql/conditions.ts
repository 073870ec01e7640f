import { type ActivityKind, eventTypesOf } from '@customer-intel/contract'
import type { TraitValue } from '../log/record.ts'
import type { Parameters } from './parameters.ts'

/**
 * True if the JSON object in `column` has exactly these values, with the same JSON types: `"5"` is not `5`. Casts that
 * could fail are inside a `case`, because an engine may evaluate conditions in any order.
 */
export function matchesTraits(
  column: string,
  traits: Record<string, TraitValue>,
  parameters: Parameters,
): string[] {
  return Object.entries(traits).map(([name, value]) => {
    const key = parameters.bind(name, 'varchar')
    const json = `(${column}::json -> ${key})::varchar`
    const text = `(${column}::json ->> ${key})`
    if (typeof value === 'string') {
      return `(${text} = ${parameters.bind(value, 'varchar')} and ${json} like '"%')`
    }
    if (typeof value === 'number') {
      const number = parameters.bind(value, 'double precision')
      return `(case when strpos('-0123456789', left(${json}, 1)) > 0 then ${text}::double precision = ${number} else false end)`
    }
    return `coalesce(${json} = '${JSON.stringify(value)}', false)`
  })
}

/** True if one of the columns contains the text, case-insensitive. No character is special. */
export function contains(columns: readonly string[], search: string, parameters: Parameters): string {
  const text = parameters.bind(search, 'varchar')
  return `(${columns.map((column) => `strpos(lower(${column}), lower(${text})) > 0`).join(' or ')})`
}

export function equalsIgnoringCase(column: string, value: string, parameters: Parameters): string {
  return `lower(${column}) = lower(${parameters.bind(value, 'varchar')})`
}

export function isOneOf(column: string, values: readonly string[], parameters: Parameters): string {
  return `${column} in (${values.map((value) => parameters.bind(value, 'varchar')).join(', ')})`
}

export interface ActivityWindow {
  activeSince?: Date | undefined
  inactiveSince?: Date | undefined
}

export function matchesActivity(column: string, window: ActivityWindow, parameters: Parameters): string[] {
  const conditions: string[] = []
  if (window.activeSince) conditions.push(`${column} >= ${parameters.bind(window.activeSince, 'timestamp')}`)
  if (window.inactiveSince) {
    const since = parameters.bind(window.inactiveSince, 'timestamp')
    conditions.push(`(${column} is null or ${column} < ${since})`)
  }
  return conditions
}

/**
 * True for event types of that kind of activity. Not `in`, which the engine turns into a join that remains in a query
 * even if the column is unused (measured: a third more time for a query over all events).
 */
export function isActivity(column: string, kind: ActivityKind): string {
  const types = eventTypesOf(kind).map((type) => `'${type}'`)
  return `list_contains([${types.join(', ')}], ${column})`
}

/** The conjunction; `true` for none. */
export function all(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}
