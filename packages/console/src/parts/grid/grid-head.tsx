import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Column } from './column.ts'
import styles from './grid.module.css'

/** How the server sorts, and how to have it otherwise. */
export interface Sorting {
  by: string
  direction: 'asc' | 'desc'
  onChange: (by: string, direction: 'asc' | 'desc') => void
}

export function GridHead<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting?: Sorting }) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles.cells}
        style={{ gridTemplateColumns: widths(columns) }}
      >
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sorting={sorting} />
        ))}
      </div>
    </div>
  )
}

function HeadCell<Row>({ column, sorting }: { column: Column<Row>; sorting?: Sorting }) {
  const { title, right, sort } = column
  const sorted = sort !== undefined && sorting?.by === sort ? sorting.direction : undefined
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <div role="columnheader" aria-sort={order} className={right ? styles.right : undefined}>
      {sort !== undefined && sorting ? (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => sorting.onChange(sort, sorted === 'desc' ? 'asc' : 'desc')}
        >
          {title}
          {sorted && <Arrow size={12} strokeWidth={1.75} aria-hidden="true" />}
        </button>
      ) : (
        title
      )}
    </div>
  )
}

export function widths(columns: readonly { width: string }[]): string {
  return columns.map(({ width }) => width).join(' ')
}
