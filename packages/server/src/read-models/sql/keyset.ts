import type { PageEnd } from '../reads/customer-reads.ts'
import type { Parameters } from './parameters.ts'

/** A column that a list may be ordered by. */
export interface SortColumn {
  /** SQL that yields the value to compare. */
  expression: string
  type: 'varchar' | 'timestamp' | 'bigint'
}

export interface KeysetOptions {
  sort: SortColumn
  /** The column that decides between equal keys; ascending, so that the order is total. */
  id: string
  direction: 'asc' | 'desc'
  limit: number
  after: PageEnd | null
}

export interface Keyset {
  /** What selects the row's place: `sort_key` and `sort_id`. */
  columns: string
  /** True for rows behind the page before. */
  condition: string
  /** `order by …` */
  order: string
  /** `order by … limit …`, one row more than asked, so that the last page is known. */
  tail: string
}

/**
 * Pages by the place of the last row and not by counting: a row that comes or goes on an earlier page moves nothing
 * on a later one. Rows without a key come last in both directions.
 */
export function createKeyset(options: KeysetOptions, parameters: Parameters): Keyset {
  const { sort, id, direction, limit } = options
  const order = `order by ${sort.expression} ${direction} nulls last, ${id}`
  return {
    columns: `${sort.expression}::varchar as sort_key, ${id}::varchar as sort_id`,
    condition: createCondition(options, parameters),
    order,
    tail: `${order} limit ${parameters.bind(limit + 1, 'integer')}`,
  }
}

function createCondition({ sort, id, direction, after }: KeysetOptions, parameters: Parameters): string {
  if (after === null) return 'true'
  const afterId = `${id} > ${parameters.bind(after.id, 'varchar')}`
  if (after.key === null) return `(${sort.expression} is null and ${afterId})`
  const key = parameters.bind(after.key, sort.type)
  const beyond = direction === 'asc' ? '>' : '<'
  return `(${sort.expression} ${beyond} ${key} or (${sort.expression} = ${key} and ${afterId}) or ${sort.expression} is null)`
}

/** Cuts the row too many and tells where the page ended. */
export function takePage<Row extends { sort_key: string | null; sort_id: string }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; end: PageEnd | null } {
  if (rows.length <= limit) return { rows, end: null }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, end: last ? { key: last.sort_key, id: last.sort_id } : null }
}
