import type { ReactNode } from 'react'
import styles from './states.module.css'

/** A few words in place of what would be there. */
export function Notice({ title, role, children }: { title: string; role?: 'alert'; children?: ReactNode }) {
  return (
    <div className={styles.notice} role={role}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
