import type { PropertyCondition } from '@customer-intel/contract'
import { all, isOneOf } from '../kernel/sql/conditions.ts'
import type { Parameters } from '../kernel/sql/parameters.ts'
import type { EventFilter } from './detection.ts'

/** True for rows of `events e` that a filter matches: the SQL equivalent of `createEventIndex`. */
export function isAbout(
  { names, allExcept, channels, conditions }: EventFilter,
  parameters: Parameters,
): string {
  const named = names.length === 0 ? 'false' : isOneOf('e.event_name', names, parameters)
  return all([
    `e.event_channel <> 'SYSTEM'`,
    allExcept ? `not (${named})` : named,
    ...(channels === null ? [] : [isOneOf('e.event_channel', channels, parameters)]),
    ...conditions.map((condition) => holds(condition, parameters)),
  ])
}

function holds(condition: PropertyCondition, parameters: Parameters): string {
  // A JSON pointer: a plain key that starts with `$` or `/` would be read as a path.
  const pointer = `/${condition.key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const key = parameters.bind(pointer, 'varchar')
  const value = `(e.properties::json -> ${key})`
  const text = `(e.properties::json ->> ${key})`
  switch (condition.operator) {
    case 'exists':
      return `${value} is not null`
    case 'equals':
      return equals(condition.value)
    case 'not_equals':
      return `not ${equals(condition.value)}`
    case 'starts_with':
      return `coalesce(${value}::varchar like '"%' and starts_with(${text}, ${parameters.bind(condition.value, 'varchar')}), false)`
  }

  function equals(wanted: string | number | boolean): string {
    if (typeof wanted === 'string')
      return `coalesce(${value}::varchar like '"%' and ${text} = ${parameters.bind(wanted, 'varchar')}, false)`
    if (typeof wanted === 'boolean') return `coalesce(${value}::varchar = '${wanted}', false)`
    return `coalesce(case when strpos('-0123456789', left(${value}::varchar, 1)) > 0 then ${text}::double = ${parameters.bind(wanted, 'double precision')} else false end, false)`
  }
}
