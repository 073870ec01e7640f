import type { ReactNode } from 'react'
import styles from './chip.module.css'

/** How something stands: form and word before colour. */
export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'quiet'

export function Chip({ tone = 'quiet', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.chip} ${styles[tone] ?? ''}`}>{children}</span>
}
