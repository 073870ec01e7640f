import { useState } from 'react'
import { Button } from './button.tsx'

interface ConfirmButtonProps {
  /** What happens, such as `Archive signal`. */
  children: string
  /** What is asked before, such as `Archive it? It can’t be taken back.` */
  question: string
  disabled?: boolean
  onConfirm: () => void
}

/** A button that asks once more before it does what nobody can undo. */
export function ConfirmButton({ children, question, disabled, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <Button kind="plain" disabled={disabled} onClick={() => setAsking(true)}>
        {children}
      </Button>
    )
  return (
    <>
      <span role="status">{question}</span>
      <Button
        kind="bad"
        autoFocus
        disabled={disabled}
        onClick={() => {
          setAsking(false)
          onConfirm()
        }}
      >
        {children}
      </Button>
      <Button kind="plain" onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </>
  )
}
