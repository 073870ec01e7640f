import { Copyable } from '../../parts/copyable.tsx'
import styles from './settings.module.css'

/** Something that is shown once, to copy. */
export function Secret({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className={styles.secret} role="status">
      <p>{note}</p>
      <Copyable label={label} text={value} />
    </div>
  )
}
