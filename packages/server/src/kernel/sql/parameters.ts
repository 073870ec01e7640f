import { numberItems, type SqlValue } from './database.ts'

type ParameterType = 'varchar' | 'timestamp' | 'bigint' | 'double precision' | 'boolean' | 'integer'

/**
 * Collects a statement's values. Callers' values enter SQL only here: texts as parameters; times, integers and plain
 * words as literals, which the engine uses for planning (it skips blocks by a literal, and sorts only as much as a
 * literal limit needs).
 */
export interface Parameters {
  readonly values: SqlValue[]
  /** Adds a value and returns its placeholder, typed: `$3::varchar`, `51`, `timestamp '2026-…'`. */
  bind: (value: string | number | boolean | Date, type: ParameterType) => string
  /** Adds integers and returns a list for `in (…)`. */
  bindAll: (numbers: readonly number[]) => string
}

/** Up to this many numbers become literals; more become one parameter, which the engine reads faster. */
const maxLiterals = 1_000

export function createParameters(): Parameters {
  const values: SqlValue[] = []
  return {
    values,
    bind(value, type) {
      if (value instanceof Date) return `timestamp '${toTimestampText(value)}'`
      if (type === 'timestamp' && typeof value === 'string' && timestampText.test(value))
        return `timestamp '${value}'`
      if ((type === 'integer' || type === 'bigint') && Number.isSafeInteger(value)) return `${Number(value)}`
      if (type === 'varchar' && typeof value === 'string' && plainWord.test(value))
        return `'${value}'::varchar`
      values.push(value)
      return `$${values.length}::${type}`
    },
    bindAll(numbers) {
      if (numbers.length <= maxLiterals) return numbers.join(', ')
      values.push(numbers)
      return numberItems(values.length)
    },
  }
}

/** A name, an id, a domain or an e-mail address: it contains nothing that ends a literal. */
const plainWord = /^[\w.@:-]{1,64}$/

/** A time as text, as in a cursor; other texts become a parameter, which the engine parses or rejects. */
const timestampText = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/

// Both engines support the years 1 to 9999 only; events are within them.
const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59Z')

/** A time as both engines read it: UTC, without a zone. */
function toTimestampText(time: Date): string {
  const clamped = new Date(Math.min(Math.max(time.getTime(), earliest), latest))
  return clamped.toISOString().replace('T', ' ').replace('Z', '')
}
