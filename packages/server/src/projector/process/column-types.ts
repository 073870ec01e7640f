import type { QueryColumnType } from '@customer-intel/contract'

/** What the values of a column are, by the engine's name of its type (`DECIMAL(18,3)`, `STRUCT(a INTEGER)[]`). */
export function columnTypeOf(name: string): QueryColumnType {
  if (/\[|^(?:STRUCT|MAP|LIST|ARRAY|UNION|JSON)/i.test(name)) return 'json'
  if (/^(?:VARCHAR|CHAR|TEXT|ENUM|UUID)/i.test(name)) return 'text'
  if (/^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?\b/i.test(name)) return 'integer'
  if (/^(?:DECIMAL|DOUBLE|FLOAT|REAL|BIGNUM)/i.test(name)) return 'number'
  if (/^BOOL/i.test(name)) return 'boolean'
  if (/^TIMESTAMP/i.test(name)) return 'timestamp'
  return /^DATE\b/i.test(name) ? 'date' : 'other'
}
