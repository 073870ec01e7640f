import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './peek.module.css'

/** A look at a row beside its list; the keyboard stays in the list. */
export function Peek({
  label,
  onClose,
  children,
}: {
  label: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <aside className={styles.peek} aria-label={label}>
      <Button
        kind="plain"
        square
        className={styles.close}
        aria-label="Close the peek"
        data-key="Escape"
        onClick={onClose}
      >
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      {children}
    </aside>
  )
}
