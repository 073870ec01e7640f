import { useRef } from 'react'
import { Button } from './button.tsx'
import styles from './copyable.module.css'
import { useCopy } from './use-copy.ts'

/** Text to paste elsewhere, such as a command, beside a button that copies it. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const { said, copy } = useCopy()
  const shown = useRef<HTMLPreElement>(null)
  return (
    <div className={styles.copyable}>
      <pre ref={shown} aria-label={label}>
        {text}
      </pre>
      <Button
        onClick={() =>
          void copy(text).then((isCopied) => {
            // Selected, so that one key copies it.
            if (!isCopied && shown.current) getSelection()?.selectAllChildren(shown.current)
          })
        }
      >
        {said ?? `Copy ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
      </Button>
    </div>
  )
}
