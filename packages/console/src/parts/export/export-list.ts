import type { Column } from '../grid/column.ts'
import type { ListPage } from '../grid/use-pages.ts'
import { byteOrderMark, toCsvLine } from './csv.ts'
import type { ExportPart } from './export-button.tsx'

/** All rows of a list as it is seen, page by page: its filters, its order, its columns, and the id of each row before them. */
export async function* exportList<Row extends { id: string }>(
  columns: readonly Column<Row>[],
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => PromiseLike<ListPage<Row>>,
  signal: AbortSignal,
): AsyncGenerator<ExportPart> {
  const toCells = (row: Row) => columns.flatMap((column) => Object.entries(column.cells?.(row) ?? {}))
  let cursor: string | undefined
  let count = 0
  do {
    const { items, pagination } = await fetchPage(cursor, signal)
    let text = ''
    if (cursor === undefined) {
      const [first] = items
      text = byteOrderMark + toCsvLine(['id', ...(first ? toCells(first).map(([name]) => name) : [])])
    }
    for (const row of items) text += toCsvLine([row.id, ...toCells(row).map(([, value]) => value)])
    count += items.length
    cursor = pagination.nextCursor ?? undefined
    const whole = pagination.total.toLocaleString('en-GB')
    yield { text, progress: `${count.toLocaleString('en-GB')} of ${whole}` }
  } while (cursor !== undefined)
}
