import { memo } from 'react'
import type { Column } from './column.ts'
import { widths } from './grid-head.tsx'
import styles from './grid.module.css'

interface GridRowProps<Row> {
  id: string
  row: Row
  index: number
  top: number
  height: number
  columns: readonly Column<Row>[]
  active: boolean
  marked: boolean
  onActive: (index: number) => void
  onOpen: (row: Row) => void
}

function DrawnRow<Row>(props: GridRowProps<Row>) {
  const { id, row, index, top, height, columns, active, marked, onActive, onOpen } = props
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={marked || undefined}
      className={`${styles.cells} ${styles.row} ${active ? styles.active : ''} ${marked ? styles.marked : ''}`}
      style={{ gridTemplateColumns: widths(columns), transform: `translateY(${top}px)`, height }}
      onPointerDown={() => onActive(index)}
      onClick={() => onOpen(row)}
    >
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className={column.right ? styles.right : undefined}>
          {column.render(row)}
        </div>
      ))}
    </div>
  )
}

/** A row of a list. It is drawn anew when it changed, not when the list moved. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow
