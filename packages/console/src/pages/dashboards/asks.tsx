import { Link } from '@tanstack/react-router'
import styles from './dashboards.module.css'

/** A number that opens its question. */
export function Asks({ sql, children }: { sql: string; children: string }) {
  return (
    <Link className={styles.number} to="/ask" search={{ sql }} title="Show the question">
      {children}
    </Link>
  )
}
