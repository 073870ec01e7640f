import type { ReactNode } from 'react'
import styles from './definitions.module.css'

/** Names and what stands for them, one below the other. What is undefined has no line. */
export function Definitions({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.list}>
      {items.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
