import type { ReactNode } from 'react'
import styles from './stats.module.css'

/** A number with its name, and what it was. */
export interface Stat {
  title: string
  value: ReactNode
  note?: ReactNode
  /** A line of how it went. */
  trend?: ReactNode
}

/** The few numbers that a page begins with. */
export function Stats({ items }: { items: readonly Stat[] }) {
  return (
    <dl className={styles.stats}>
      {items.map(({ title, value, note, trend }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className={styles.value}>{value}</dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
          {trend !== undefined && <dd>{trend}</dd>}
        </div>
      ))}
    </dl>
  )
}
