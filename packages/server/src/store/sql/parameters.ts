import type { SqlValue } from './database.ts'

type ParameterType = 'varchar' | 'timestamp' | 'bigint' | 'double precision' | 'boolean' | 'integer'

/** Collects a statement's values. What a caller gave enters SQL here and nowhere else. */
export interface Parameters {
  readonly values: SqlValue[]
  /** Takes a value and returns what stands for it in the text, typed: `$3::varchar`. */
  bind: (value: string | number | boolean | Date, type: ParameterType) => string
}

export function createParameters(): Parameters {
  const values: SqlValue[] = []
  return {
    values,
    bind(value, type) {
      values.push(value instanceof Date ? toTimestampText(value) : value)
      return `$${values.length}::${type}`
    },
  }
}

// Both engines take the years 1 to 9999 and fail beyond; no event lies there.
const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59Z')

/** A time as both engines read it, without a zone: UTC. */
function toTimestampText(time: Date): string {
  const clamped = new Date(Math.min(Math.max(time.getTime(), earliest), latest))
  return clamped.toISOString().replace('T', ' ').replace('Z', '')
}
