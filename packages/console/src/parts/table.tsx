import type { ReactNode } from 'react'
import styles from './table.module.css'

/** A column of a short table. */
export interface TableColumn<Row> {
  title: string
  right?: boolean
  /** Not on a phone. */
  wide?: boolean
  /** Sentences: what is too long goes on in the next line. */
  wraps?: boolean
  render: (row: Row) => ReactNode
}

/** A short table: for lists of any length there is `Grid`. */
export function Table<Row>(props: {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}) {
  const { label, columns, rows, keyOf } = props
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.title} className={classOf(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function classOf({ right, wide, wraps }: Pick<TableColumn<never>, 'right' | 'wide' | 'wraps'>) {
  return (
    [right && styles.right, wide && styles.wide, wraps && styles.wraps].filter(Boolean).join(' ') || undefined
  )
}
