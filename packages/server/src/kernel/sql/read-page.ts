import type { Page, PageEnd } from './page.ts'
import type { SqlDatabase } from './database.ts'
import { createKeyset, type Keyset, type SortColumn, takePage } from './keyset.ts'
import { createParameters, type Parameters } from './parameters.ts'

/** A list in SQL. Each function may bind values. */
export interface PagedList {
  sort: SortColumn
  /** The column that decides between equal sort keys. */
  id: string
  direction: 'asc' | 'desc'
  limit: number
  after: PageEnd | null
  /** The list's rows, with an alias: for `from`. */
  from: (parameters: Parameters) => string
  /** The filter. */
  where: (parameters: Parameters) => string
  /** The SELECT of a page, with the keyset's columns and tail, over the rows of `matching` (`from … where …`). */
  select: (matching: string, keyset: Keyset, parameters: Parameters) => string
}

/** A page of a list and the number of all matching rows, read concurrently. */
export async function readPage<Row extends { sort_key: string | null; sort_id: string }>(
  database: SqlDatabase,
  list: PagedList,
): Promise<Page<Row>> {
  const matching = (parameters: Parameters) => `from ${list.from(parameters)} where ${list.where(parameters)}`
  const counting = createParameters()
  const paging = createParameters()
  const keyset = createKeyset(list, paging)
  const behind = `${matching(paging)} and ${keyset.condition}`
  const [counts, found] = await Promise.all([
    database.all<{ total: number | string }>(
      `select count(*) as total ${matching(counting)}`,
      counting.values,
    ),
    database.all<Row>(list.select(behind, keyset, paging), paging.values),
  ])
  const { rows, end } = takePage(found, list.limit)
  return { items: rows, total: Number(counts[0]?.total ?? 0), end }
}
