import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BehindLink } from './behind-link.tsx'
import styles from './stats.module.css'

/** A number with its name, and what it was. */
export interface Stat {
  title: string
  value: ReactNode
  note?: ReactNode
  /** A line of how it went. */
  trend?: ReactNode
  /** Its question, which opens in Ask. */
  sql?: string
  /** The SQL of the customers, people, events or deals that it counts; the number opens them. */
  behind?: string
}

/** The few numbers that a page begins with. */
export function Stats({ items }: { items: readonly Stat[] }) {
  return (
    <dl className={styles.stats}>
      {items.map(({ title, value, note, trend, sql, behind }) => (
        <div key={title}>
          <dt>
            {title}
            {sql !== undefined && (
              <Link className={styles.sql} to="/ask" search={{ sql }} aria-label={`SQL of ${title}`}>
                SQL
              </Link>
            )}
          </dt>
          <dd className={styles.value}>
            {behind === undefined ? (
              value
            ) : (
              <BehindLink behind={{ of: title, sql: behind }} title="Show what is behind it">
                {value}
              </BehindLink>
            )}
          </dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
          {trend !== undefined && <dd>{trend}</dd>}
        </div>
      ))}
    </dl>
  )
}
