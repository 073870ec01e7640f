import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import styles from './settings.module.css'

/** Something that is shown once, to copy. */
export function Secret({ label, value, note }: { label: string; value: string; note: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <div className={styles.secret} role="status">
      <p>{note}</p>
      <p className={styles.actions}>
        <code aria-label={label}>{value}</code>
        <Button
          onClick={() => {
            void navigator.clipboard.writeText(value).then(() => setCopied(true))
          }}
        >
          {copied ? 'Copied' : `Copy ${label.toLowerCase()}`}
        </Button>
      </p>
    </div>
  )
}
