import { numberItems, type SqlValue } from './database.ts'

type ParameterType = 'varchar' | 'timestamp' | 'bigint' | 'double precision' | 'boolean' | 'integer'

/**
 * Collects a statement's values. What a caller gave enters SQL here and nowhere else: texts as parameters; times,
 * whole numbers and plain words as literals, which the engine plans by (it skips stored blocks by a literal, and sorts
 * no more than a literal limit asks for).
 */
export interface Parameters {
  readonly values: SqlValue[]
  /** Takes a value and returns what stands for it in the text, typed: `$3::varchar`, `51`, `timestamp '2026-…'`. */
  bind: (value: string | number | boolean | Date, type: ParameterType) => string
  /** Takes whole numbers and returns what stands for them in `in (…)`. */
  bindAll: (numbers: readonly number[]) => string
}

/** So many numbers stand in the text; more of them go as one parameter, which the engine reads faster. */
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

/** A name of ours, an id, a domain or an e-mail address: nothing in it could end a literal. */
const plainWord = /^[\w.@:-]{1,64}$/

/** A time of ours as text, as in a cursor; any other text goes as a parameter, which the engine reads or refuses. */
const timestampText = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/

// Both engines take the years 1 to 9999 and fail beyond; no event lies there.
const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59Z')

/** A time as both engines read it, without a zone: UTC. */
function toTimestampText(time: Date): string {
  const clamped = new Date(Math.min(Math.max(time.getTime(), earliest), latest))
  return clamped.toISOString().replace('T', ' ').replace('Z', '')
}
