import styles from './json.module.css'
import { plain } from './text.tsx'

/** A value as JSON, to read and to copy. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <pre className={styles.json} tabIndex={0} role="region" aria-label={label} dir="ltr">
      {plain(JSON.stringify(value, null, 2))}
    </pre>
  )
}
