import type { ReactNode } from 'react'
import styles from './table.module.css'

/** A column of a short table. */
export interface TableColumn<Row> {
  title: string
  right?: boolean
  /** Not on a phone. */
  wide?: boolean
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
            {columns.map(({ title, right, wide }) => (
              <th key={title} scope="col" className={classOf(right, wide)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, right, wide, render }) => (
                <td key={title} className={classOf(right, wide)}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function classOf(right: boolean | undefined, wide: boolean | undefined): string | undefined {
  return [right && styles.right, wide && styles.wide].filter(Boolean).join(' ') || undefined
}
