import type { PageEnd } from './page.ts'
import type { Parameters } from './parameters.ts'

/** A column to sort by. */
export interface SortColumn {
  /** SQL of the value to compare. */
  expression: string
  type: 'varchar' | 'timestamp' | 'bigint'
}

export interface KeysetOptions {
  sort: SortColumn
  /** The column that decides between equal sort keys; ascending, so that the order is total. */
  id: string
  direction: 'asc' | 'desc'
  limit: number
  after: PageEnd | null
}

export interface Keyset {
  /** Selects the row's position: `sort_key` and `sort_id`. */
  columns: string
  /** True for rows after the previous page. */
  condition: string
  /** `order by …` */
  order: string
  /** `order by … limit …`, with one extra row that shows whether there is another page. */
  tail: string
}

/**
 * Keyset pagination: a page starts after the position of the last row, so that rows that are added or removed on earlier
 * pages don't shift later ones. Rows without a sort key come last in both directions.
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

/** Removes the extra row, and returns the end of the page. */
export function takePage<Row extends { sort_key: string | null; sort_id: string }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; end: PageEnd | null } {
  if (rows.length <= limit) return { rows, end: null }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, end: last ? { key: last.sort_key, id: last.sort_id } : null }
}
